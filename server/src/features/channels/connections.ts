import { channelCapabilities } from '@parley/protocol/channel'
import type { ChannelConnection, ChannelProblem } from '@parley/protocol/channel-connection'
import { AppError } from '../../core/app-error.ts'
import type { Bus } from '../../core/bus/bus.ts'
import { timestamp } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { announceChange } from '../../core/organization-changes.ts'
import { createSemaphore } from '../../core/semaphore.ts'
import { afterSignIn, createAccountSetup, problemAfter, type AccountSetupDeps } from './account-setup.ts'
import { openAccount, sealCredentials } from './channel-credentials.ts'
import {
  allConnectionIds,
  changeConnection,
  findConnection,
  findConnectionOf,
  insertConnection,
  listConnections,
  lockConnections,
  pollSoon,
  setProblem,
  unconfirmed,
  withoutPicture,
  withoutPosition,
  type ConnectionRow,
} from './connection-store.ts'
import { presented } from './connection-view.ts'
import { contactById } from './contact-store.ts'
import { makeInboundDue } from './inbound-store.ts'
import { makeDue } from './outbox-store.ts'

/** Each needs a poller or a webhook of its own. */
const maxConnections = 20

/** Each waits for a platform, for up to 30 s if it does not respond. */
const maxReviews = 8

/** Reading tells nothing about these. */
export const sendingProblems: ReadonlySet<ChannelProblem> = new Set([
  'sending_refused',
  'sending_unreachable',
])

/** Over when the platform has called the webhook. */
const webhookProblems: ReadonlySet<ChannelProblem> = new Set([
  'webhook_refused',
  'other_receiver',
  'unreachable',
])

export interface ConnectionDeps extends AccountSetupDeps {
  bus: Bus
  createProvider: (
    organizationId: string,
    input: { name: string; channel: ChannelConnection['channel'] },
    trx: Transaction,
  ) => Promise<{ id: string }>
  removeProvider: (trx: Transaction, providerId: string) => Promise<unknown>
  /** Queued messages can now be sent, or fail. */
  wake: () => void
}

export type Connections = ReturnType<typeof createConnections>

/** Accounts at messaging platforms: connected by a token, checked, and removed. */
export function createConnections(deps: ConnectionDeps) {
  const { db, bus, clock, secrets } = deps
  const { adapterOf, modeOf, webhookSecret, admitTest, identify, setUp, isSetUp, review, test } =
    createAccountSetup(deps)
  const now = () => databaseNow(clock)

  async function find(organizationId: string, id: string): Promise<ConnectionRow> {
    const row = await findConnectionOf(db, organizationId, id)
    if (!row) throw new AppError('not_found')
    return row
  }

  const open = (row: ConnectionRow) => openAccount(secrets, row)

  /** Two connections would both take each message. @throws AppError channel_taken */
  async function refuseSecond(
    trx: Transaction,
    organizationId: string,
    channel: ChannelConnection['channel'],
    credentials: string,
    ownId: string | null,
  ): Promise<void> {
    const { readsSame } = adapterOf(channel)
    if (!readsSame) return
    for (const row of await listConnections(trx, organizationId)) {
      if (row.channel !== channel || row.provider_id === ownId) continue
      const other = open(row)
      if (other && readsSame(other.credentials, credentials)) throw new AppError('channel_taken')
    }
  }

  /** @throws AppError channel_limit */
  async function refuseTooMany(on: Database | Transaction, organizationId: string): Promise<void> {
    if ((await listConnections(on, organizationId)).length >= maxConnections)
      throw new AppError('channel_limit')
  }

  async function report(
    row: Pick<ConnectionRow, 'provider_id' | 'organization_id'>,
    problem: ChannelProblem | null,
  ) {
    if (await setProblem(db, row.provider_id, problem, now()))
      announceChange(bus, row.organization_id, 'channels')
  }

  async function reviewOne(id: string): Promise<void> {
    // Read again: it may have been changed or removed while others were reviewed.
    const row = await findConnection(db, id)
    if (!row || row.removed_at !== null) return
    const account = open(row)
    if (!account) await report(row, 'credentials_refused')
    else if (!isSetUp(row)) await report(row, problemAfter(await setUp(row, account, row.problem)))
    else if (row.mode === 'webhook') await report(row, await review(row, account))
  }

  return {
    async list(organizationId: string): Promise<ChannelConnection[]> {
      return (await listConnections(db, organizationId)).map(presented)
    },

    /**
     * @throws AppError channel_token_malformed, channel_token_refused, mailbox_incomplete, mailbox_refused, channel_unreachable,
     * channel_taken, channel_limit, rate_limited
     */
    async connect(
      organizationId: string,
      channel: ChannelConnection['channel'],
      credentials: string,
    ): Promise<ChannelConnection> {
      await refuseTooMany(db, organizationId)
      const adapter = adapterOf(channel)
      const { accountId, name, username } = await identify(organizationId, adapter, credentials)
      const id = await db.transaction().execute(async (trx) => {
        await lockConnections(trx, organizationId)
        await refuseTooMany(trx, organizationId)
        await refuseSecond(trx, organizationId, channel, credentials, null)
        const provider = await deps.createProvider(organizationId, { name, channel }, trx)
        const inserted = await insertConnection(trx, {
          provider_id: provider.id,
          organization_id: organizationId,
          channel,
          account_id: accountId,
          name,
          username,
          credentials: sealCredentials(secrets, { providerId: provider.id, credentials }),
          mode: modeOf(adapter),
          webhook_url: unconfirmed,
          created_at: timestamp(clock()),
        })
        if (!inserted) throw new AppError('channel_taken')
        return provider.id
      })
      const row = await find(organizationId, id)
      await report(row, problemAfter(await setUp(row, { organizationId, providerId: id, credentials }, null)))
      announceChange(bus, organizationId, 'channels')
      return presented(await find(organizationId, id))
    },

    /** Replaces the credentials of the same account. @throws AppError as `connect`, channel_token_other_account, not_found */
    async replace(
      organizationId: string,
      id: string,
      channel: ChannelConnection['channel'],
      credentials: string,
    ): Promise<ChannelConnection> {
      const row = await find(organizationId, id)
      if (row.channel !== channel) throw new AppError('not_found')
      const adapter = adapterOf(channel)
      const { accountId, name, username } = await identify(organizationId, adapter, credentials)
      if (accountId !== row.account_id) throw new AppError('channel_token_other_account')
      const account = { organizationId, providerId: id, credentials }
      await db.transaction().execute(async (trx) => {
        await lockConnections(trx, organizationId)
        // Read again: signing in takes long, and it may have been changed or removed meanwhile.
        const current = await findConnectionOf(trx, organizationId, id)
        const before = current && open(current)?.credentials
        const isKept = !adapter.readsSame || (before !== undefined && adapter.readsSame(before, credentials))
        // Earlier releases accepted a second connection: one that stays where it is can still be changed.
        if (!isKept) await refuseSecond(trx, organizationId, channel, credentials, id)
        const sealed = sealCredentials(secrets, account)
        // `review` repeats a setup that fails here.
        const unset = { webhook_url: unconfirmed, ...(!isKept && withoutPosition) }
        const change = { credentials: sealed, name, username, ...unset }
        if (!(await changeConnection(trx, id, change))) throw new AppError('not_found')
      })
      const done = await setUp({ ...row, webhook_url: unconfirmed }, account, afterSignIn(row.problem))
      await report(row, problemAfter(done))
      await makeDue(db, { providerId: id }, now())
      await makeInboundDue(db, id, now())
      await pollSoon(db, id, now())
      deps.wake()
      announceChange(bus, organizationId, 'channels')
      return presented(await find(organizationId, id))
    },

    /** Sets the channel up again and returns it with its current problem. @throws AppError not_found, rate_limited */
    async check(organizationId: string, id: string): Promise<ChannelConnection> {
      const row = await find(organizationId, id)
      const account = open(row)
      if (account) admitTest(organizationId)
      await report(row, account ? await test(row, account) : 'credentials_refused')
      await pollSoon(db, id, now())
      return presented(await find(organizationId, id))
    },

    /** Registers the current address at platforms after PARLEY_BASE_URL has changed, and reports what they say of their webhooks. */
    async review(): Promise<void> {
      const turn = createSemaphore(maxReviews)
      await Promise.all((await allConnectionIds(db)).map((id) => turn(() => reviewOne(id))))
    },

    /** Customers and conversations are kept; messages to them fail from now on. @throws AppError not_found */
    async remove(organizationId: string, id: string): Promise<void> {
      const row = await find(organizationId, id)
      const account = open(row)
      await db.transaction().execute(async (trx) => {
        const change = { credentials: null, removed_at: timestamp(clock()), ...withoutPicture }
        if (!(await changeConnection(trx, id, change))) throw new AppError('not_found')
        await deps.removeProvider(trx, id)
        await makeDue(trx, { providerId: id }, now())
        await makeInboundDue(trx, id, now())
      })
      deps.wake()
      announceChange(bus, organizationId, 'channels')
      // Last, because `review` repairs the webhooks of connections that are not removed.
      if (account) await adapterOf(row.channel).tearDown(account)
    },

    /** For the queues. undefined: removed. `account` undefined: its credentials are unreadable, which is reported. */
    async accountOf(providerId: string) {
      const row = await findConnection(db, providerId)
      if (!row || row.removed_at !== null) return undefined
      const { channel, username, problem } = row
      const account = open(row)
      if (!account) await report(row, 'credentials_refused')
      return { account, adapter: adapterOf(channel), channel, username, problem }
    },

    /** undefined: the customer is not a contact, or the platform shows no typing. */
    async showTypingOf(customerId: string): Promise<(() => Promise<void>) | undefined> {
      const contact = await contactById(db, customerId)
      const row = contact && (await findConnection(db, contact.provider_id))
      if (!row || row.removed_at !== null || !channelCapabilities[row.channel].typing.toCustomer)
        return undefined
      const account = open(row)
      return account && (() => adapterOf(row.channel).showTyping(account, contact.contact))
    },

    /** Credentials that are known to be refused stay so, with their time: the delay of the next poll grows from it. */
    async reportRefusedCredentials(providerId: string): Promise<void> {
      const row = await findConnection(db, providerId)
      if (row && row.problem !== 'credentials_refused')
        await report(row, adapterOf(row.channel).refusedSending)
    },

    /** Sets the account's problem with sending; null: a message was sent. A problem with receiving is kept. */
    async reportSending(providerId: string, problem: ChannelProblem | null): Promise<void> {
      const row = await findConnection(db, providerId)
      if (!row) return
      const { problem: known } = row
      if (known === null || sendingProblems.has(known) || known === adapterOf(row.channel).refusedSending)
        await report(row, problem)
    },

    /** The platform has called the webhook. */
    async reportReceived(providerId: string): Promise<void> {
      const row = await findConnection(db, providerId)
      if (row?.problem && webhookProblems.has(row.problem)) await report(row, null)
    },

    admitTest,
    /** @throws AppError not_found */
    find,
    adapterOf,
    open,
    webhookSecret,
    report,
  }
}
