import type { Bus, BusMessages } from '../../core/bus/bus.ts'
import type { Clock } from '../../core/clock.ts'
import {
  connectedPrincipal,
  customerIdOf,
  isExpired,
  type WidgetPrincipal,
  type WidgetSession,
} from '../../realtime/contexts.ts'
import { originAllowed } from './origins.ts'
import type { KnownProvider } from './widget-commands.ts'

/** Members receive nothing for longer than this after their session expires (SPEC M11); a check takes nanoseconds. */
const expirySweepIntervalMs = 5_000

/** Closes the sockets of widgets that may no longer be connected. */
export function createWidgetRevocation(deps: {
  bus: Bus
  clock: Clock
  widgets: ReadonlySet<WidgetSession>
  findProvider: (providerId: string) => Promise<KnownProvider | undefined>
  /** Every live secret_key of a provider. */
  signingKeys: (providerId: string) => Promise<{ name: string }[]>
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

  /** A provider was deleted, its allowed origins changed, or one of its keys was retired (SPEC O2, M11). */
  async function closeDisallowed(organizationId: string): Promise<void> {
    const providers = new Map<string, ReturnType<typeof deps.findProvider>>()
    const concerned = [...widgets].flatMap((session) => {
      const principal = connectedPrincipal(session)
      return principal?.organization_id === organizationId ? { session, principal } : []
    })
    for (const { session, principal } of concerned) {
      const { provider_id: providerId } = principal
      const found = providers.get(providerId) ?? deps.findProvider(providerId)
      providers.set(providerId, found)
      const provider = await found
      if (!provider || !originAllowed(session.context.origin, provider.allowed_origins))
        session.close('origin_refused')
      else if (await isSignedWithRetiredKey(principal)) session.close('session_expired')
    }
  }

  async function isSignedWithRetiredKey({ provider_id, member }: WidgetPrincipal): Promise<boolean> {
    const keyName = member?.signed_with ?? null
    if (keyName === null) return false
    const live = await deps.signingKeys(provider_id)
    return !live.some(({ name }) => name === keyName)
  }

  const subscriptions = [
    bus.subscribe('organization', ({ organization_id: organizationId, what }) => {
      if (what === 'providers') void closeDisallowed(organizationId).catch(deps.onError)
    }),
    // A member who signed out meanwhile is found when their token or session expires.
    bus.onGap(() => {
      const organizations = [...widgets].map((session) => connectedPrincipal(session)?.organization_id)
      for (const organizationId of new Set(organizations))
        if (organizationId !== undefined) void closeDisallowed(organizationId).catch(deps.onError)
    }),
    bus.subscribe('member.left', (left) => {
      for (const session of widgets) if (belongsTo(session, left)) session.close('session_expired')
    }),
  ]
  const sweep = setInterval(closeExpired, expirySweepIntervalMs)

  return {
    closeExpired,
    stop(): void {
      clearInterval(sweep)
      for (const unsubscribe of subscriptions) unsubscribe()
    },
  }
}

/** Sockets of the same member, in the same browser or in any (SPEC M13, M14). The socket that logged out is a visitor's by now. */
function belongsTo(session: WidgetSession, left: BusMessages['member.left']): boolean {
  const principal = connectedPrincipal(session)
  if (!principal?.member) return false
  if ('customer_id' in left) return customerIdOf(session) === left.customer_id
  return principal.provider_id === left.provider_id && principal.jkt === left.jkt
}
