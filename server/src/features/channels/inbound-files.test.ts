import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { createTokenBuckets } from '../../core/token-bucket.ts'
import type { ChannelAdapter } from './adapter.ts'
import { createAttemptTokens } from './contact-limits.ts'
import { filesPerContact, takeFiles } from './inbound-files.ts'

const size = 20_000_000
const account = { providerId: 'provider', credentials: 'token' }
const film = { reference: 'film', name: 'film.mp4', size }

it('stores a contact’s files up to their volume, then names them, and stores more an hour later', async () => {
  let now = 0
  const stored: string[] = []
  const opened: Readable[] = []
  const adapter = {
    async fetchFile() {
      const body = Readable.from(['a film'])
      opened.push(body)
      return { outcome: 'fetched', body, size } as const
    },
  } as Partial<ChannelAdapter> as ChannelAdapter
  const deps = {
    volume: createTokenBuckets(filesPerContact, () => now),
    async store({ id }: { id: string }) {
      stored.push(id)
      return { id }
    },
  }
  const take = (count: number, contact = 'Ada') =>
    takeFiles(
      deps,
      { account, adapter, tokens: createAttemptTokens(), isLast: false },
      Array.from({ length: count }, () => film),
      {
        organizationId: 'organization',
        providerId: account.providerId,
        customerId: null,
        owner: contact,
        idOf: (index) => `${contact}-${index}`,
      },
    )

  const taken = await take(17)
  if (taken === 'later') throw new Error('Not later')
  expect(taken.ids).toHaveLength(15)
  expect(taken.missing).toEqual(
    Array.from({ length: 2 }, () => '📎 film.mp4 (too many files in a short time)'),
  )
  expect(stored).toEqual(taken.ids)
  expect(opened.every(({ destroyed }) => destroyed)).toBe(true)
  expect(await take(1, 'Grace')).toMatchObject({ missing: [] })
  now += 3_600_000
  expect(await take(15)).toMatchObject({ missing: [] })
})
