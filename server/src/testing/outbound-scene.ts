import type { MediaRecord } from '@parley/protocol/media'
import type { MessageDelivery } from '@parley/protocol/message-delivery'
import { expect } from 'vitest'
import { openDatabase } from '../core/database.ts'
import { newId } from '../core/ids.ts'
import type { ChannelAdapter, Outbound, SendOutcome } from '../features/channels/adapter.ts'
import { createContactWorker } from '../features/channels/contact-worker.ts'
import { createOutboundHandler, type OutboundDeps } from '../features/channels/outbound.ts'
import { foundOrganization, startTestService } from './test-service.ts'
import { createWindowedPlatform } from './windowed-platform.ts'

export type OutboundScene = Awaited<ReturnType<typeof startOutboundScene>>

export const done: SendOutcome = { outcome: 'done', externalId: null }
export const file: MediaRecord = {
  id: newId(),
  name: 'a.pdf',
  mime: 'application/pdf',
  size: 1_000_000,
  width: null,
  height: null,
}
/** Contacts with queued messages, and processes that send them to a platform. */
export async function startOutboundScene() {
  const platform = createWindowedPlatform()
  const adapter: ChannelAdapter = {
    ...(platform.channels.channelAdapters[0] as ChannelAdapter),
    identify: async (token) => ({ outcome: 'identified', accountId: token, name: token, username: null }),
    plan: ({ content, media: [first] }) =>
      first ? [{ kind: 'file', media: first }] : [{ kind: 'text', text: content }],
  }
  const service = await startTestService({ channels: { ...platform.channels, channelAdapters: [adapter] } })
  const database = openDatabase(service.databaseUrl)
  const media = new Map<string, MediaRecord[]>()

  async function connect(name: string) {
    const { id, cookie } = await foundOrganization(service, name)
    const body = { channel: 'telegram', token: `account-of-${id}` }
    const connected = await service.call('POST', `/v1/organizations/${id}/channels`, { cookie, body })
    expect(connected.status).toBe(201)
    return { organizationId: id, providerId: (connected.body as { id: string }).id }
  }

  /** Queues messages to a new contact. Returns their ids. */
  async function queue(
    { organizationId, providerId }: { organizationId: string; providerId: string },
    contact: string,
    files: MediaRecord[][],
  ): Promise<string[]> {
    const customerId = newId()
    const dueAt = '2026-03-01'
    const ids = files.map(() => newId())
    // In one transaction, as in the service: a worker that is looking for contacts would find one without all its messages.
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query(
      `insert into channel_contact (provider_id, contact, organization_id, customer_id, outbound_due_at)
       values ($1, $2, $3, $4, $5)`,
      [providerId, contact, organizationId, customerId, dueAt],
    )
    for (const [index, id] of ids.entries()) {
      media.set(id, files[index] ?? [])
      await client.query(
        `insert into channel_outbox (customer_id, seq, provider_id, organization_id, contact, message_id, action, created_at)
         values ($1, $2, $3, $4, $5, $6, 'send', $7)`,
        [customerId, index + 1, providerId, organizationId, contact, id, dueAt],
      )
    }
    await client.query('commit')
    client.release()
    return ids
  }

  /** One process. */
  function start(send: (outbound: Outbound) => Promise<SendOutcome>, more: Partial<OutboundDeps> = {}) {
    const recorded: { messageId: string; delivery: MessageDelivery }[] = []
    const handle = createOutboundHandler({
      db: database.db,
      clock: Date.now,
      signal: new AbortController().signal,
      accountOf: async (providerId) => ({
        account: { organizationId: 'organization', providerId, credentials: 'any' },
        adapter: { ...adapter, send: (_account, outbound) => send(outbound) },
        problem: null,
      }),
      findMessage: async (_customerId, id) => ({
        id,
        content: 'Hello',
        media: media.get(id) ?? [],
        reply_to_id: null,
        conversation_id: newId(),
        sender_type: 'agent',
        by_api: false,
        delivery: null,
        deleted_at: null,
      }),
      openFile: async () => undefined,
      onError: (error) => expect.unreachable(String(error)),
      recordDelivery: async (_customer, messageId, delivery) => recorded.push({ messageId, delivery }),
      isWindowOpen: async () => true,
      onLimit: async () => {},
      onRefusedCredentials: async () => {},
      onAccount: async () => {},
      ...more,
    })
    const worker = createContactWorker({
      db: database.db,
      clock: Date.now,
      queue: 'outbound',
      handle,
      onError: (error) => expect.unreachable(String(error)),
    })
    return { look: worker.look, recorded }
  }

  const statesOf = async (ids: string[]) =>
    (
      await database.pool.query<{ state: string }>(
        'select state from channel_outbox where message_id = any($1) order by seq',
        [ids],
      )
    ).rows.map(({ state }) => state)

  return {
    adapter,
    database,
    connect,
    queue,
    start,
    statesOf,
    empty: () =>
      database.pool.query(
        'update channel_contact set outbound_due_at = null where outbound_due_at is not null',
      ),
    async stop(): Promise<void> {
      await database.close()
      await service.stop()
    },
  }
}
