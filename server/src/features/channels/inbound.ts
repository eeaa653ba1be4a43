import type { Channel } from '@parley/protocol/channel'
import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import { postgresCode, type Database } from '../../core/database.ts'
import type { Logger } from '../../core/logger.ts'
import { failureReason } from './failure-reason.ts'
import type { ChannelAccount, ChannelAdapter, InboundEvent } from './adapter.ts'
import { after, maxRetryMs, retryDelayMs } from './backoff.ts'
import { findConnection } from './connection-store.ts'
import { saveTokens, tokensOf, type ClaimedContact } from './contact-store.ts'
import { createContactTokens, type ContactTokens } from './contact-tokens.ts'
import type { Lease } from './contact-worker.ts'
import { finishInbound, pendingInbound, postponeInbound, type PendingInbound } from './inbound-store.ts'
import type { Receive } from './receive.ts'

/** An update that fails this often is abandoned, so that the contact's next messages arrive. */
const maxAttempts = 8
const batchSize = 20
/** With unreadable credentials, which are reported with the connection. */
const unreadableDelayMs = 60_000

export interface InboundDeps {
  db: Database
  clock: Clock
  logger: Logger
  signal: AbortSignal
  /** undefined: the channel was removed. `account` undefined: its credentials are unreadable. */
  accountOf: (
    providerId: string,
  ) => Promise<{ account: ChannelAccount | undefined; adapter: ChannelAdapter } | undefined>
  adapterOf: (channel: Channel) => ChannelAdapter
  receive: Receive
}

/** Handles the stored updates of one contact in order. */
export function createInboundHandler(deps: InboundDeps) {
  const { db, clock, signal } = deps
  const now = () => databaseNow(clock)

  return async (claimed: ClaimedContact, lease: Lease): Promise<number | void> => {
    const { account, adapter, isRemoved } = await connectionOf(claimed)
    for (;;) {
      const pending = await pendingInbound(db, claimed.providerId, claimed.contact, {
        now: now(),
        max: batchSize,
      })
      if (pending.length === 0) return
      // The updates wait until the credentials are replaced or the channel is removed.
      if (!account) return unreadableDelayMs
      for (let rest = pending; rest.length > 0 && !signal.aborted;) {
        const group = takeGroup(rest)
        // The end of a batch may cut a group: the next one has all of it.
        if (group.length === rest.length && rest !== pending && group[0]?.group_key != null) break
        if (!group.every(({ ready }) => ready)) return
        // Another process may have handled it since it was read, and later edits of the same message.
        if (!(await lease.renew())) return
        if (!(await attempt(claimed, { account, adapter, isRemoved }, group))) return
        rest = rest.slice(group.length)
      }
      if (signal.aborted) return
    }
  }

  /** What was acknowledged is also handled after the channel was removed, without credentials. */
  async function connectionOf({ providerId, organizationId }: ClaimedContact) {
    const connected = await deps.accountOf(providerId)
    if (connected) return { ...connected, isRemoved: false }
    const row = await findConnection(db, providerId)
    if (!row) throw new Error('A contact without a connection')
    const account = { organizationId, providerId, credentials: '' }
    return { account, adapter: deps.adapterOf(row.channel), isRemoved: true }
  }

  /** Returns false when the update must be tried again. Only an attempt that finishes it counts towards rate limits. */
  async function attempt(
    claimed: ClaimedContact,
    connection: { account: ChannelAccount; adapter: ChannelAdapter; isRemoved: boolean },
    group: PendingInbound[],
  ): Promise<boolean> {
    const { account, adapter, isRemoved } = connection
    const [first] = group as [PendingInbound]
    // The platform delivers no more files of a removed channel.
    const isLast = isRemoved || first.attempts + 1 >= maxAttempts
    let tokens: ContactTokens | undefined
    try {
      const event = adapter.parse(group.map(({ payload }) => payload))
      tokens = tokensFor(claimed, event)
      const received = await deps.receive({ claimed, account, adapter, event, tokens, isLast })
      if (typeof received === 'object' && 'retryAfter' in received) {
        await postpone(claimed, first, 'file_unavailable', received.retryAfter)
        return false
      }
      // Parts that came later are a message of their own.
      if (typeof received === 'object') {
        const { sentParts } = received
        const [sent, others] = [group.slice(0, sentParts), group.slice(sentParts)]
        return (await attempt(claimed, connection, sent)) && (await attempt(claimed, connection, others))
      }
      if (received === 'limited')
        deps.logger.warn({ provider_id: claimed.providerId }, 'too many automatic messages of one contact')
      await tokens.save()
      await finish(claimed, group, received === 'limited' ? 'rate_limited' : null)
      return true
    } catch (error) {
      if (!isOfUpdate(error)) throw error
      const reason = failureReason(error)
      deps.logger.warn(
        { provider_id: claimed.providerId, attempts: first.attempts + 1, reason },
        'channel update failed',
      )
      if (!isLast) {
        await postpone(claimed, first, reason)
        return false
      }
      await tokens?.save()
      await finish(claimed, group, reason)
      return true
    }
  }

  function tokensFor(claimed: ClaimedContact, event: InboundEvent): ContactTokens {
    const store = {
      load: () => tokensOf(db, claimed),
      save: (tokens: object) => saveTokens(db, claimed, tokens),
    }
    const arrivedAt = 'arrivedAt' in event ? event.arrivedAt : undefined
    return createContactTokens(store, { now: clock(), arrivedAt })
  }

  function finish(claimed: ClaimedContact, group: PendingInbound[], error: string | null): Promise<unknown> {
    const ids = group.map(({ external_id: id }) => id)
    return finishInbound(db, claimed.providerId, ids, { now: now(), error })
  }

  /** @param retryAfter seconds that the platform asks to wait. Limited, because the contact's next messages wait as long. */
  function postpone(
    claimed: ClaimedContact,
    first: PendingInbound,
    error: string,
    retryAfter: number | null = null,
  ): Promise<unknown> {
    const askedMs = Math.min((retryAfter ?? 0) * 1000, maxRetryMs)
    const until = after(now(), Math.max(retryDelayMs(first.attempts + 1), askedMs))
    return postponeInbound(db, claimed.providerId, first.external_id, { until, error })
  }
}

/** The first update, with the rest of its group. */
function takeGroup(pending: PendingInbound[]): PendingInbound[] {
  const [first] = pending as [PendingInbound]
  if (first.group_key === null) return [first]
  const end = pending.findIndex(({ group_key: key }) => key !== first.group_key)
  return end === -1 ? pending : pending.slice(0, end)
}

/** Whether the update itself is the cause. Otherwise, such as without a database, the failure counts for no update. */
const isOfUpdate = (error: unknown): boolean =>
  (error instanceof AppError && error.status < 500) ||
  error instanceof TypeError ||
  error instanceof RangeError ||
  /^2[23]/.test(postgresCode(error) ?? '')
