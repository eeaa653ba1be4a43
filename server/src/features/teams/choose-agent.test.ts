import { expect, test } from 'vitest'
import { chooseAgent, type Candidate } from './choose-agent.ts'

const agent = (agent_id: string, more: Partial<Candidate> = {}): Candidate => ({
  agent_id,
  load: 0,
  capacity: 5,
  busy: false,
  turn: 0,
  idle_since: null,
  ...more,
})

test('nobody is chosen without room: at capacity, in a call, or in a team that assigns manually', () => {
  for (const strategy of ['round_robin', 'balanced', 'longest_idle'] as const) {
    expect(chooseAgent(strategy, [])).toBeNull()
    expect(chooseAgent(strategy, [agent('full', { load: 5 }), agent('calling', { busy: true })])).toBeNull()
  }
  expect(chooseAgent('manual', [agent('free')])).toBeNull()
})

test('round robin chooses the agent whose turn was longest ago, whatever the load', () => {
  const agents = [agent('a', { turn: 3 }), agent('b', { turn: 1, load: 4 }), agent('c', { turn: 2 })]
  expect(chooseAgent('round_robin', agents)?.agent_id).toBe('b')
})

test('balanced compares the used share of the capacity', () => {
  const agents = [agent('few', { load: 2, capacity: 3 }), agent('many', { load: 3, capacity: 10 })]
  expect(chooseAgent('balanced', agents)?.agent_id).toBe('many')
})

test('longest idle prefers agents without any work yet, then the earliest', () => {
  const early = agent('early', { idle_since: '2026-03-01T10:00:00.000+00:00', load: 4 })
  const late = agent('late', { idle_since: '2026-03-01T11:00:00.000+00:00' })
  expect(chooseAgent('longest_idle', [late, early])?.agent_id).toBe('early')
  expect(chooseAgent('longest_idle', [late, early, agent('never')])?.agent_id).toBe('never')
})

test('ties follow the rotation, then the id, so that every process chooses the same agent', () => {
  const agents = [agent('b', { turn: 2 }), agent('a', { turn: 2 }), agent('c', { turn: 1 })]
  for (const strategy of ['balanced', 'longest_idle'] as const)
    expect(chooseAgent(strategy, agents)?.agent_id).toBe('c')
  expect(chooseAgent('balanced', agents.slice(0, 2))?.agent_id).toBe('a')
})
