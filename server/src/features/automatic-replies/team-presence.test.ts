import { expect, test } from 'vitest'
import type { PeerListener } from '../../realtime/presence/agent-presence.ts'
import { createTeamPresence, maxPeerWaitMs, reconnectMs } from './team-presence.ts'

/** A process with agents by name; those in `away` are connected but away, those in `leaving` have closed the panel. */
function team() {
  const online = new Set<string>()
  const away = new Set<string>()
  const leaving = new Set<string>()
  const time = { now: 1_000_000 }
  let listener: PeerListener = {}
  const presence = createTeamPresence({
    agents: {
      online: () => [...online],
      isLeaving: (_organizationId, id) => leaving.has(id),
      onPeers(added) {
        listener = added
        return () => {}
      },
    },
    isPresent: async (_organizationId, id) => !away.has(id),
    now: () => time.now,
  })
  return {
    online,
    away,
    leaving,
    time,
    presence,
    leave: () => listener.left?.('other'),
    of: (waitedMs = 0) => presence.of('o', waitedMs),
  }
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
  expect(await of(maxPeerWaitMs)).toBe('unknown')
  online.delete('bea')
  away.add('ada')
  expect(await of()).toBe('absent')
})

test('presence is unknown until panels have had time to reconnect after a start', async () => {
  const { online, time, presence, of } = team()
  presence.start()
  expect(await of()).toBe('unknown')
  online.add('ada')
  expect(await of()).toBe('present')
  online.clear()
  time.now += reconnectMs - 1
  expect(await of()).toBe('unknown')
  time.now += 1
  expect(await of()).toBe('absent')
})

test('presence is unknown until panels have had time to reconnect after another process has stopped', async () => {
  const { time, presence, leave, of } = team()
  presence.start()
  time.now += 3_600_000
  leave()
  expect(await of()).toBe('unknown')
  time.now += reconnectMs
  expect(await of()).toBe('absent')
})

test('a process that stops again and again delays a message by at most two minutes', async () => {
  const { online, time, leave, of } = team()
  const writtenAt = time.now
  const outcomes: string[] = []
  for (; time.now < writtenAt + 150_000; time.now += 30_000) {
    leave()
    outcomes.push(await of(time.now - writtenAt))
  }
  expect(outcomes).toEqual(['unknown', 'unknown', 'unknown', 'unknown', 'absent'])
  online.add('ada')
  expect(await of(maxPeerWaitMs)).toBe('present')
})

test('a message that has waited long still waits for panels after a start', async () => {
  const { presence, of } = team()
  presence.start()
  expect(await of(maxPeerWaitMs)).toBe('unknown')
})
