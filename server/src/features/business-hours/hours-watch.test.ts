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
