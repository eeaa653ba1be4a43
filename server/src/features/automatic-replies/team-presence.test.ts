import { expect, test } from 'vitest'
import { createTeamPresence } from './team-presence.ts'

/** A process with agents by name; those in `away` are connected but away, those in `leaving` have closed the panel. */
function team(isReconnecting: (waitedMs: number) => boolean = () => false) {
  const online = new Set<string>()
  const away = new Set<string>()
  const leaving = new Set<string>()
  const presenceOf = createTeamPresence({
    agents: { online: () => [...online], isLeaving: (_organizationId, id) => leaving.has(id) },
    isPresent: async (_organizationId, id) => !away.has(id),
    isReconnecting,
  })
  return { online, away, leaving, of: (waitedMs = 0) => presenceOf('o', waitedMs) }
}

test('an agent is present who is connected and not away', async () => {
  const { online, away, of } = team()
  expect(await of()).toBe('absent')
  online.add('ada')
  expect(await of()).toBe('present')
  away.add('ada')
  expect(await of()).toBe('absent')
  online.add('grace')
  expect(await of()).toBe('present')
})

test('presence is unknown while the last agents may be reloading the panel', async () => {
  const { online, away, leaving, of } = team()
  online.add('ada').add('bea')
  leaving.add('ada')
  expect(await of()).toBe('present')
  leaving.add('bea')
  expect(await of()).toBe('unknown')
  online.delete('bea')
  away.add('ada')
  expect(await of()).toBe('absent')
})

test('presence is unknown while panels may be reconnecting, depending on how long the message has waited', async () => {
  const { online, of } = team((waitedMs) => waitedMs < 1_000)
  expect([await of(999), await of(1_000)]).toEqual(['unknown', 'absent'])
  online.add('ada')
  expect([await of(999), await of(1_000)]).toEqual(['present', 'present'])
})
