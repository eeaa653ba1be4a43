import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { useShop, visitorWhoWrote } from '../../testing/test-shop.ts'
import { createSearchUpkeep } from './search-upkeep.ts'

const shop = useShop()

test('the list of new messages is merged into the search index before it is full', async () => {
  const { rows } = await shop.database.query<{ reloptions: string[] }>(
    `select reloptions from pg_class where relname = 'message_search'`,
  )
  expect(rows[0]?.reloptions).toEqual(['gin_pending_list_limit=65536'])

  const pool = new pg.Pool({ connectionString: shop.service.databaseUrl, max: 1 })
  const onError = vi.fn<(error: unknown) => void>()
  const merged = vi.spyOn(pool, 'query')
  const upkeep = createSearchUpkeep({ pool, onError })
  const { socket } = await visitorWhoWrote(shop, 'A quagga')
  upkeep.start()
  await expect.poll(() => merged.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(0)
  await upkeep.stop()
  expect(onError).not.toHaveBeenCalled()
  await socket.leave()
  await pool.end()
})
