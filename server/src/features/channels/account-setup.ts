import type { ChannelConnection, ChannelProblem } from '@parley/protocol/channel-connection'
import { AppError } from '../../core/app-error.ts'
import { hasPassed, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import type { Secrets } from '../../core/secrets.ts'
import type { RateLimit, TokenBuckets } from '../../core/token-bucket.ts'
import type { ChannelAccount, ChannelAdapter, Identified, Inspected, SetUp } from './adapter.ts'
import { rememberPicture } from './channel-picture.ts'
import { changeConnection, findConnection, unconfirmed, type ConnectionRow } from './connection-store.ts'

/** Per organization, because each of these signs in to servers that a user has named. Enough to connect the maximum number of channels. */
export const testsPerOrganization: RateLimit = { burst: 20, perSecond: 1 / 30 }

/** A webhook that is missing again this soon after a repair was removed by another program. Longer than two reviews. */
const recentRepairMs = 15 * 60_000
/** Then it is set up again this often, because the other program may have ended. */
const repairIntervalMs = 60 * 60_000

type KnownAccount = Extract<Identified, { outcome: 'identified' }>

export interface AccountSetupDeps {
  db: Database
  clock: Clock
  secrets: Secrets
  /** Public base URL. Platforms call webhooks only by https. */
  baseUrl: string
  adapters: readonly ChannelAdapter[]
  /** Requests to platforms and mail servers, by organization. */
  tests: Pick<TokenBuckets, 'take'>
}

/** Requests to platforms that connect and check accounts. */
export function createAccountSetup(deps: AccountSetupDeps) {
  const { db, clock, secrets } = deps
  const isReachable = isPublic(deps.baseUrl)
  /** When missing webhooks were set up, by connection (ms). In memory: each process repairs once more at most. */
  const repairedAt = new Map<string, number>()

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
    const identified = await adapter.identify(credentials, organizationId)
    if (identified.outcome === 'identified') return identified
    if (identified.outcome === 'unreachable') throw new AppError('channel_unreachable')
    if (identified.problem !== undefined)
      throw new AppError('mailbox_refused', { detail: identified.problem })
    throw new AppError('channel_token_refused', { pointer: '/body/token' })
  }

  /**
   * Tells the platform where to send updates.
   * @param known the current problem, kept if the platform says nothing about the account
   */
  async function setUp(
    row: ConnectionRow,
    account: ChannelAccount,
    known: ChannelProblem | null,
  ): Promise<SetUp> {
    const adapter = adapterOf(row.channel)
    const { providerId } = account
    const url = webhookUrl(adapter, providerId)
    const done = await adapter.setUp(
      account,
      url === null ? null : { url, secret: webhookSecret(providerId) },
    )
    if (done.outcome === 'failed') {
      const otherwise = known ?? (isSetUp(row) ? null : 'unreachable')
      // Until it succeeds once, and never again: another installation may receive the messages with the same token.
      await changeConnection(db, providerId, { webhook_url: unconfirmed })
      return { outcome: 'failed', problem: done.problem ?? otherwise }
    }
    // `remove` may have removed the webhook before it was set here.
    if (!(await changeConnection(db, providerId, { mode: done.mode, webhook_url: url })))
      await adapter.tearDown(account)
    else await rememberPicture(db, adapter, account)
    return done
  }

  function inspect(row: ConnectionRow, account: ChannelAccount): Promise<Inspected> {
    const { last_inbound_at: lastInboundAt, problem, mode, webhook_url: url } = row
    return adapterOf(row.channel).inspect(account, mode === 'webhook' ? url : null, {
      lastInboundAt,
      problem,
    })
  }

  /**
   * Sets up a missing webhook, because a new or empty Bot API server knows none. If it is soon missing again, another program removes
   * it.
   */
  async function review(row: ConnectionRow, account: ChannelAccount): Promise<ChannelProblem | null> {
    const found = await inspect(row, account)
    if (found !== 'webhook_missing') return found
    const minIntervalMs = row.problem === 'other_receiver' ? repairIntervalMs : recentRepairMs
    if (!hasPassed(minIntervalMs, repairedAt.get(row.provider_id) ?? -Infinity, clock))
      return 'other_receiver'
    const done = await setUp(row, account, afterSignIn(row.problem) ?? 'unreachable')
    if (done.outcome === 'ready') repairedAt.set(row.provider_id, clock())
    return problemAfter(done)
  }

  async function test(row: ConnectionRow, account: ChannelAccount): Promise<ChannelProblem | null> {
    const adapter = adapterOf(row.channel)
    const identified = await adapter.identify(account.credentials, account.organizationId)
    if (identified.outcome !== 'identified')
      return identified.outcome === 'refused' ? (identified.problem ?? 'credentials_refused') : 'unreachable'
    const { name, username } = identified
    const done = await setUp(row, account, afterSignIn(row.problem))
    await changeConnection(db, row.provider_id, { name, username })
    if (done.outcome === 'failed') return done.problem
    const found = await inspect((await findConnection(db, row.provider_id)) ?? row, account)
    return found === 'webhook_missing' ? 'other_receiver' : found
  }

  /** Whether the platform was told the current address. A platform that has refused it is polled. */
  const isSetUp = (row: ConnectionRow): boolean => {
    const url = webhookUrl(adapterOf(row.channel), row.provider_id)
    return row.webhook_url === url && (url !== null || row.mode === 'polling')
  }

  return { adapterOf, modeOf, webhookSecret, admitTest, identify, setUp, isSetUp, review, test }
}

export const problemAfter = (done: SetUp): ChannelProblem | null =>
  done.outcome === 'ready' ? null : done.problem

/** The known problem, after the platform has accepted the credentials. */
export const afterSignIn = (known: ChannelProblem | null): ChannelProblem | null =>
  known === 'credentials_refused' ? 'unreachable' : known

/** Whether a platform can call this service. */
function isPublic(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'https:' && hostname !== 'localhost' && !/^[\d.]+$|^\[/.test(hostname)
}
