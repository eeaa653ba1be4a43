import { expect, test } from 'vitest'
import { createFindHost } from './find-host.ts'
import type { Resolution } from './resolver.ts'

test('names are looked up within the limit of the organization, IP addresses not at all', async () => {
  const asked: string[][] = []
  const found: Resolution = { ok: true, addresses: ['1.1.1.1'] }
  const findHost = createFindHost({
    allowNetworks: [],
    now: () => 0,
    async resolve(...question) {
      asked.push(question)
      return found
    },
  })
  const reached = { outcome: 'found', address: '1.1.1.1', isPublic: true }
  expect(await findHost('mail.shop.com', 'shop')).toEqual(reached)
  expect(await findHost('mail.bakery.com', 'bakery')).toEqual(reached)
  expect(await findHost('1.1.1.1', 'shop')).toEqual(reached)
  expect(asked).toEqual([
    ['mail.shop.com', 'shop'],
    ['mail.bakery.com', 'bakery'],
  ])
})
