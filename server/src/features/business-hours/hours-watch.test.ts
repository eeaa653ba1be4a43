import { expect, test } from 'vitest'
import { createHoursWatch } from './hours-watch.ts'

test('hours that cannot be read do not hide an opening of others', async () => {
  const closed = new Set<string>()
  let unreadable = ''
  const organizations = ['first', 'broken', 'last']
  const watch = createHoursWatch({
    widgets: () => organizations.map((organizationId) => ({ organizationId, providerId: organizationId })),
    async outside(organizationId) {
      if (organizationId === unreadable) throw new Error('The database does not answer')
      return closed.has(organizationId) ? { opens_at: null } : null
    },
    onError: () => {},
  })
  const changed: string[] = []
  watch.onChange((organizationId) => changed.push(organizationId))
  await watch.check()
  for (const organizationId of organizations) closed.add(organizationId)
  unreadable = 'broken'
  await expect(watch.check()).rejects.toThrow('does not answer')
  expect(changed).toEqual(['first', 'last'])
  unreadable = ''
  await watch.check()
  expect(changed).toEqual(['first', 'last', 'broken'])
})

test('changes of one organization read the hours of its widgets only, and changes during a check share the next', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const read: string[] = []
  const watch = createHoursWatch({
    widgets: () => [
      { organizationId: 'busy', providerId: 'a' },
      { organizationId: 'other', providerId: 'b' },
    ],
    async outside(_organizationId, providerId) {
      read.push(providerId)
      await answered
      return null
    },
    onError: (error) => expect.fail(String(error)),
  })
  const checks = Array.from({ length: 10 }, () => watch.checkOrganization('busy'))
  await expect.poll(() => read).toEqual(['a'])
  answer()
  await Promise.all(checks)
  expect(read).toEqual(['a', 'a'])
  await watch.check()
  expect(read).toEqual(['a', 'a', 'a', 'b'])
})

test('a change that a slower read has missed is reported, until it was read again', async () => {
  const { promise: slowRead, resolve: endSlowRead } = Promise.withResolvers<null>()
  const reads: (Promise<null> | { opens_at: null })[] = [slowRead]
  const watch = createHoursWatch({
    widgets: () => [{ organizationId: 'o', providerId: 'p' }],
    outside: async () => reads.shift() ?? { opens_at: null },
    onError: () => {},
  })
  const changed: string[] = []
  const given: unknown[] = []
  // As the team's status, a listener reads again.
  const listened: Promise<unknown>[] = []
  const read = async () => void given.push(await watch.outside('o', 'p'))
  watch.onChange((organizationId) => {
    changed.push(organizationId)
    if (changed.length < 10) listened.push(read())
  })
  const first = read()
  await watch.check()
  expect(changed).toEqual([])
  endSlowRead(null)
  await first
  for (const each of listened) await each
  expect(given).toEqual([null, { opens_at: null }, { opens_at: null }])
  expect(changed).toEqual(['o', 'o'])
  await watch.check()
  expect(changed).toEqual(['o', 'o'])
})

test('an opening that a connecting widget sees before the next check is reported once', async () => {
  let outside: { opens_at: null } | null = { opens_at: null }
  const watch = createHoursWatch({
    widgets: () => [{ organizationId: 'o', providerId: 'p' }],
    outside: async () => outside,
    onError: () => {},
  })
  const changed: string[] = []
  watch.onChange((organizationId) => changed.push(organizationId))
  await watch.outside('o', 'p')
  outside = null
  for (let reads = 0; reads < 3; reads += 1) await watch.outside('o', 'p')
  await watch.check()
  expect(changed).toEqual(['o'])
})
