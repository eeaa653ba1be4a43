import { channelCapabilities } from '@parley/protocol/channel'
import type { ChannelProblem } from '@parley/protocol/channel-connection'
import type { MediaRecord } from '@parley/protocol/media'
import type { DeliveryReason, MessageDelivery } from '@parley/protocol/message-delivery'
import type { RawBuilder } from 'kysely'
import type { Clock } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { Database } from '../../core/database.ts'
import type { ChannelAccount, ChannelAdapter, OutboundPart } from './adapter.ts'
import { after, later } from './backoff.ts'
import { createByteBudget } from './byte-budget.ts'
import { changeContact, markUnblocked, type ClaimedContact } from './contact-store.ts'
import type { Lease } from './contact-worker.ts'
import {
  confirmed,
  createChanges,
  firstUnsent,
  idsFor,
  isFile,
  planOf,
  refOf,
  type Connection,
  type Result,
  type StoredMessage,
} from './outbound-changes.ts'
import { watchFiles, type OpenFile } from './outbound-files.ts'
import {
  finishOutbound,
  mayHaveArrived,
  nextOutbound,
  recordAttempt,
  recordPart,
  resetAttempts,
  type OutboundRow,
} from './outbox-store.ts'
import { findRefForReply, insertRefs, refsOfMessage, type Ref } from './ref-store.ts'

/** About 20 minutes without a response of the platform. */
const maxAttempts = 12
/** More than an hour in which the storage does not deliver a file: outages end meanwhile, and the next messages of the contact must not wait for ever. */
const maxFileAttempts = 21

/**
 * Files that are sent at once: platforms take them as one request body. The largest one of an organization, or several small ones, so that a
 * slow mail server does not delay the files of others.
 */
const fileMemory = { total: 200_000_000, perOwner: 50_000_000 }

export interface OutboundDeps {
  db: Database
  clock: Clock
  signal: AbortSignal
  accountOf: (
    providerId: string,
  ) => Promise<
    | { account: ChannelAccount | undefined; adapter: ChannelAdapter; problem: ChannelProblem | null }
    | undefined
  >
  findMessage: (customerId: string, messageId: string) => Promise<StoredMessage | undefined>
  openFile: OpenFile
  /** Called with the error of a file that could not be read. */
  onError: (error: unknown) => void
  recordDelivery: (
    customer: { organizationId: string; customerId: string },
    messageId: string,
    delivery: MessageDelivery,
  ) => Promise<unknown>
  /** Whether the channel's messaging window for this customer is open. */
  isWindowOpen: (organizationId: string, customerId: string) => Promise<boolean>
  /** The platform has asked to wait with this contact, which waits now. */
  onLimit: (limited: { providerId: string; contact: string; seconds: number }) => Promise<unknown>
  /** The platform refuses the credentials. */
  onRefusedCredentials: (providerId: string) => Promise<void>
  /** What is wrong with the account for sending; null: a message was sent. */
  onAccount: (providerId: string, problem: ChannelProblem | null) => Promise<void>
}

interface SendingConnection extends Connection {
  problem: ChannelProblem | null
}

/** What follows for the contact's queue. */
type Step = 'next' | 'wait'

/** Sends what waits for one contact, in order. */
export function createOutboundHandler(deps: OutboundDeps) {
  const { db, clock } = deps
  const now = () => databaseNow(clock)
  const memory = createByteBudget(fileMemory)
  const changes = createChanges(deps)

  return async (claimed: ClaimedContact, lease: Lease): Promise<void> => {
    const known = await deps.accountOf(claimed.providerId)
    const connection = known?.account && { ...known, account: known.account, lease }
    while (!deps.signal.aborted && !lease.signal.aborted) {
      const row = await nextOutbound(db, claimed.providerId, claimed.contact)
      if (!row) return
      if ((await perform(row, connection)) === 'wait') return
    }
  }

  async function perform(row: OutboundRow, connection: SendingConnection | undefined): Promise<Step> {
    const refs = await refsOfMessage(db, row.message_id)
    // Nothing was sent yet: the retry sends the new text.
    if (row.action === 'edit' && refs.length === 0) return cancel(row)
    if (!connection) return fail(row, 'disconnected')
    if (row.action === 'delete') return remove(row, connection)
    const message = await deps.findMessage(row.customer_id, row.message_id)
    // Deleted before it was sent; its deletion follows and withdraws parts that were.
    if (!message || message.deleted_at !== null) return cancel(row)
    return (row.action === 'send' ? send : edit)(row, message, connection, refs)
  }

  async function send(
    row: OutboundRow,
    message: StoredMessage,
    connection: SendingConnection,
    refs: Ref[],
  ): Promise<Step> {
    // It was open when the message was written.
    if (!(await deps.isWindowOpen(row.organization_id, row.customer_id))) return fail(row, 'window_closed')
    const parts = planOf(connection.adapter, message, refs)
    for (let index = firstUnsent(row, parts, refs); index < parts.length; index += 1) {
      if (deps.signal.aborted) return 'wait'
      const sent = await sendPart(row, message, connection, { part: parts[index] as OutboundPart, index })
      if (sent.outcome !== 'done') return unsuccessful(row, sent)
    }
    return succeed(row)
  }

  async function sendPart(
    row: OutboundRow,
    message: StoredMessage,
    { account, adapter, problem, lease }: SendingConnection,
    { part, index }: { part: OutboundPart; index: number },
  ): Promise<Result> {
    const replyTo =
      index === 0 && message.reply_to_id !== null ? await findRefForReply(db, message.reply_to_id) : undefined
    const { maxAttachmentBytes: limit } = channelCapabilities[adapter.channel]
    const files = filesOf(part)
    if (limit !== null && files.some(({ size }) => size > limit))
      return { outcome: 'refused', reason: 'file_too_large' }
    const give = files.length === 0 ? () => {} : await reserve(files, row, lease)
    if (give === null) return { outcome: 'stopped' }
    const watched = watchFiles(deps.openFile)
    const sent = await adapter
      .send(account, {
        ...idsFor(row, message),
        part,
        replyTo: replyTo?.external_id ?? null,
        openFile: watched.openFile,
      })
      .catch((error: unknown) => {
        if (!watched.hasFailed()) throw error
        deps.onError(error)
        return { outcome: 'unreadable' } as const
      })
      .finally(give)
    if (sent.outcome === 'done') {
      await db.transaction().execute(async (trx) => {
        if (sent.externalId !== null) {
          const { kind } = part
          await insertRefs(trx, [{ ...refOf(row), external_id: sent.externalId, part: index, kind }])
        }
        await recordPart(trx, row, index + 1)
        await markUnblocked(trx, idsOf(row))
      })
      if (problem !== null) await deps.onAccount(row.provider_id, null)
    }
    return confirmed(lease, sent)
  }

  /** null: stopped meanwhile. */
  function reserve(files: MediaRecord[], { organization_id: organizationId }: OutboundRow, lease: Lease) {
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    return memory.reserve(organizationId, bytes, AbortSignal.any([deps.signal, lease.signal]))
  }

  async function edit(
    row: OutboundRow,
    message: StoredMessage,
    connection: Connection,
    refs: Ref[],
  ): Promise<Step> {
    const edited = await changes.edit(row, message, connection, refs)
    if (edited.outcome !== 'done') return unsuccessful(row, edited)
    // Without all files the message remains failed, and the retry sends the rest.
    return refs.filter(isFile).length < message.media.length ? finish(row) : succeed(row)
  }

  async function remove(row: OutboundRow, connection: Connection): Promise<Step> {
    const removed = await changes.remove(row, connection)
    if (removed.outcome !== 'done') return unsuccessful(row, removed)
    // Without its id on the platform, such a part cannot be withdrawn.
    if (!(await mayHaveArrived(db, row))) return succeed(row)
    // Also of a failed message: once deleted, it cannot be retried.
    await recordRefusal(row)
    return end(row, 'change_refused')
  }

  async function unsuccessful(row: OutboundRow, result: Exclude<Result, { outcome: 'done' }>): Promise<Step> {
    if (result.outcome === 'stopped') return 'wait'
    if (result.outcome === 'later') {
      await resetAttempts(db, row)
      await waitUntil(row, after(now(), result.seconds * 1000))
      await deps.onLimit({ ...idsOf(row), seconds: result.seconds })
      return 'wait'
    }
    if (result.outcome === 'refused') {
      if (result.reason === 'disconnected') await deps.onRefusedCredentials(row.provider_id)
      if (result.reason === 'blocked' || result.reason === 'contact_gone')
        await changeContact(db, idsOf(row), { unreachable: result.reason })
      return fail(row, result.reason)
    }
    if (result.outcome === 'unavailable' && result.problem !== undefined)
      await deps.onAccount(row.provider_id, result.problem)
    await recordAttempt(db, row, result.outcome)
    const isUnreadable = result.outcome === 'unreadable'
    const attempts = 1 + (isUnreadable ? row.file_attempts : row.attempts)
    if (attempts >= (isUnreadable ? maxFileAttempts : maxAttempts)) return fail(row, 'unavailable')
    await waitUntil(row, later(now(), attempts))
    return 'wait'
  }

  /** Writes the log entry first: a repeat after a crash adds none. */
  async function succeed(row: OutboundRow): Promise<Step> {
    await deps.recordDelivery(customerOf(row), row.message_id, { state: 'sent', reason: null })
    return finish(row)
  }

  async function finish(row: OutboundRow): Promise<Step> {
    await finishOutbound(db, row, { state: 'sent', reason: null, now: now() })
    return 'next'
  }

  async function fail(row: OutboundRow, reason: DeliveryReason): Promise<Step> {
    if (row.action === 'send')
      await deps.recordDelivery(customerOf(row), row.message_id, { state: 'failed', reason })
    else if (!(await hasFailed(row))) await recordRefusal(row)
    return end(row, reason)
  }

  function recordRefusal(row: OutboundRow): Promise<unknown> {
    const delivery = { state: 'sent', reason: 'change_refused' } as const
    return deps.recordDelivery(customerOf(row), row.message_id, delivery)
  }

  async function end(row: OutboundRow, reason: DeliveryReason): Promise<Step> {
    await finishOutbound(db, row, { state: 'failed', reason, now: now() })
    return 'next'
  }

  /** It can be retried, so a refused change must not replace the failure. */
  async function hasFailed(row: OutboundRow): Promise<boolean> {
    const message = await deps.findMessage(row.customer_id, row.message_id)
    return message?.delivery?.state === 'failed'
  }

  async function cancel(row: OutboundRow): Promise<Step> {
    await finishOutbound(db, row, { state: 'cancelled', reason: null, now: now() })
    return 'next'
  }

  function waitUntil(row: OutboundRow, until: RawBuilder<string>): Promise<unknown> {
    return changeContact(db, idsOf(row), { outbound_not_before: until })
  }
}

const filesOf = (part: OutboundPart): MediaRecord[] => {
  if (part.kind === 'text') return []
  return part.kind === 'whole' ? part.media : [part.media]
}

const idsOf = (row: OutboundRow) => ({ providerId: row.provider_id, contact: row.contact })

const customerOf = (row: OutboundRow) => ({
  organizationId: row.organization_id,
  customerId: row.customer_id,
})
