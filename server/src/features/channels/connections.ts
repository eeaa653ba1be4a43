import { channelCapabilities } from '@parley/protocol/channel'
import type { ChannelConnection, ChannelProblem } from '@parley/protocol/channel-connection'
import { AppError } from '../../core/app-error.ts'
import type { Bus } from '../../core/bus/bus.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { announceChange } from '../../core/organization-changes.ts'
import type { Secrets } from '../../core/secrets.ts'
import type { RateLimit, TokenBuckets } from '../../core/token-bucket.ts'
import type { ChannelAccount, ChannelAdapter, Identified } from './adapter.ts'
import { rememberPicture } from './channel-picture.ts'
import {
  allConnections,
  changeConnection,
  findConnection,
  findConnectionOf,
  insertConnection,
  listConnections,
  pollSoon,
  setProblem,
  withoutPosition,
  type ConnectionRow,
} from './connection-store.ts'
import { presented } from './connection-view.ts'
import { contactById } from './contact-store.ts'
import { makeDue } from './outbox-store.ts'

/** Each needs a poller or a webhook of its own. */
const maxConnections = 20

/** Reading tells nothing about these. */
export const sendingProblems: ReadonlySet<ChannelProblem> = new Set([
  'sending_refused',
  'sending_unreachable',
])

/** Per organization, because each of these signs in to servers that a user has named. Enough to connect the maximum number of channels. */
export const testsPerOrganization: RateLimit = { burst: 20, perSecond: 1 / 30 }

type KnownAccount = Extract<Identified, { outcome: 'identified' }>

const sealingContext = (providerId: string) => `channel_connection.credentials:${providerId}`

export interface ConnectionDeps {
  db: Database
  bus: Bus
  clock: Clock
  secrets: Secrets
  /** Public base URL. Platforms call webhooks only by https. */
  baseUrl: string
  adapters: readonly ChannelAdapter[]
  createProvider: (
    organizationId: string,
    input: { name: string; channel: ChannelConnection['channel'] },
    trx: Transaction,
  ) => Promise<{ id: string }>
  removeProvider: (trx: Transaction, providerId: string) => Promise<unknown>
  /** Requests to platforms and mail servers, by organization. */
  tests: Pick<TokenBuckets, 'take'>
  /** Queued messages can now be sent, or fail. */
  wake: () => void
}

export type Connections = ReturnType<typeof createConnections>

/** Accounts at messaging platforms: connected by a token, checked, and removed. */
export function createConnections(deps: ConnectionDeps) {
  const { db, bus, clock, secrets } = deps
  const isReachable = isPublic(deps.baseUrl)
  const now = () => databaseNow(clock)

  const adapterOf = (channel: ChannelConnection['channel']): ChannelAdapter => {
    const adapter = deps.adapters.find((one) => one.channel === channel)
    if (!adapter) throw new Error(`No adapter for ${channel}`)
    return adapter
  }
  const modeOf = ({ webhooks }: ChannelAdapter) =>
    webhooks && isReachable ? ('webhook' as const) : ('polling' as const)
  /** null: the platform is polled for updates. */
  const webhookUrl = (adapter: ChannelAdapter, providerId: string) =>
    modeOf(adapter) === 'webhook' ? `${deps.baseUrl}/v1/public/channels/${providerId}/updates` : null
  /** Derived, so that it is nowhere stored. The platform returns it with each update. */
  const webhookSecret = (providerId: string) =>
    secrets.key(`channel webhook ${providerId}`).export().toString('base64url')

  async function find(organizationId: string, id: string): Promise<ConnectionRow> {
    const row = await findConnectionOf(db, organizationId, id)
    if (!row) throw new AppError('not_found')
    return row
  }

  const accountOf = (row: ConnectionRow): ChannelAccount => ({
    providerId: row.provider_id,
    credentials: secrets.open(row.credentials ?? '', sealingContext(row.provider_id)),
  })

  /** @throws AppError rate_limited */
  function admitTest(organizationId: string): void {
    const waitMs = deps.tests.take(organizationId)
    if (waitMs > 0) throw new AppError('rate_limited', { retryAfter: Math.ceil(waitMs / 1000) })
  }

  async function identify(
    organizationId: string,
    adapter: ChannelAdapter,
    credentials: string,
  ): Promise<KnownAccount> {
    if (!adapter.isWellFormed(credentials)) {
      if (!adapter.webhooks) throw new AppError('mailbox_incomplete')
      throw new AppError('channel_token_malformed', { pointer: '/body/token' })
    }
    admitTest(organizationId)
    const identified = await adapter.identify(credentials)
    if (identified.outcome === 'identified') return identified
    if (identified.outcome === 'unreachable') throw new AppError('channel_unreachable')
    if (identified.problem !== undefined)
      throw new AppError('mailbox_refused', { detail: identified.problem })
    throw new AppError('channel_token_refused', { pointer: '/body/token' })
  }

  async function setUp(adapter: ChannelAdapter, account: ChannelAccount): Promise<ChannelProblem | null> {
    const { providerId } = account
    const url = webhookUrl(adapter, providerId)
    const { outcome } = await adapter.setUp(
      account,
      url === null ? null : { url, secret: webhookSecret(providerId) },
    )
    if (outcome !== 'ready') return outcome === 'refused' ? 'webhook_refused' : 'unreachable'
    await changeConnection(db, providerId, { mode: modeOf(adapter), webhook_url: url })
    await rememberPicture(db, adapter, account)
    return null
  }

  async function report(
    row: Pick<ConnectionRow, 'provider_id' | 'organization_id'>,
    problem: ChannelProblem | null,
  ) {
    if (await setProblem(db, row.provider_id, problem, now()))
      announceChange(bus, row.organization_id, 'channels')
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
      if ((await listConnections(db, organizationId)).length >= maxConnections)
        throw new AppError('channel_limit')
      const adapter = adapterOf(channel)
      const { accountId, name, username } = await identify(organizationId, adapter, credentials)
      const id = await db.transaction().execute(async (trx) => {
        const provider = await deps.createProvider(organizationId, { name, channel }, trx)
        const inserted = await insertConnection(trx, {
          provider_id: provider.id,
          organization_id: organizationId,
          channel,
          account_id: accountId,
          name,
          username,
          credentials: secrets.seal(credentials, sealingContext(provider.id)),
          mode: modeOf(adapter),
          created_at: timestamp(clock()),
        })
        if (!inserted) throw new AppError('channel_taken')
        return provider.id
      })
      const row = await find(organizationId, id)
      await report(row, await setUp(adapter, accountOf(row)))
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
      const isKept = adapter.keepsCursor?.(accountOf(row).credentials, credentials) ?? true
      const sealed = secrets.seal(credentials, sealingContext(id))
      const change = { credentials: sealed, name, username, ...(!isKept && withoutPosition) }
      await changeConnection(db, id, change)
      await report(row, await setUp(adapter, { providerId: id, credentials }))
      await makeDue(db, { providerId: id }, now())
      await pollSoon(db, id, now())
      deps.wake()
      announceChange(bus, organizationId, 'channels')
      return presented(await find(organizationId, id))
    },

    /** Sets the channel up again and returns it with its current problem. @throws AppError not_found, rate_limited */
    async check(organizationId: string, id: string): Promise<ChannelConnection> {
      const row = await find(organizationId, id)
      const adapter = adapterOf(row.channel)
      const account = accountOf(row)
      admitTest(organizationId)
      const identified = await adapter.identify(account.credentials)
      const problem =
        identified.outcome === 'refused'
          ? (identified.problem ?? 'credentials_refused')
          : identified.outcome === 'unreachable'
            ? 'unreachable'
            : ((await setUp(adapter, account)) ?? (await adapter.inspect(account, webhookUrl(adapter, id))))
      if (identified.outcome === 'identified') {
        const { name, username } = identified
        await changeConnection(db, id, { name, username })
      }
      await report(row, problem)
      await pollSoon(db, id, now())
      return presented(await find(organizationId, id))
    },

    /** Registers the current address at platforms after PARLEY_BASE_URL has changed: they would send updates to the previous one. */
    async redirect(): Promise<void> {
      for (const row of await allConnections(db)) {
        const adapter = adapterOf(row.channel)
        if (row.mode === modeOf(adapter) && row.webhook_url === webhookUrl(adapter, row.provider_id)) continue
        await report(row, await setUp(adapter, accountOf(row)))
      }
    },

    /** Customers and conversations are kept; messages to them fail from now on. @throws AppError not_found */
    async remove(organizationId: string, id: string): Promise<void> {
      const row = await find(organizationId, id)
      // First, while the token is known.
      await adapterOf(row.channel).tearDown(accountOf(row))
      await db.transaction().execute(async (trx) => {
        await changeConnection(trx, id, { credentials: null, removed_at: timestamp(clock()) })
        await deps.removeProvider(trx, id)
        await makeDue(trx, { providerId: id }, now())
      })
      deps.wake()
      announceChange(bus, organizationId, 'channels')
    },

    /** For the queues. undefined: removed. */
    async accountOf(providerId: string) {
      const row = await findConnection(db, providerId)
      if (!row || row.removed_at !== null) return undefined
      const { channel, username, problem } = row
      return { account: accountOf(row), adapter: adapterOf(channel), channel, username, problem }
    },

    /** undefined: the customer is not a contact, or the platform shows no typing. */
    async showTypingOf(customerId: string): Promise<(() => Promise<void>) | undefined> {
      const contact = await contactById(db, customerId)
      const row = contact && (await findConnection(db, contact.provider_id))
      if (!row || row.removed_at !== null || !channelCapabilities[row.channel].typing.toCustomer)
        return undefined
      return () => adapterOf(row.channel).showTyping(accountOf(row), contact.contact)
    },

    async reportRefusedCredentials(providerId: string): Promise<void> {
      const row = await findConnection(db, providerId)
      if (row) await report(row, adapterOf(row.channel).refusedSending)
    },

    /** Sets the account's problem with sending; null: a message was sent. A problem with receiving is kept. */
    async reportSending(providerId: string, problem: ChannelProblem | null): Promise<void> {
      const row = await findConnection(db, providerId)
      const known = row?.problem ?? null
      if (row && (known === null || sendingProblems.has(known))) await report(row, problem)
    },

    admitTest,
    /** @throws AppError not_found */
    find,
    adapterOf,
    open: accountOf,
    webhookSecret,
    report,
  }
}

/** Whether a platform can call this service. */
function isPublic(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'https:' && hostname !== 'localhost' && !/^[\d.]+$|^\[/.test(hostname)
}
