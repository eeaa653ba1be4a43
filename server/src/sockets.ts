import { agentCommands as agentProtocol, widgetCommands as widgetProtocol } from '@parley/protocol/upstream'
import type { IncomingMessage, Server } from 'node:http'
import { AppError } from './core/app-error.ts'
import type { Bus, BusMessages } from './core/bus.ts'
import type { Clock } from './core/clock.ts'
import type { Logger } from './core/logger.ts'
import type { Metrics } from './core/metrics.ts'
import { newChallenge } from './features/identity/challenge.ts'
import { isSecureOrigin } from './features/identity/widget-commands.ts'
import { commandTable, type Handlers } from './realtime/command-table.ts'
import {
  isOver,
  leaveAll,
  type AgentContext,
  type AgentSession,
  type WidgetContext,
  type WidgetSession,
} from './realtime/contexts.ts'
import type { FanOut } from './realtime/fan-out.ts'
import { startHeartbeat } from './realtime/heartbeat.ts'
import type { RateLimit } from './core/token-bucket.ts'
import type { SocketKind } from './realtime/socket-session.ts'
import { attachSockets, type SocketEndpoint } from './realtime/socket-server.ts'

const handshakeLimit = 10_000
/** Clients come back within this time after a restart, each at a moment of its own. */
const drainWithin = 5_000
/** A session that simply expires says nothing, and a word of one that ended can be lost (SPEC B3). */
const sessionsLookedAtEvery = 60_000
/** Members whose time is over are sent nothing more after this (SPEC M11); a look at a socket takes nanoseconds. */
const membersLookedAtEvery = 5_000
/** Until connect says one. */
const browserLanguage = { tag: 'en', chosen: false }
const widgetRate: RateLimit = { burst: 120, perSecond: 30 }
const agentRate: RateLimit = { burst: 1200, perSecond: 300 }

export interface SocketDeps {
  server: Server
  baseUrl: string
  clock: Clock
  logger: Logger
  metrics: Metrics
  bus: Bus
  fanOut: FanOut
  widgetHandlers: Handlers<typeof widgetProtocol, WidgetContext>
  agentHandlers: Handlers<typeof agentProtocol, AgentContext>
  sessionOf: (headers: IncomingMessage['headers']) => Promise<{ userId: string; sessionId: string } | null>
  /** `session organization` of each right that still holds. */
  liveSessions: (sessionIds: string[]) => Promise<Set<string>>
  countryOf: (request: IncomingMessage) => string
  /** The visitor's last socket part: what has to be noted when it leaves. */
  onWidgetLeft: (session: WidgetSession) => void
}

export interface Sockets {
  widgets: SocketEndpoint<WidgetContext>
  agents: SocketEndpoint<AgentContext>
  drain(): Promise<void>
  /** The looks that are taken at agents' and members' sessions again and again, at once. */
  dismissEnded(): Promise<void>
  stop(): void
}

/** Both addresses that answer upgrades, with what a socket of each kind may say (SPEC O1-O5). */
export function openSockets(deps: SocketDeps): Sockets {
  const { logger, metrics } = deps
  const onSurprise = (error: unknown, method?: string) => logger.error({ err: error, method }, 'socket')
  const kindOf = <Context>(
    name: SocketKind<Context>['name'],
    rest: Pick<SocketKind<Context>, 'commands' | 'rate' | 'onClose'>,
  ): SocketKind<Context> => ({
    name,
    now: deps.clock,
    onCommand: (method, outcome) => metrics.commands.inc({ method, outcome }),
    onSurprise,
    ...rest,
    onClose: (session, reason) => {
      metrics.sockets.dec({ kind: name })
      if (reason !== 'left') metrics.socketCloses.inc({ kind: name, reason })
      rest.onClose(session, reason)
    },
  })

  const widgets: SocketEndpoint<WidgetContext> = {
    path: '/v1/public/socket',
    sessions: new Set(),
    kind: kindOf('widget', {
      commands: commandTable(widgetProtocol, deps.widgetHandlers),
      rate: widgetRate,
      onClose: (session) => {
        widgets.sessions.delete(session)
        deps.onWidgetLeft(session)
        leaveAll(session.context)
      },
    }),
    admit: (request) => {
      const { origin } = request.headers
      if (origin !== undefined && !isSecureOrigin(origin)) throw new AppError('insecure_origin')
      return {
        origin: origin ?? null,
        countryCode: deps.countryOf(request),
        language: browserLanguage,
        challenge: { nonce: '', issuedAt: 0, state: 'burnt' },
        refusals: 0,
        handshakeTimer: null,
        principal: null,
        customerId: null,
        follower: null,
        leave: [],
      }
    },
    onOpen: (session) => {
      metrics.sockets.inc({ kind: 'widget' })
      limitHandshake(session)
      const { state, challenge } = newChallenge(deps.clock())
      session.context.challenge = state
      session.notify('challenge', challenge)
    },
  }

  const agents: SocketEndpoint<AgentContext> = {
    path: '/v1/socket',
    sessions: new Set(),
    kind: kindOf('agent', {
      commands: commandTable(agentProtocol, deps.agentHandlers),
      rate: agentRate,
      onClose: (session) => {
        agents.sessions.delete(session)
        session.context.stopInbox?.()
        for (const follower of session.context.followers.values()) deps.fanOut.unfollow(follower)
        leaveAll(session.context)
      },
    }),
    admit: async (request) => {
      if (request.headers.origin !== deps.baseUrl) throw new AppError('origin_not_allowed')
      const signedIn = await deps.sessionOf(request.headers)
      if (!signedIn) throw new AppError('unauthenticated')
      const { cookie } = request.headers
      return {
        userId: signedIn.userId,
        sessionId: signedIn.sessionId,
        headers: cookie === undefined ? {} : { cookie },
        handshakeTimer: null,
        identity: null,
        followers: new Map(),
        stopInbox: null,
        leave: [],
      }
    },
    onOpen: (session) => {
      metrics.sockets.inc({ kind: 'agent' })
      limitHandshake(session)
    },
  }

  const stops = [
    deps.bus.subscribe('agent.gone', (gone) => {
      for (const session of agents.sessions) if (isGone(session, gone)) session.close('signed_out')
    }),
    deps.bus.subscribe('member.left', (left) => {
      for (const session of widgets.sessions) if (isTheirs(session, left)) session.close('session_expired')
    }),
    deps.bus.subscribe('organization', ({ organization_id: organizationId, what }) => {
      for (const session of agents.sessions) {
        if (session.context.identity?.organizationId === organizationId)
          session.notify('organization.changed', { what })
      }
    }),
  ]
  const sweep = setInterval(() => void dismissEnded(agents, deps).catch(onSurprise), sessionsLookedAtEvery)
  const dismissExpired = () => {
    const now = deps.clock()
    for (const session of widgets.sessions) {
      const { principal } = session.context
      if (principal && isOver(principal, now)) session.close('session_expired')
    }
  }
  const memberSweep = setInterval(dismissExpired, membersLookedAtEvery)
  const heartbeat = startHeartbeat({
    sources: [
      { sessions: widgets.sessions as never, followersOf: (session) => followerOf(session as never) },
      {
        sessions: agents.sessions as never,
        followersOf: (session) => (session as unknown as AgentSession).context.followers.values(),
      },
    ],
    now: deps.clock,
    catchUp: deps.fanOut.catchUp,
    settle: deps.fanOut.settle,
    onSurprise,
  })
  const attached = attachSockets(deps.server, [widgets, agents] as never, onSurprise)

  return {
    widgets,
    agents,
    drain: () => attached.drain(drainWithin),
    async dismissEnded() {
      dismissExpired()
      await dismissEnded(agents, deps)
    },
    stop() {
      heartbeat.stop()
      clearInterval(sweep)
      clearInterval(memberSweep)
      for (const stop of stops) stop()
    },
  }
}

const followerOf = (session: WidgetSession) => (session.context.follower ? [session.context.follower] : [])

/** SPEC O4. */
function limitHandshake(session: WidgetSession | AgentSession): void {
  session.context.handshakeTimer = setTimeout(() => session.close('handshake_timeout'), handshakeLimit)
}

/** Closes agents' sockets whose session or membership no longer holds. */
async function dismissEnded(
  agents: Pick<SocketEndpoint<AgentContext>, 'sessions'>,
  deps: Pick<SocketDeps, 'liveSessions'>,
): Promise<void> {
  const connected = [...agents.sessions].filter((session) => session.context.identity !== null)
  const live = await deps.liveSessions([...new Set(connected.map((session) => session.context.sessionId))])
  for (const session of connected) {
    const { sessionId, identity } = session.context
    if (identity && !live.has(`${sessionId} ${identity.organizationId}`)) session.close('signed_out')
  }
}

/** A removed agent is gone from one organization; an ended session is gone from everywhere (SPEC B3). */
function isGone(
  { context }: AgentSession,
  gone: { organization_id: string; user_id: string; session_id: string | null },
): boolean {
  if (context.userId !== gone.user_id) return false
  if (gone.session_id !== null) return context.sessionId === gone.session_id
  return context.identity?.organizationId === gone.organization_id
}

/** Sockets of the same member in the same browser, or in any (SPEC M13, M14); the one that said so is a visitor's. */
function isTheirs({ context }: WidgetSession, left: BusMessages['member.left']): boolean {
  const { principal, customerId } = context
  if (!principal?.member) return false
  if ('customer_id' in left) return customerId === left.customer_id
  return principal.provider_id === left.provider_id && principal.jkt === left.jkt
}
