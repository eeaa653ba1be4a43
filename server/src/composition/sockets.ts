import { agentCommands, widgetCommands } from '@parley/protocol/upstream'
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../core/app-error.ts'
import { createAgentEndpoint } from '../features/identity/agent-endpoint.ts'
import { createWidgetEndpoint } from '../features/identity/widget-endpoint.ts'
import { createAdmission } from '../realtime/admission.ts'
import { commandTable } from '../realtime/command-table.ts'
import { leaveAll, type AgentContext, type WidgetContext, type WidgetSession } from '../realtime/contexts.ts'
import type { FanOut } from '../realtime/fan-out.ts'
import { startHeartbeat } from '../realtime/heartbeat.ts'
import type { RateLimit } from '../core/token-bucket.ts'
import { attachSockets, spreadMs } from '../realtime/socket-server.ts'
import type { AnySession, SocketKind, SocketSession } from '../realtime/socket-session.ts'
import type { Contributions } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

const widgetRate: RateLimit = { burst: 120, perSecond: 30 }
const agentRate: RateLimit = { burst: 1200, perSecond: 300 }

export interface SocketPorts {
  contributions: Contributions
  agents: {
    sessionOf: (headers: IncomingHttpHeaders) => Promise<{ userId: string; sessionId: string } | null>
  }
  signIn: { sessionToken: (headers: IncomingHttpHeaders) => string | null }
  identity: { onLeft: (session: WidgetSession) => void }
  realtime: { fanOut: FanOut }
}

/** Both WebSocket endpoints with the commands of all features; a stop drains them (SPEC B1, B2, O1-O5). */
export function openSockets(infra: Infrastructure, ports: SocketPorts): void {
  const { baseUrl, clock, countryOf, http, lifecycle, networkOf, sockets } = infra
  const { contributions, agents, signIn, identity, realtime } = ports
  const { fanOut } = realtime
  const onError = infra.logErrors('socket')
  const admission = createAdmission()

  const widgetKind: SocketKind<WidgetContext> = {
    ...observed(infra, 'widget', sockets.widgets, (session) => {
      identity.onLeft(session)
      leaveAll(session.context)
    }),
    commands: commandTable(widgetCommands, {
      ...contributions.widget,
      connect: (session, params) =>
        admission.connect('widget', async () => {
          refuseClosed(session)
          return await contributions.widget.connect(session, params)
        }),
    }),
    rate: widgetRate,
    followersOf: ({ connection }) =>
      connection.state === 'connected' && connection.follower ? [connection.follower] : [],
  }
  const agentKind: SocketKind<AgentContext> = {
    ...observed(infra, 'agent', sockets.agents, (session) => {
      const { connection } = session.context
      if (connection.state === 'connected') {
        connection.stopInbox?.()
        for (const follower of connection.followers.values()) fanOut.unfollow(follower)
      }
      leaveAll(session.context)
    }),
    commands: commandTable(agentCommands, {
      ...contributions.agent,
      'agent.connect': (session, params) =>
        admission.connect('agent', async () => {
          refuseClosed(session)
          return await contributions.agent['agent.connect'](session, params)
        }),
    }),
    rate: agentRate,
    followersOf: ({ connection }) => (connection.state === 'connected' ? connection.followers.values() : []),
  }

  const heartbeat = startHeartbeat({
    sessions: [sockets.widgets, sockets.agents],
    catchUp: fanOut.catchUp,
    settle: fanOut.settle,
    onError,
  })
  lifecycle.onStop(heartbeat.stop)
  const endpoints = [
    createWidgetEndpoint({ kind: widgetKind, sessions: sockets.widgets, clock, countryOf, networkOf }),
    createAgentEndpoint({
      kind: agentKind,
      sessions: sockets.agents,
      baseUrl,
      sessionToken: signIn.sessionToken,
      sessionOf: agents.sessionOf,
    }),
  ]
  const server = attachSockets(http.server, endpoints, { admission, networkOf, onError })
  lifecycle.onStop(() => server.drain())
  // Widgets take longest: agents reconnect first.
  lifecycle.onStop(() => infra.presence.drain(spreadMs(sockets.widgets.size)))
  // Runs before the drain, so that clients do not reconnect through a load balancer that still routes to this process.
  lifecycle.onStop(infra.readiness.stopAnnounced)
  for (const hook of contributions.beforeDrain) lifecycle.onStop(hook)
}

/** The client may have given up while its handshake waited. @throws AppError unavailable */
function refuseClosed(session: AnySession): void {
  if (session.closed) throw new AppError('unavailable')
}

/** The part of a kind that registers its open sockets, counts them and logs their errors. */
function observed<Context>(
  { clock, logger, metrics, readiness }: Infrastructure,
  name: SocketKind<Context>['name'],
  sessions: Set<SocketSession<Context>>,
  onClose: (session: SocketSession<Context>) => void,
): Omit<SocketKind<Context>, 'commands' | 'rate' | 'followersOf'> {
  return {
    name,
    now: clock,
    onOpen(session) {
      sessions.add(session)
      metrics.sockets.inc({ kind: name })
    },
    onCommand: (method, outcome) => metrics.commands.inc({ method, outcome }),
    onError(error, method) {
      logger.error({ err: error, method }, 'socket')
      readiness.note(error)
    },
    onClose(session, reason) {
      sessions.delete(session)
      metrics.sockets.dec({ kind: name })
      if (reason !== 'left') metrics.socketCloses.inc({ kind: name, reason })
      onClose(session)
    },
  }
}
