import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import type { ChannelAdapter } from './adapter.ts'
import { createContactTokens, type StoredTokens } from './contact-tokens.ts'
import { countTaken, takeFiles } from './inbound-files.ts'

const size = 20_000_000
const account = { organizationId: 'organization', providerId: 'provider', credentials: 'token' }
const film = { reference: 'film', name: 'film.mp4', size }

function startStore(bytes = size) {
  let now = 0
  const stored: string[] = []
  const opened: Readable[] = []
  const adapter = {
    async fetchFile() {
      const body = Readable.from(['a film'])
      opened.push(body)
      return { outcome: 'fetched', body, size: bytes } as const
    },
  } as Partial<ChannelAdapter> as ChannelAdapter
  const deps = {
    async store({ id }: { id: string }) {
      stored.push(id)
      return { id }
    },
  }
  const buckets = new Map<string, StoredTokens>()
  async function take(count: number, contact = 'Ada') {
    const tokens = createContactTokens(
      {
        load: async () => buckets.get(contact) ?? {},
        save: async (left) => buckets.set(contact, left),
      },
      { now, arrivedAt: undefined },
    )
    const taken = await takeFiles(
      deps,
      { account, adapter, tokens, isLast: false },
      Array.from({ length: count }, () => film),
      {
        organizationId: 'organization',
        providerId: account.providerId,
        customerId: null,
        owner: contact,
        idOf: (index) => `${contact}-${index}`,
      },
    )
    await tokens.save()
    return taken
  }
  return { take, stored, opened, pass: (ms: number) => void (now += ms) }
}

it('stores a contact’s files up to their volume, then names them, and stores more an hour later', async () => {
  const { take, stored, opened, pass } = startStore()
  const taken = await take(17)
  if ('retryAfter' in taken) throw new Error('Not fetched')
  expect(taken.ids).toHaveLength(15)
  expect(taken.missing).toEqual(
    Array.from({ length: 2 }, () => '📎 film.mp4 (too many files in a short time)'),
  )
  expect(stored).toEqual(taken.ids)
  expect(opened.every(({ destroyed }) => destroyed)).toBe(true)
  expect(await take(1, 'Grace')).toMatchObject({ missing: [] })
  pass(3_600_000)
  expect(await take(15)).toMatchObject({ missing: [] })
})

it('stores a file that is larger than this volume as the only one for an hour', async () => {
  const { take, pass } = startStore(1_500_000_000)
  const missing = ['📎 film.mp4 (too many files in a short time)']
  expect(await take(1)).toMatchObject({ missing: [] })
  pass(3_590_000)
  expect(await take(1)).toMatchObject({ missing })
  pass(11_000)
  expect(await take(1)).toMatchObject({ missing: [] })
})

it.for([
  { has: 'no file', content: 'Hi', media: [], count: 0 },
  { has: 'the first ones', content: 'Hi', media: ['0', '1'], count: 2 },
  { has: 'all of them', content: '', media: ['0', '1', '2'], count: 3 },
  {
    has: 'a name in place of the second one',
    content: 'Hi\n📎 1.mp4 (no longer available)',
    media: ['0'],
    count: 2,
  },
  {
    has: 'only names',
    content: '📎 0.mp4 (no longer available)\n📎 1.mp4 (could not be fetched)',
    media: [],
    count: 2,
  },
  { has: 'others', content: '', media: ['0', 'other'], count: 0 },
  { has: 'a later one', content: '', media: ['0', '2'], count: 0 },
])('counts the files of a group that a message has from the first one: $has', ({ content, media, count }) => {
  const files = ['0', '1', '2'].map((name) => ({ ...film, name: `${name}.mp4` }))
  expect(countTaken({ content, media: media.map((id) => ({ id })) }, files, String)).toBe(count)
})
