import { buffer } from 'node:stream/consumers'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { startTelegramServer } from '../../../testing/telegram-server.ts'
import { createTelegramAdapter } from './telegram-adapter.ts'

afterEach(() => vi.restoreAllMocks())

it('a large file may take longer', async () => {
  const telegram = await startTelegramServer()
  onTestFinished(() => telegram.stop())
  const { fetchFile } = createTelegramAdapter({
    baseUrl: telegram.url,
    environment: 'production',
    maxDownloadBytes: 2_000_000_000,
  })
  const deadlines = vi.spyOn(AbortSignal, 'timeout')
  telegram.addFile('film', Buffer.alloc(5_000_001))
  const account = { organizationId: 'shop', providerId: 'bot', credentials: telegram.token }
  const found = await fetchFile(account, { reference: 'film', name: 'film.mp4', size: null })
  if (found.outcome !== 'fetched') throw new Error(found.outcome)
  expect(await buffer(found.body)).toHaveLength(5_000_001)
  expect(deadlines.mock.calls).toEqual([[30_000], [130_001]])
})
