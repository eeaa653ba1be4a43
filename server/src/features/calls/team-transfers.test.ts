import type { Desk } from '@parley/protocol/call-view'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { useCallClock } from '../../testing/call-clock.ts'
import { leaveScene, type CallScene, type TestAgent } from '../../testing/test-calls.ts'
import {
  answeredCall,
  callDetail,
  customerView,
  joinCall,
  removeAgent,
  transferStates,
  transferToTeam,
  untilTransfer,
} from '../../testing/test-transfers.ts'
import { foundOrganization } from '../../testing/test-service.ts'

/** Transfers to a team (docs/decisions/call-transfer.md). */

const clock = useCallClock()
const settings = { wrap_up_seconds: 0, offer_seconds: 15 }

async function teamOf(
  { organization }: Pick<CallScene, 'organization'>,
  members: TestAgent[],
): Promise<string> {
  const made = await clock.service.call('POST', `/v1/organizations/${organization.id}/teams`, {
    cookie: organization.cookie,
    body: {
      name: `Team ${newId().slice(-6)}`,
      members: members.map(({ agentId }) => ({ agent_id: agentId, capacity: null })),
    },
  })
  return (made.body as { id: string }).id
}

async function talking(agents: number) {
  const scene = await clock.scene({ agents, settings })
  const answered = await answeredCall(scene)
  return { scene, ...answered, others: scene.agents.filter((agent) => agent !== answered.first) }
}

let handle: DatabaseHandle
beforeAll(() => {
  handle = openDatabase(clock.service.databaseUrl, { connections: 2 })
})
afterAll(() => handle.close())

const waitingForDesk = async (): Promise<boolean> => {
  const { rowCount } = await handle.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
     and query like '%agent_desk%'`,
  )
  return rowCount === 1
}

/** The first is idle longest. */
async function inOrder(members: [TestAgent, TestAgent]): Promise<[TestAgent, TestAgent]> {
  const [, last] = members
  clock.turn(1)
  await last.socket.request('desk.availability', { availability: 'away' })
  await last.socket.request('desk.availability', { availability: 'available' })
  return members
}

/** The member at whom the transfer rings, and the other one. */
function rungOf({ transfer }: Desk, members: TestAgent[]): { rung: TestAgent; next: TestAgent } {
  const rung = members.find(({ agentId }) => agentId === transfer?.to?.id)
  const next = members.find((member) => member !== rung)
  if (!rung || !next) throw new Error('No member is rung')
  return { rung, next }
}

describe('[C20] a transfer to a team', () => {
  it('is refused for teams that do not exist here, and without a free member', async () => {
    const { scene, call, first, second } = await talking(2)
    const theirs = await foundOrganization(clock.service, 'Strangers')
    const refusal = async (team_id: string) =>
      (await first.socket.refused('call.transfer_team', { call_id: call.id, team_id })).code
    expect(await refusal(newId())).toBe('not_found')
    expect(await refusal(await teamOf({ organization: theirs }, []))).toBe('not_found')
    // The agent themselves is no target, nor is a free colleague of another team.
    const own = await teamOf(scene, [first])
    expect(await refusal(own)).toBe('agent_unavailable')
    await second.socket.request('desk.availability', { availability: 'away' })
    expect(await refusal(await teamOf(scene, [first, second]))).toBe('agent_unavailable')
    expect((await customerView(call)).held_since).toBeNull()
    await leaveScene(scene, call)
  })

  it('rings one member after another until one takes the call, and nobody outside the team', async () => {
    const { scene, call, first, second, others } = await talking(4)
    const [one, two] = others as [TestAgent, TestAgent, TestAgent]
    const teamId = await teamOf(scene, [first, one, two])
    const desk = await transferToTeam({ call, first, second }, teamId)
    expect(desk.transfer).toMatchObject({ kind: 'blind', state: 'ringing', team_id: teamId })
    const { rung, next } = rungOf(desk, [one, two])
    await untilTransfer(rung, 'ringing')
    await rung.socket.request('transfer.end', { call_id: call.id })
    await clock.pass(0)
    await untilTransfer(next, 'ringing')
    await next.socket.request('transfer.accept', { call_id: call.id })
    await joinCall(next, call)
    expect(await customerView(call)).toMatchObject({ held_since: null, agent: { id: next.agentId } })
    const detail = await callDetail(scene, call)
    expect(transferStates(detail)).toEqual(['blind declined', 'blind completed'])
    expect(detail.transfers.map(({ to }) => to?.id)).toEqual([rung.agentId, next.agentId])
    await leaveScene(scene, call)
  })

  it('rings the next member also after the first agent was removed', async () => {
    const { scene, call, first, second, others } = await talking(3)
    const teamId = await teamOf(scene, others)
    const { rung, next } = rungOf(await transferToTeam({ call, first, second }, teamId), others)
    await rung.socket.request('transfer.end', { call_id: call.id })
    await removeAgent(scene, first)
    await untilTransfer(next, 'ringing')
    await next.socket.request('transfer.accept', { call_id: call.id })
    await joinCall(next, call)
    expect(await customerView(call)).toMatchObject({ held_since: null, agent: { id: next.agentId } })
    expect(transferStates(await callDetail(scene, call))).toEqual(['blind declined', 'blind completed'])
    await leaveScene({ ...scene, agents: others }, call)
  })

  it('that nobody answers comes back to the first agent, who resumes and ends the attempt', async () => {
    const { scene, call, first, second, others } = await talking(3)
    const teamId = await teamOf(scene, others)
    const { next } = rungOf(await transferToTeam({ call, first, second }, teamId), others)
    await clock.waitThrough(15, call, first)
    await untilTransfer(next, 'ringing')
    await clock.waitThrough(15, call, first)
    await untilTransfer(first, 'expired')
    expect((await customerView(call)).held_since).not.toBeNull()
    await first.socket.request('call.hold', { call_id: call.id, held: false })
    expect(transferStates(await callDetail(scene, call))).toEqual(['blind expired', 'blind expired'])
    // Cancelling stops the attempt: no other member is rung.
    await transferToTeam({ call, first, second }, teamId)
    await first.socket.request('transfer.end', { call_id: call.id })
    await clock.pass(1)
    expect(transferStates(await callDetail(scene, call)).slice(2)).toEqual(['blind cancelled'])
    await leaveScene(scene, call)
  })

  it('rings nobody else when the first agent cancels between two rings', async () => {
    const { scene, call, first, second, others } = await talking(3)
    const teamId = await teamOf(scene, others)
    const { rung } = rungOf(await transferToTeam({ call, first, second }, teamId), others)
    await rung.socket.request('transfer.end', { call_id: call.id })
    await first.socket.request('transfer.end', { call_id: call.id })
    await clock.pass(0)
    expect(transferStates(await callDetail(scene, call))).toEqual(['blind declined'])
    await leaveScene(scene, call)
  })

  it('rings another member if the chosen one is taken at that moment', async () => {
    const { scene, call, first, second, others } = await talking(3)
    const teamId = await teamOf(scene, others)
    const [chosen, other] = await inOrder(others as [TestAgent, TestAgent])
    const taken = await handle.pool.connect()
    await taken.query('begin')
    await taken.query('select from agent_desk where agent_id = $1 for update', [chosen.agentId])
    const transfer = transferToTeam({ call, first, second }, teamId)
    await expect.poll(waitingForDesk).toBe(true)
    await taken.query(
      `update agent_desk set availability = 'away', away_because = 'chosen' where agent_id = $1`,
      [chosen.agentId],
    )
    await taken.query('commit')
    taken.release()
    expect((await transfer).transfer).toMatchObject({ state: 'ringing', to: { id: other.agentId } })
    await leaveScene(scene, call)
  })
})
