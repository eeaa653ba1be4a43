import type { ChannelConnection, ChannelProblem } from '@parley/protocol/channel-connection'
import { AppError } from '../../core/app-error.ts'
import type { Database } from '../../core/database.ts'
import type { Secrets } from '../../core/secrets.ts'
import type { RateLimit, TokenBuckets } from '../../core/token-bucket.ts'
import type { ChannelAccount, ChannelAdapter, Identified } from './adapter.ts'
import { rememberPicture } from './channel-picture.ts'
import { changeConnection, type ConnectionRow } from './connection-store.ts'

/** Per organization, because each of these signs in to servers that a user has named. Enough to connect the maximum number of channels. */
export const testsPerOrganization: RateLimit = { burst: 20, perSecond: 1 / 30 }

type KnownAccount = Extract<Identified, { outcome: 'identified' }>

export interface AccountSetupDeps {
  db: Database
  secrets: Secrets
  /** Public base URL. Platforms call webhooks only by https. */
  baseUrl: string
  adapters: readonly ChannelAdapter[]
  /** Requests to platforms and mail servers, by organization. */
  tests: Pick<TokenBuckets, 'take'>
}

/** Requests to platforms that connect and check accounts. */
export function createAccountSetup(deps: AccountSetupDeps) {
  const { db, secrets } = deps
  const isReachable = isPublic(deps.baseUrl)

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
  /** Derived instead of stored. The platform returns it with each update. */
  const webhookSecret = (providerId: string) =>
    secrets.key(`channel webhook ${providerId}`).export().toString('base64url')

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

  function inspect(row: ConnectionRow, account: ChannelAccount): Promise<ChannelProblem | null> {
    const adapter = adapterOf(row.channel)
    const { last_inbound_at: lastInboundAt, problem } = row
    return adapter.inspect(account, webhookUrl(adapter, row.provider_id), { lastInboundAt, problem })
  }

  async function test(row: ConnectionRow, account: ChannelAccount): Promise<ChannelProblem | null> {
    const adapter = adapterOf(row.channel)
    const identified = await adapter.identify(account.credentials)
    if (identified.outcome !== 'identified')
      return identified.outcome === 'refused' ? (identified.problem ?? 'credentials_refused') : 'unreachable'
    const { name, username } = identified
    const problem = (await setUp(adapter, account)) ?? (await inspect(row, account))
    await changeConnection(db, row.provider_id, { name, username })
    return problem
  }

  /** Whether the platform knows the current address. */
  const isSetUp = (row: ConnectionRow): boolean => {
    const adapter = adapterOf(row.channel)
    return row.mode === modeOf(adapter) && row.webhook_url === webhookUrl(adapter, row.provider_id)
  }

  return { adapterOf, modeOf, webhookSecret, admitTest, identify, setUp, isSetUp, inspect, test }
}

/** Whether a platform can call this service. */
function isPublic(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'https:' && hostname !== 'localhost' && !/^[\d.]+$|^\[/.test(hostname)
}
