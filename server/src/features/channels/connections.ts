import { channelCapabilities } from '@parley/protocol/channel'
import type { ChannelConnection, ChannelInput, ChannelProblem } from '@parley/protocol/channel-connection'
import { AppError } from '../../core/app-error.ts'
import type { Bus } from '../../core/bus/bus.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { announceChange } from '../../core/organization-changes.ts'
import type { Secrets } from '../../core/secrets.ts'
import type { ChannelAccount, ChannelAdapter, Identified } from './adapter.ts'
import {
  allConnections,
  changeConnection,
  findConnection,
  findConnectionOf,
  insertConnection,
  listConnections,
  setProblem,
  type ConnectionRow,
} from './connection-store.ts'
import { contactById } from './contact-store.ts'
import { makeDue } from './outbox-store.ts'

/** Each needs a poller or a webhook of its own. */
const maxConnections = 20

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
  /** Messages wait in a queue that may now go on, or fail. */
  wake: () => void
}

export type Connections = ReturnType<typeof createConnections>

/** Accounts at messaging platforms: connected by a token, checked, and removed. */
export function createConnections(deps: ConnectionDeps) {
  const { db, bus, clock, secrets } = deps
  const mode = isPublic(deps.baseUrl) ? ('webhook' as const) : ('polling' as const)
  const now = () => databaseNow(clock)

  const adapterOf = (channel: ChannelConnection['channel']): ChannelAdapter => {
    const adapter = deps.adapters.find((one) => one.channel === channel)
    if (!adapter) throw new Error(`No adapter for ${channel}`)
    return adapter
  }
  /** null: the platform is asked for updates. */
  const webhookUrl = (providerId: string) =>
    mode === 'webhook' ? `${deps.baseUrl}/v1/public/channels/${providerId}/updates` : null
  /** Derived, so that it is nowhere stored. The platform returns it with each update. */
  const webhookSecret = (providerId: string) =>
    secrets.key(`channel webhook ${providerId}`).toString('base64url')

  async function find(organizationId: string, id: string): Promise<ConnectionRow> {
    const row = await findConnectionOf(db, organizationId, id)
    if (!row) throw new AppError('not_found')
    return row
  }

  const accountOf = (row: ConnectionRow): ChannelAccount => ({
    providerId: row.provider_id,
    credentials: secrets.open(row.credentials ?? '', sealingContext(row.provider_id)),
  })

  async function identify(adapter: ChannelAdapter, token: string): Promise<KnownAccount> {
    if (!adapter.isWellFormed(token))
      throw new AppError('channel_token_malformed', { pointer: '/body/token' })
    const identified = await adapter.identify(token)
    if (identified.outcome === 'identified') return identified
    if (identified.outcome === 'unreachable') throw new AppError('channel_unreachable')
    throw new AppError('channel_token_refused', { pointer: '/body/token' })
  }

  async function setUp(adapter: ChannelAdapter, account: ChannelAccount): Promise<ChannelProblem | null> {
    const { providerId } = account
    const url = webhookUrl(providerId)
    const { outcome } = await adapter.setUp(
      account,
      url === null ? null : { url, secret: webhookSecret(providerId) },
    )
    if (outcome === 'ready') await changeConnection(db, providerId, { mode, webhook_url: url })
    return outcome === 'ready' ? null : outcome === 'refused' ? 'webhook_refused' : 'unreachable'
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
     * @throws AppError channel_token_malformed, channel_token_refused, channel_unreachable, channel_taken, channel_limit
     */
    async connect(organizationId: string, { channel, token }: ChannelInput): Promise<ChannelConnection> {
      if ((await listConnections(db, organizationId)).length >= maxConnections)
        throw new AppError('channel_limit')
      const adapter = adapterOf(channel)
      const { accountId, name, username } = await identify(adapter, token.trim())
      const id = await db.transaction().execute(async (trx) => {
        const provider = await deps.createProvider(organizationId, { name, channel }, trx)
        const inserted = await insertConnection(trx, {
          provider_id: provider.id,
          organization_id: organizationId,
          channel,
          account_id: accountId,
          name,
          username,
          credentials: secrets.seal(token.trim(), sealingContext(provider.id)),
          mode,
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

    /** Replaces the token, after the platform has issued a new one. @throws AppError as `connect`, channel_token_other_account */
    async replaceToken(organizationId: string, id: string, token: string): Promise<ChannelConnection> {
      const row = await find(organizationId, id)
      const adapter = adapterOf(row.channel)
      const { accountId, name, username } = await identify(adapter, token.trim())
      if (accountId !== row.account_id) throw new AppError('channel_token_other_account')
      const credentials = secrets.seal(token.trim(), sealingContext(id))
      await changeConnection(db, id, { credentials, name, username })
      await report(row, await setUp(adapter, { providerId: id, credentials: token.trim() }))
      await makeDue(db, { providerId: id }, now())
      deps.wake()
      announceChange(bus, organizationId, 'channels')
      return presented(await find(organizationId, id))
    },

    /** Sets the channel up again and returns it with what is wrong now. @throws AppError not_found */
    async check(organizationId: string, id: string): Promise<ChannelConnection> {
      const row = await find(organizationId, id)
      const adapter = adapterOf(row.channel)
      const account = accountOf(row)
      const identified = await adapter.identify(account.credentials)
      const problem =
        identified.outcome === 'refused'
          ? 'credentials_refused'
          : identified.outcome === 'unreachable'
            ? 'unreachable'
            : ((await setUp(adapter, account)) ?? (await adapter.inspect(account, webhookUrl(id))))
      if (identified.outcome === 'identified') {
        const { name, username } = identified
        await changeConnection(db, id, { name, username })
      }
      await report(row, problem)
      return presented(await find(organizationId, id))
    },

    /** Tells platforms the current address after PARLEY_BASE_URL has changed: they would send updates to the former one. */
    async redirect(): Promise<void> {
      for (const row of await allConnections(db)) {
        if (row.mode === mode && row.webhook_url === webhookUrl(row.provider_id)) continue
        await report(row, await setUp(adapterOf(row.channel), accountOf(row)))
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
      const { channel, username } = row
      return { account: accountOf(row), adapter: adapterOf(channel), channel, username }
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
      if (row) await report(row, 'credentials_refused')
    },

    /** @throws AppError not_found */
    find,
    adapterOf,
    open: accountOf,
    webhookSecret,
    report,
  }
}

const presented = (row: ConnectionRow): ChannelConnection => ({
  id: row.provider_id,
  channel: row.channel,
  name: row.name,
  username: row.username,
  mode: row.mode,
  problem: row.problem,
  problem_at: row.problem_at,
  last_inbound_at: row.last_inbound_at,
  created_at: row.created_at,
})

/** Whether a platform can call this service. */
function isPublic(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'https:' && hostname !== 'localhost' && !/^[\d.]+$|^\[/.test(hostname)
}
