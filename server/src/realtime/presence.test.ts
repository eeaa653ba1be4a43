import { expect, test } from 'vitest'
import { createLocalBus } from '../core/bus.ts'
import { createPresence } from './presence.ts'

test('an agent is online while any process has a socket of theirs; a silent process expires', () => {
  let now = 0
  const bus = createLocalBus(() => {})
  const [here, there] = [createPresence({ bus, clock: () => now }), createPresence({ bus, clock: () => now })]
  const leaveHere = here.enter('agent', 'o', 'ada')
  const leaveThere = there.enter('agent', 'o', 'ada')
  leaveHere()
  leaveHere()
  expect(here.isOnline('agent', 'o', 'ada')).toBe(true)
  expect(here.online('agent', 'o')).toEqual(['ada'])
  expect(here.isOnline('agent', 'other', 'ada')).toBe(false)
  now += 61_000
  expect(here.isOnline('agent', 'o', 'ada')).toBe(false)
  leaveThere()
  here.close()
  there.close()
})
