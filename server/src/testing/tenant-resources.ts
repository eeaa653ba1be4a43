import type { CallBackRequests } from '@parley/protocol/call-back'
import type { CallJoined } from '@parley/protocol/call-view'
import type { MessageSent } from '@parley/protocol/message'
import pg from 'pg'
import { newId } from '../core/ids.ts'
import { connectVisitor, type TestOrganization, type TestService } from './test-service.ts'
import type { TestSocket } from './test-socket.ts'

/** Ids by path parameter of the REST API. */
export type TenantResources = Awaited<ReturnType<typeof createTenantResources>>['ids']

/** Creates one of each resource of an organization, with a visitor whose socket stays open. */
export async function createTenantResources(service: TestService, organization: TestOrganization) {
  const { cookie, providerId } = organization
  const path = (rest: string) => `/v1/organizations/${organization.id}${rest}`
  const create = async (rest: string, body?: object): Promise<string> => {
    const answer = await service.call('POST', path(rest), { cookie, ...(body && { body }) })
    return (answer.body as { id: string }).id
  }

  const { socket } = await connectVisitor(service, providerId)
  const sent = await socket.request<MessageSent>('message.send', { client_id: newId(), content: 'Secret' })
  const webhook = await create('/webhooks', {
    url: 'https://hooks.theirs.com/',
    events: ['customer.created'],
  })
  const ids = {
    agent_id: organization.ownerId,
    provider_id: providerId,
    channel_id: await connectChannel(service, organization),
    picture_id: 'picture',
    conversation_id: sent.conversation_id,
    message_id: sent.id,
    customer_id: sent.customer_id,
    note_id: await create(`/conversations/${sent.conversation_id}/notes`, {
      client_id: newId(),
      content: 'Secret',
    }),
    canned_reply_id: await create('/canned-replies', {
      shortcut: 'secret',
      content: 'Secret',
      visibility: { type: 'organization' },
    }),
    label_id: await create('/labels', { name: 'Secret', colour: 'red' }),
    view_id: await create('/views', {
      name: 'Secret',
      visibility: { type: 'organization' },
      view: 'open',
      filter: {},
      sort: 'newest',
    }),
    team_id: await create('/teams', { name: 'Secret' }),
    rule_id: await create('/automation-rules', {
      name: 'Secret',
      enabled: true,
      trigger: { type: 'conversation_closed' },
      conditions: { filter: {}, text: null, hours: null },
      actions: [{ type: 'close' }],
      once: false,
      stop: false,
    }),
    sla_policy_id: await create('/sla-policies', {
      name: 'Secret',
      conditions: { priority: 'urgent' },
      counting: 'clock',
      targets: { first_response: 60, next_response: null, resolution: null },
    }),
    invitation_id: await create('/invitations', { role: 'agent' }),
    webhook_id: webhook,
    delivery_id: await create(`/webhooks/${webhook}/test`),
    api_key_id: await create('/api-keys', { name: 'Backend', scopes: ['webhooks:read'] }),
    call_back_id: await requestCallBack(service, organization, socket),
    call_id: await startCall(socket),
    recording_id: newId(),
    // Cannot be created without a mail server.
    report_schedule_id: newId(),
    kind: 'reply',
    report: 'conversations',
    seq: '0',
    social: 'github',
  }
  return { socket, ids }
}

async function requestCallBack(
  service: TestService,
  { id, cookie, providerId }: TestOrganization,
  socket: TestSocket,
): Promise<string> {
  const body = { calls: { nobody: 'wait' } }
  await service.call('PATCH', `/v1/organizations/${id}/providers/${providerId}`, { cookie, body })
  await socket.request('call_back.request')
  const { body: found } = await service.call('GET', `/v1/organizations/${id}/calls/call-backs`, { cookie })
  return (found as CallBackRequests).data[0]?.id ?? ''
}

async function startCall(socket: TestSocket): Promise<string> {
  const { call } = await socket.request<CallJoined>('call.start', {
    client_id: newId(),
    peer: newId(),
    video: false,
    consent: null,
    recording: 'off',
  })
  return call.id
}

/** Without asking the platform. */
async function connectChannel(service: TestService, { id, providerId }: TestOrganization): Promise<string> {
  const channelId = newId()
  const client = new pg.Client({ connectionString: service.databaseUrl })
  await client.connect()
  await client.query(
    `with made as (
       insert into provider (id, organization_id, name, channel, secret_key, secret_key_made_at, appearance, created_at)
       select $1, organization_id, 'Bot', 'telegram', 'none', created_at, appearance, created_at from provider where id = $2
     )
     insert into channel_connection (provider_id, organization_id, channel, account_id, name, credentials, mode, created_at, picture, picture_id)
     values ($1, $3, 'telegram', $1::text, 'Bot', 'none', 'webhook', now(), '\\xffd8ff', 'picture')`,
    [channelId, providerId, id],
  )
  await client.end()
  return channelId
}
