import type { CallDetail } from '@parley/protocol/call'
import type { CallJoined, CallView, Desk, DeskTransfer } from '@parley/protocol/call-view'
import { newId } from '../core/ids.ts'
import { placeCall, talk, type CallScene, type TestAgent, type TestCall } from './test-calls.ts'

export interface TalkingScene {
  call: TestCall
  /** Has the call. */
  first: TestAgent
  /** Free. */
  second: TestAgent
}

/** The agent at whom the call rings. */
export const rungAgent = (scene: CallScene, call: TestCall): Promise<TestAgent> =>
  Promise.any(
    scene.agents.map(async (agent) => {
      await agent.socket.next<Desk>('desk', ({ offer }) => offer?.call.id === call.id)
      return agent
    }),
  )

/** A call that one of two agents has answered. */
export async function answeredCall(scene: CallScene): Promise<TalkingScene> {
  const call = await placeCall(scene)
  const rung = await rungAgent(scene, call)
  await talk(call, rung)
  const second = scene.agents.find((agent) => agent !== rung)
  if (!second) throw new Error('The scene needs two agents')
  return { call, first: rung, second }
}

export const transferTo = (
  { call, first, second }: TalkingScene,
  kind: 'blind' | 'warm' = 'blind',
): Promise<Desk> =>
  first.socket.request<Desk>('call.transfer', { call_id: call.id, agent_id: second.agentId, kind })

export const transferToTeam = ({ call, first }: TalkingScene, teamId: string): Promise<Desk> =>
  first.socket.request<Desk>('call.transfer_team', { call_id: call.id, team_id: teamId })

/** Resolves with the next desk whose transfer is in this state; null: there is none. */
export async function untilTransfer(agent: TestAgent, state: DeskTransfer['state'] | null): Promise<Desk> {
  return agent.socket.next<Desk>('desk', ({ transfer }) => (transfer?.state ?? null) === state)
}

/** A warm transfer whose colleague has accepted. */
export async function privateTalk(scene: TalkingScene): Promise<void> {
  await transferTo(scene, 'warm')
  await scene.second.socket.request('transfer.accept', { call_id: scene.call.id })
}

/** The browser of the agent who has the call now joins it. */
export const joinCall = (agent: TestAgent, { id }: TestCall): Promise<CallJoined> =>
  agent.socket.request<CallJoined>('call.join', { call_id: id, peer: newId() })

/** The view that the customer's keep-alive returns. */
export const customerView = ({ socket, id }: TestCall): Promise<CallView> =>
  socket.request<CallView>('call.alive', { call_id: id })

/** The call as the panel shows it. */
export async function callDetail(
  { service, organization }: CallScene,
  { id }: TestCall,
): Promise<CallDetail> {
  const path = `/v1/organizations/${organization.id}/calls/${id}`
  return (await service.call('GET', path, { cookie: organization.cookie })).body
}

export const transferStates = ({ transfers }: CallDetail): string[] =>
  transfers.map(({ kind, state }) => `${kind} ${state}`)

export const removeAgent = (
  { service, organization }: Pick<CallScene, 'service' | 'organization'>,
  { agentId }: TestAgent,
): Promise<unknown> =>
  service.call('DELETE', `/v1/organizations/${organization.id}/agents/${agentId}`, {
    cookie: organization.cookie,
  })
