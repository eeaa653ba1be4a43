import { expect, test } from 'vitest'
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

/** From when on conversations are selected (ms), after 10 minutes of which the team leaves 5. null: none is looked for. */
async function selectedBefore(isReconnecting: (waitedMs: number) => boolean): Promise<number | null> {
  const asked: { before: string }[] = []
  const movingOn = createMovingOn({
    clock: () => 10 * minute,
    isReconnecting,
    conversations: {
      async unanswered(deadlines: { before: string }[]) {
        asked.push(...deadlines)
        return []
      },
    },
  } as never)
  await movingOn.moveUnanswered([team])
  return asked[0] ? Date.parse(asked[0].before) : null
}

test('nothing moves while panels reconnect after a start, and only what is overdue for longer after a stop of another process', async () => {
  expect(await selectedBefore(() => false)).toBe(5 * minute)
  expect(await selectedBefore((waitedMs) => waitedMs < 2 * minute)).toBe(3 * minute)
  expect(await selectedBefore(() => true)).toBeNull()
})
