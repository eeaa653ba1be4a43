import type { ConnectParams, ConnectResult, TeamStatus } from '@parley/protocol/session'
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
import type { Presence } from '../../realtime/presence.ts'
import { languageOf, memberOf, type KnownCustomer } from './principals.ts'

type Snapshot = Omit<ConnectResult, 'team' | 'customer_id' | 'member' | 'language' | 'calls' | 'call'>
type Resume = ConnectParams['resume']

export interface EnteringDeps {
  fanOut: FanOut
  presence: Presence
  birthName: (providerId: string, identity: string) => string
  /** The row of whoever is there, if there is one, with what a member's sign-in says written into it. */
  arrive: (principal: WidgetPrincipal) => Promise<KnownCustomer | undefined>
  /** Log, conversation and newest messages of a customer, as the first answer carries them. */
  snapshot: (organizationId: string, customerId: string, resumeAfter: number | null) => Promise<Snapshot>
  team: (organizationId: string) => Promise<TeamStatus>
  /** What the widget of this provider has to know of calls; null: it has none. */
  callOffering: (providerId: string) => Promise<ConnectResult['calls']>
  /** A page that was loaded anew goes on with its call. */
  liveCall: (customerId: string) => Promise<ConnectResult['call']>
  /** The customer's last socket on this connection has become somebody else's. */
  onLeft: (session: WidgetSession) => void
}

export type Entering = ReturnType<typeof createEntering>

/**
 * A proven identity takes a socket over: a fresh one, or one that was somebody else's (SPEC M9, M10). Everything that
 * can be refused is looked at before anything of the socket changes.
 * @throws AppError account_closed
 */
export function createEntering(deps: EnteringDeps) {
  return async function enter(
    session: WidgetSession,
    principal: WidgetPrincipal,
    resume: Resume,
  ): Promise<ConnectResult> {
    const { context } = session
    const stays = connectedPrincipal(session)?.identity === principal.identity
    // Waiting begins before the look-up: a first message in another tab falls on one side or the other.
    const birth = stays ? null : awaitBirth(session, principal)
    try {
      const row = await deps.arrive(principal)
      if (principal.member && row && row.deactivated_at !== null) throw new AppError('account_closed')
      if (session.closed) throw new AppError('unavailable')
      if (stays && context.connection.state === 'connected') context.connection.principal = principal
      else changeIdentity(session, principal)
      const state = stays
        ? await stay(session, principal, row)
        : await begin(session, principal, row, resume, birth)
      const customerId = customerIdOf(session)
      const [team, calls, call] = await Promise.all([
        deps.team(principal.organization_id),
        deps.callOffering(principal.provider_id),
        customerId === null ? null : deps.liveCall(customerId),
      ])
      return {
        ...state,
        team,
        calls,
        call,
        customer_id: customerIdOf(session),
        member: memberOf(principal, row),
        language: languageOf(principal, row),
      }
    } catch (error) {
      birth?.stop()
      // Proven, and yet not let in: a new connection starts from the beginning.
      if (!(error instanceof AppError)) setImmediate(() => session.close('restarting'))
      throw error
    }
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
    resume: Resume,
    birth: Birth | null,
  ): Promise<Snapshot> {
    if (!row) {
      if (birth) session.context.leave.push(birth.stop)
      birth?.enter()
      return nobodyYet
    }
    birth?.stop()
    const follower = joinCustomer(deps, session, row.id)
    const sameLog = resume !== undefined && (resume.customer_id ?? row.id) === row.id
    const resumeAfter = sameLog ? resume.seq : null
    const snapshot = await deps.snapshot(principal.organization_id, row.id, resumeAfter)
    const after = snapshot.start.mode === 'resume' && resumeAfter !== null ? resumeAfter : snapshot.seq
    if (follower) {
      follower.wanted = Math.max(follower.wanted, snapshot.seq)
      // The answer goes out first: its sender waits in a microtask, this runs after all of them.
      setImmediate(() => deps.fanOut.start(follower, after))
    }
    return snapshot
  }

  /** The same customer: the entries go on, and the answer only says how things stand. */
  async function stay(
    session: WidgetSession,
    principal: WidgetPrincipal,
    row: KnownCustomer | undefined,
  ): Promise<Snapshot> {
    const { connection } = session.context
    const follower = connection.state === 'connected' ? connection.follower : null
    if (!row) return { ...nobodyYet, start: { mode: 'resume' } }
    if (!follower) return begin(session, principal, row, undefined, null)
    return deps.snapshot(principal.organization_id, row.id, follower.position)
  }

  interface Birth {
    stop: () => void
    /** From now on a birth is joined as it comes; one that came meanwhile is joined at once. */
    enter: () => void
  }

  function awaitBirth(session: WidgetSession, { provider_id: providerId, identity }: WidgetPrincipal): Birth {
    let bornAs: string | null = null
    let entered = false
    const stop = deps.fanOut.awaitBirth(deps.birthName(providerId, identity), (customerId) => {
      if (!entered) bornAs = customerId
      else {
        const follower = joinCustomer(deps, session, customerId)
        if (follower) deps.fanOut.start(follower, 0)
      }
    })
    return {
      stop,
      enter() {
        entered = true
        const follower = bornAs === null ? null : joinCustomer(deps, session, bornAs)
        if (!follower) return
        // Its first word went by unheard.
        setImmediate(() => {
          deps.fanOut.start(follower, 0)
          void deps.fanOut.catchUp([follower]).catch(() => session.close('restarting'))
        })
      },
    }
  }
}

const nobodyYet: Snapshot = {
  seq: 0,
  blocked: false,
  conversation: null,
  receipts: { customer: { delivered: 0, read: 0 }, agents: { delivered: 0, read: 0 } },
  start: { mode: 'snapshot', messages: [], more: false, calls: [] },
}
