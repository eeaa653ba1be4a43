import { expect, test } from 'vitest'
import { createTeam } from './team.ts'

test('widgets that may show different things are sent the next status, however many others connect before', async () => {
  let closed = false
  const team = createTeam({
    clock: () => 0,
    onlineAgents: () => [],
    outsideHours: async () => (closed ? { opens_at: null } : null),
    facesOf: async () => new Map(),
    typicalResponse: async () => null,
  })
  let outdated = 0
  const connect = () => team.status('o', 'p', () => (outdated += 1))
  await connect()
  expect(await team.change('o', 'p')).toBeNull()
  closed = true
  await connect()
  await connect()
  expect(outdated).toBe(1)
  expect(await team.change('o', 'p')).toMatchObject({ closed: { opens_at: null } })
  expect(await team.change('o', 'p')).toBeNull()
})
