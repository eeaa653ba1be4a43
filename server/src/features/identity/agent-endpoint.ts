import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../core/app-error.ts'
import type { AgentContext, AgentSession } from '../../realtime/contexts.ts'
import type { SocketEndpoint } from '../../realtime/socket-server.ts'
import { SocketSession, type SocketKind } from '../../realtime/socket-session.ts'
import { handshakeTimeoutMs } from './handshake-timeout.ts'

/** `/v1/socket`: the panel with a session; agent.connect names the organization (SPEC O1-O5). */
export function createAgentEndpoint(deps: {
  kind: SocketKind<AgentContext>
  sessions: ReadonlySet<AgentSession>
  baseUrl: string
  /** Null without a session cookie that this service has signed. */
  sessionToken: (headers: IncomingHttpHeaders) => string | null
  sessionOf: (headers: IncomingHttpHeaders) => Promise<{ userId: string; sessionId: string } | null>
}): SocketEndpoint {
  return {
    path: '/v1/socket',
    priority: 'agent',
    sessions: deps.sessions,
    // Anyone can request this address, but only agents have priority.
    screen({ headers }) {
      if (headers.origin !== deps.baseUrl) throw new AppError('origin_not_allowed')
      if (deps.sessionToken(headers) === null) throw new AppError('unauthenticated')
    },
    async admit({ headers }) {
      const signedIn = await deps.sessionOf(headers)
      if (!signedIn) throw new AppError('unauthenticated')
      const { userId, sessionId } = signedIn
      const { cookie } = headers
      return (socket, stream) => {
        const timeout = setTimeout(() => session.close('handshake_timeout'), handshakeTimeoutMs)
        const session: AgentSession = new SocketSession(deps.kind, socket, stream, {
          userId,
          sessionId,
          connection: {
            state: 'handshake',
            headers: cookie === undefined ? {} : { cookie },
            timeout,
            joining: null,
          },
          leave: [],
        })
      }
    },
  }
}
