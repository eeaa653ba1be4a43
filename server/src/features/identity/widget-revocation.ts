import type { Bus, BusMessages } from '../../core/bus/bus.ts'
import type { Clock } from '../../core/clock.ts'
import { coalesceRuns } from '../../core/coalesce.ts'
import {
  connectedPrincipal,
  customerIdOf,
  isExpired,
  type WidgetPrincipal,
  type WidgetSession,
} from '../../realtime/contexts.ts'
import { spreadMs } from '../../realtime/socket-server.ts'
import type { MemberSessions } from './member-sessions.ts'
import type { OriginAllowed } from './origins.ts'
import type { KnownProvider } from './widget-commands.ts'

/** Members receive nothing for longer than this after their session expires (SPEC M11); a check takes nanoseconds. */
const sweepIntervalMs = 5_000

interface ConnectedSession {
  session: WidgetSession
  principal: WidgetPrincipal
}

/** Closes the sockets of widgets that may no longer be connected. */
export function createWidgetRevocation(deps: {
  bus: Bus
  clock: Clock
  widgets: ReadonlySet<WidgetSession>
  findProvider: (providerId: string) => Promise<KnownProvider | undefined>
  /** Every live secret_key of a provider. */
  signingKeys: (providerId: string) => Promise<{ name: string }[]>
  liveSessions: MemberSessions['liveSessions']
  originAllowed: OriginAllowed
  onError: (error: unknown) => void
}) {
  const { bus, clock, widgets } = deps

  function closeExpired(): void {
    const now = clock()
    for (const session of widgets) {
      const principal = connectedPrincipal(session)
      if (principal && isExpired(principal, now)) session.close('session_expired')
    }
  }

  /**
   * Closes those whose provider was deleted, whose origin is no longer allowed, or whose token was signed with a key that is
   * retired by now (SPEC O2, M11). Never rejects: when the look-up of a provider fails, the next sweep repeats it.
   */
  async function closeDisallowed(sessions: Iterable<WidgetSession>, organizationId?: string): Promise<void> {
    for (const [providerId, group] of connectedByProvider(sessions, organizationId)) {
      try {
        await closeDisallowedOf(providerId, group)
      } catch (error) {
        deps.onError(error)
      }
    }
  }

  async function closeDisallowedOf(providerId: string, group: ConnectedSession[]): Promise<void> {
    const provider = await deps.findProvider(providerId)
    const anySigned = group.some(({ principal }) => signingKeyOf(principal) !== null)
    const live = new Set<string | null>(
      anySigned ? (await deps.signingKeys(providerId)).map(({ name }) => name) : [],
    )
    const retired: WidgetSession[] = []
    for (const { session, principal } of group) {
      // A changed principal may be signed with a key that is newer than `live`. The next sweep checks it.
      if (connectedPrincipal(session) !== principal) continue
      const keyName = signingKeyOf(principal)
      if (!provider || !deps.originAllowed(session.context.origin, provider.allowed_origins))
        session.close('origin_refused')
      else if (keyName !== null && !live.has(keyName)) retired.push(session)
    }
    // They may be all members of the provider.
    const within = spreadMs(retired.length)
    for (const session of retired) {
      session.notify('draining', { within })
      session.close('session_expired')
    }
  }

  /** Closes social members whose session has ended. Custom members are closed when their token expires, after an hour at most. */
  async function closeSignedOut(): Promise<void> {
    const members = [...widgets].flatMap((session) => {
      const [principal, customerId] = [connectedPrincipal(session), customerIdOf(session)]
      const member = principal?.member
      // Without a customer it is still connecting, and looks its session up itself.
      if (!member || member.auth_provider === 'custom' || customerId === null) return []
      return [{ session, member, customerId, providerId: principal.provider_id, jkt: principal.jkt }]
    })
    const live = await deps.liveSessions(members)
    for (const { session, member, customerId, providerId, jkt } of members) {
      if (connectedPrincipal(session)?.member !== member) continue
      if (!live.has(`${providerId} ${jkt} ${customerId}`)) session.close('session_expired')
    }
  }

  /** Whether a `member.left` may have been lost since `closeSignedOut` last succeeded. */
  let hasGap = false
  async function recoverFromGap(): Promise<void> {
    if (!hasGap) return
    hasGap = false
    try {
      await closeSignedOut()
    } catch (error) {
      hasGap = true
      throw error
    }
  }

  /** Also makes up for lost hints and failed look-ups. */
  const sweeps = coalesceRuns(async () => {
    closeExpired()
    await closeDisallowed(widgets)
    await recoverFromGap()
  }, deps.onError)

  const subscriptions = [
    bus.subscribe('organization', ({ organization_id: organizationId, what }) => {
      if (what === 'providers') void closeDisallowed(widgets, organizationId)
    }),
    bus.onGap(() => {
      hasGap = true
      void sweeps.trigger()
    }),
    bus.subscribe('member.left', (left) => {
      for (const session of widgets) if (belongsTo(session, left)) session.close('session_expired')
    }),
  ]
  const timer = setInterval(() => void sweeps.trigger(), sweepIntervalMs)

  return {
    /** Checks all sockets, as every few seconds. */
    sweep: () => sweeps.trigger(),
    /** For a socket that has just connected: hints are only applied to connected sockets. Never rejects. */
    recheck: (session: WidgetSession) => closeDisallowed([session]),
    async stop(): Promise<void> {
      clearInterval(timer)
      for (const unsubscribe of subscriptions) unsubscribe()
      await sweeps.settled()
    },
  }
}

function connectedByProvider(
  sessions: Iterable<WidgetSession>,
  organizationId?: string,
): Map<string, ConnectedSession[]> {
  const groups = new Map<string, ConnectedSession[]>()
  for (const session of sessions) {
    const principal = connectedPrincipal(session)
    if (!principal || (organizationId !== undefined && principal.organization_id !== organizationId)) continue
    const group = groups.get(principal.provider_id)
    if (group) group.push({ session, principal })
    else groups.set(principal.provider_id, [{ session, principal }])
  }
  return groups
}

/** null: no token. */
const signingKeyOf = ({ member }: WidgetPrincipal): string | null => member?.signed_with ?? null

/** Sockets of the same member, in the same browser or in any (SPEC M13, M14). The socket that logged out is a visitor's by now. */
function belongsTo(session: WidgetSession, left: BusMessages['member.left']): boolean {
  const principal = connectedPrincipal(session)
  if (!principal?.member) return false
  if ('customer_id' in left) return customerIdOf(session) === left.customer_id
  return principal.provider_id === left.provider_id && principal.jkt === left.jkt
}
