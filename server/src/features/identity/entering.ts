import type { AuthenticateParams, ConnectParams, ConnectResult, TeamStatus } from '@parley/protocol/session'
import { AppError } from '../../core/app-error.ts'
import {
  connectedPrincipal,
  customerIdOf,
  joinCustomer,
  leaveAll,
  type WidgetPrincipal,
  type WidgetSession,
} from '../../realtime/contexts.ts'
import type { FanOut } from '../../realtime/fan-out.ts'
import type { Presence } from '../../realtime/presence/presence.ts'
import type { MemberSessions } from './member-sessions.ts'
import { languageOf, memberOf, type KnownCustomer } from './principals.ts'

type Snapshot = Omit<
  ConnectResult,
  'team' | 'customer_id' | 'member' | 'language' | 'calls' | 'survey' | 'context' | 'call'
>
type Resume = ConnectParams['resume']

export interface EnteringDeps {
  fanOut: FanOut
  presence: Presence
  visitorKey: (providerId: string, identity: string) => string
  /** Returns the customer's row, updated with the profile of a member's sign-in; undefined when there is none yet. */
  arrive: (principal: WidgetPrincipal) => Promise<KnownCustomer | undefined>
  /** Returns the customer's state for the response to connect. */
  snapshot: (organizationId: string, customerId: string, resumeAfter: number | null) => Promise<Snapshot>
  team: (organizationId: string, providerId: string) => Promise<TeamStatus>
  /** Call settings for the widget of this provider; null: no calls. */
  callOffering: (providerId: string) => Promise<ConnectResult['calls']>
  /** Whether the widget of this provider asks for ratings. */
  asksForRatings: (providerId: string) => Promise<boolean>
  /** Whether the widget of this provider collects the context of visitors. */
  collectsContext: (providerId: string) => Promise<boolean>
  /** Called when a socket is known to be this customer's: on connect, or when the first message has created the row. */
  onCustomer: (principal: WidgetPrincipal, customerId: string) => void
  /** Returns the customer's live call, which a reloaded page resumes. */
  liveCall: (customerId: string) => Promise<ConnectResult['call']>
  /** Called when the socket changes to another identity. */
  onLeft: (session: WidgetSession) => void
  /** Closes a connected socket whose provider, origin or signing key is no longer valid. */
  recheck: (session: WidgetSession) => Promise<void>
  memberSessions: Pick<MemberSessions, 'find'>
}

export type Entering = ReturnType<typeof createEntering>

/**
 * Returns a function that gives a socket a proven identity, the first or another one (SPEC M9, M10). All checks that may
 * refuse it come before the first change of the socket.
 * @throws AppError account_closed
 */
export function createEntering(deps: EnteringDeps) {
  return async function enter(
    session: WidgetSession,
    principal: WidgetPrincipal,
    { resume, token }: Pick<AuthenticateParams, 'resume' | 'token'>,
  ): Promise<ConnectResult> {
    const { context } = session
    const stays = connectedPrincipal(session)?.identity === principal.identity
    // Subscribed before the look-up, so that a customer created meanwhile in another tab is not missed.
    const { promise: responded, resolve: onResponded } = Promise.withResolvers<void>()
    const newCustomer = stays ? null : awaitCustomer(session, principal, responded)
    try {
      const row = await deps.arrive(principal)
      if (principal.member && row && row.deactivated_at !== null) throw new AppError('account_closed')
      if (session.closed) throw new AppError('unavailable')
      if (stays && context.connection.state === 'connected') context.connection.principal = principal
      else changeIdentity(session, principal)
      // Not before: frames of the previous identity precede the response (SPEC M10).
      session.hold()
      if (row) deps.onCustomer(principal, row.id)
      const state = stays
        ? await stay(session, principal, row, responded)
        : await begin(session, principal, row, { resume, newCustomer, responded })
      const customerId = customerIdOf(session)
      const [team, calls, survey, collected, call] = await Promise.all([
        deps.team(principal.organization_id, principal.provider_id),
        deps.callOffering(principal.provider_id),
        deps.asksForRatings(principal.provider_id),
        !session.context.optedOut && deps.collectsContext(principal.provider_id),
        customerId === null ? null : deps.liveCall(customerId),
        // Hints of a revocation reach only connected sockets. So what the identity depends on is read again after the change.
        deps.recheck(session),
        token === undefined && principal.member && closeIfSignedOut(session, principal),
      ])
      return {
        ...state,
        team,
        calls,
        survey,
        context: collected,
        call,
        customer_id: customerIdOf(session),
        member: memberOf(principal, row),
        language: languageOf(principal, row),
      }
    } catch (error) {
      newCustomer?.cancel()
      // The socket may be half changed: the client reconnects.
      if (!(error instanceof AppError)) setImmediate(() => session.close('restarting'))
      throw error
    } finally {
      // The response is sent in a microtask. A client drops entries that precede it.
      setImmediate(() => {
        session.release()
        onResponded()
      })
    }
  }

  /** A member without a token is one by the session of their key (SPEC M13, M14). */
  async function closeIfSignedOut(
    session: WidgetSession,
    { provider_id: providerId, jkt }: WidgetPrincipal,
  ): Promise<void> {
    if (!(await deps.memberSessions.find(providerId, jkt))) session.close('session_expired')
  }

  function changeIdentity(session: WidgetSession, principal: WidgetPrincipal): void {
    const { context } = session
    if (context.connection.state === 'connected') {
      deps.onLeft(session)
      leaveAll(context)
    }
    context.connection = { state: 'connected', principal, follower: null }
  }

  async function begin(
    session: WidgetSession,
    principal: WidgetPrincipal,
    row: KnownCustomer | undefined,
    {
      resume,
      newCustomer,
      responded,
    }: { resume?: Resume; newCustomer?: AwaitedCustomer | null; responded: Promise<void> },
  ): Promise<Snapshot> {
    if (!row) {
      if (newCustomer) session.context.leave.push(newCustomer.cancel)
      newCustomer?.join()
      return noCustomer
    }
    newCustomer?.cancel()
    const follower = joinCustomer(deps, session, row.id)
    const sameLog = resume !== undefined && (resume.customer_id ?? row.id) === row.id
    const resumeAfter = sameLog ? resume.seq : null
    const snapshot = await deps.snapshot(principal.organization_id, row.id, resumeAfter)
    const after = snapshot.start.mode === 'resume' && resumeAfter !== null ? resumeAfter : snapshot.seq
    if (follower) {
      follower.wanted = Math.max(follower.wanted, snapshot.seq)
      void responded.then(() => deps.fanOut.start(follower, after))
    }
    return snapshot
  }

  /** The same customer: the subscription continues, and the response has the current state. */
  async function stay(
    session: WidgetSession,
    principal: WidgetPrincipal,
    row: KnownCustomer | undefined,
    responded: Promise<void>,
  ): Promise<Snapshot> {
    const { connection } = session.context
    const follower = connection.state === 'connected' ? connection.follower : null
    if (!row) return { ...noCustomer, start: { mode: 'resume' } }
    if (!follower) return begin(session, principal, row, { responded })
    return deps.snapshot(principal.organization_id, row.id, follower.position)
  }

  function joinNewCustomer(session: WidgetSession, customerId: string) {
    const follower = joinCustomer(deps, session, customerId)
    const principal = connectedPrincipal(session)
    if (follower && principal) deps.onCustomer(principal, customerId)
    return follower
  }

  interface AwaitedCustomer {
    cancel: () => void
    /** Joins the customer as soon as it is created, at once if it already was. */
    join: () => void
  }

  function awaitCustomer(
    session: WidgetSession,
    { provider_id: providerId, identity }: WidgetPrincipal,
    responded: Promise<void>,
  ): AwaitedCustomer {
    let createdId: string | null = null
    let joining = false
    const cancel = deps.fanOut.awaitCustomer(deps.visitorKey(providerId, identity), (customerId) => {
      if (!joining) createdId = customerId
      else {
        const follower = joinNewCustomer(session, customerId)
        if (follower) void responded.then(() => deps.fanOut.start(follower, 0))
      }
    })
    return {
      cancel,
      join() {
        joining = true
        const follower = createdId === null ? null : joinNewCustomer(session, createdId)
        if (!follower) return
        // The hint that announced the first entry is gone.
        void responded.then(() => {
          deps.fanOut.start(follower, 0)
          return deps.fanOut.catchUp([follower]).catch(() => session.close('restarting'))
        })
      },
    }
  }
}

const noCustomer: Snapshot = {
  seq: 0,
  blocked: false,
  conversation: null,
  receipts: { customer: { delivered: 0, read: 0 }, agents: { delivered: 0, read: 0 } },
  start: { mode: 'snapshot', messages: [], more: false, calls: [] },
}
