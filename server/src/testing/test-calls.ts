import type { CallRecord, CallStarted } from '@parley/protocol/call'
import type { CallSettingsChange } from '@parley/protocol/call-settings'
import type { CallJoined, CallStartParams, CallView, Desk } from '@parley/protocol/call-view'
import type { Actor, Audience } from '@parley/protocol/event'
import pg from 'pg'
import { expect } from 'vitest'
import { newId } from '../core/ids.ts'
import {
  connectAgent,
  connectVisitor,
  foundOrganization,
  inviteAgent,
  type TestOrganization,
  type TestService,
} from './test-service.ts'
import type { TestSocket } from './test-socket.ts'

export interface TestAgent {
  agentId: string
  cookie: string
  socket: TestSocket
}

/** A separate organization, so that agents and calls of other tests do not interfere. */
export interface CallScene {
  service: TestService
  organization: TestOrganization
  agents: TestAgent[]
}

let scenes = 0

/** `agents`: number of agents with an open desk, not counting the owner. */
export async function callScene(
  service: TestService,
  options: { agents?: number; settings?: CallSettingsChange } = {},
): Promise<CallScene> {
  scenes += 1
  const organization = await foundOrganization(service, `Scene${scenes}`)
  const scene: CallScene = { service, organization, agents: [] }
  if (options.settings) await setCalls(scene, options.settings)
  for (let i = 0; i < (options.agents ?? 0); i++) scene.agents.push(await deskAgent(scene))
  return scene
}

export async function setCalls(scene: CallScene, calls: CallSettingsChange): Promise<void> {
  const { service, organization } = scene
  const { status } = await service.call(
    'PATCH',
    `/v1/organizations/${organization.id}/providers/${organization.providerId}`,
    { cookie: organization.cookie, body: { calls } },
  )
  if (status !== 200) throw new Error(`Changing the call settings failed: ${status}`)
}

/** An agent with an open desk. */
export async function deskAgent(scene: CallScene, microphone = true): Promise<TestAgent> {
  const { service, organization } = scene
  const { cookie, agentId } = await inviteAgent(service, organization, 'Ada')
  const socket = await connectAgent(service, organization.id, cookie)
  await socket.request<Desk>('desk.open', { microphone })
  return { agentId, cookie, socket }
}

export interface TestCall {
  id: string
  customerId: string
  peer: string
  socket: TestSocket
  view: CallView
}

export const startParams = (more: Partial<CallStartParams> = {}): CallStartParams => ({
  client_id: newId(),
  peer: newId(),
  video: false,
  consent: null,
  recording: 'off',
  ...more,
})

/** Connects a visitor and starts a call. */
export async function placeCall(
  { service, organization }: CallScene,
  more: Partial<CallStartParams> = {},
): Promise<TestCall> {
  const { socket, connected } = await connectVisitor(service, organization.providerId)
  const params = startParams({ recording: connected.calls?.recording ?? 'off', ...more })
  const { call } = await socket.request<CallJoined>('call.start', params)
  return { id: call.id, customerId: call.customer_id, peer: params.peer, socket, view: call }
}

/** Accepts and connects the call. */
export async function talk(call: { id: string }, agent: TestAgent): Promise<{ peer: string }> {
  const peer = newId()
  await agent.socket.request('call.accept', { call_id: call.id, peer })
  await agent.socket.request('call.connected', { call_id: call.id, peer })
  return { peer }
}

export interface CallEntry {
  type: string
  audience: Audience
  conversation_id: string | null
  actor: Actor
  data: CallStarted | CallRecord
}

/** Log entries of a customer's calls. */
export async function callEntries(databaseUrl: string, customerId: string): Promise<CallEntry[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<CallEntry>(
      `select type, audience, conversation_id, actor, data from event_log
       where customer_id = $1 and type like 'call.%' order by seq`,
      [customerId],
    )
    return rows
  } finally {
    await client.end()
  }
}

/** Closes the last panel of an agent. Resolves once the service has recorded it: the time to come back counts from then. */
export async function closeLastPanel(
  { databaseUrl }: { databaseUrl: string },
  { agentId, socket }: Pick<TestAgent, 'agentId' | 'socket'>,
): Promise<void> {
  await socket.leave()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const isOpen = async () =>
      (await client.query('select from desk_presence where agent_id = $1 and open', [agentId])).rowCount
    await expect.poll(isOpen).toBe(0)
  } finally {
    await client.end()
  }
}

/** Closes the sockets of the agents and callers. */
export async function leaveScene(scene: CallScene, ...calls: TestCall[]): Promise<void> {
  await Promise.all([
    ...scene.agents.map((agent) => agent.socket.leave()),
    ...calls.map((call) => call.socket.leave()),
  ])
}
