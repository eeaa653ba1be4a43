import { expect, onTestFinished, test, vi } from 'vitest'
import type { Candidate } from './choose-agent.ts'
import { createMovingOn } from './moving-on.ts'
import type { RoutedTeam } from './routing-store.ts'

const minute = 60_000
const team: RoutedTeam & { organization_id: string } = {
  id: 'team',
  organization_id: 'shop',
  name: 'Support',
  strategy: 'round_robin',
  capacity: 1,
  reassign_minutes: 5,
}
const member = (agentId: string, load: number): Candidate => ({
  agent_id: agentId,
  load,
  capacity: 1,
  busy: false,
  turn: 0,
  idle_since: null,
})

/** Which agents' conversations the sweep leaves out. `online`: agents of the organization, `away` set themselves to away. */
async function leftOut(members: Candidate[], { online = [] as string[], away = [] as string[] } = {}) {
  const asked: { except_agents: string[] }[][] = []
  const movingOn = createMovingOn({
    clock: () => 10 * minute,
    candidatesOf: async () => new Map([[team.id, members]]),
    isOnline: (_organizationId: string, agentId: string) => online.includes(agentId),
    onlineAgents: () => online,
    isReconnecting: () => false,
    deskStates: async () => new Map(away.map((id) => [id, { away: true, busy: false, idle_since: '' }])),
    conversations: {
      async unanswered(deadlines: { except_agents: string[] }[]) {
        asked.push(deadlines)
        return asked.length === 1
          ? [{ id: 'c', organization_id: 'shop', customer_id: 'k', team_id: 'team' }]
          : []
      },
    },
  } as never)
  await movingOn.moveUnanswered([team])
  return asked[1]?.[0]?.except_agents
}

test('overdue conversations that could not move are not selected', async () => {
  expect(await leftOut([member('ada', 0), member('bea', 0)])).toEqual([])
  // Ada's own could only move to a colleague with room.
  expect(await leftOut([member('ada', 0), member('bea', 1)])).toEqual(['ada'])
  const everyoneFull = [member('ada', 1), member('bea', 1)]
  expect(await leftOut(everyoneFull, { online: ['ada', 'bea', 'former'], away: ['bea'] })).toEqual([
    'ada',
    'former',
  ])
  expect(await leftOut([], { online: [] })).toEqual([])
})

test('nothing moves while panels are reconnecting, for at most two minutes if a process stops again and again', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let isReconnecting = true
  let looks = 0
  const movingOn = createMovingOn({
    clock: () => 10 * minute,
    isReconnecting: () => isReconnecting,
    conversations: {
      async unanswered() {
        looks += 1
        return []
      },
    },
  } as never)
  const looksAfter = async (ms: number) => {
    vi.advanceTimersByTime(ms)
    await movingOn.moveUnanswered([team])
    return looks
  }
  expect(await looksAfter(0)).toBe(0)
  expect(await looksAfter(2 * minute - 1)).toBe(0)
  expect(await looksAfter(1)).toBe(1)
  isReconnecting = false
  expect(await looksAfter(0)).toBe(2)
  isReconnecting = true
  expect(await looksAfter(0)).toBe(2)
})
