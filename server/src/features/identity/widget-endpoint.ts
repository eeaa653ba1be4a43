import type { IncomingMessage } from 'node:http'
import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/clock.ts'
import type { WidgetContext, WidgetSession } from '../../realtime/contexts.ts'
import type { SocketEndpoint } from '../../realtime/socket-server.ts'
import { SocketSession, type SocketKind } from '../../realtime/socket-session.ts'
import { newChallenge } from './challenge.ts'
import { handshakeTimeoutMs } from './handshake-timeout.ts'
import { isSecureOrigin } from './origins.ts'

/** Until connect names one. */
const browserLanguage = { tag: 'en', chosen: false }

/** `/v1/public/socket`: any page with a secure origin may upgrade; `connect` decides who it is (SPEC O1-O5). */
export function createWidgetEndpoint(deps: {
  kind: SocketKind<WidgetContext>
  sessions: ReadonlySet<WidgetSession>
  clock: Clock
  countryOf: (request: IncomingMessage) => string
  networkOf: (request: IncomingMessage) => string
}): SocketEndpoint {
  return {
    path: '/v1/public/socket',
    priority: 'widget',
    sessions: deps.sessions,
    screen({ headers: { origin } }) {
      if (origin !== undefined && !isSecureOrigin(origin)) throw new AppError('insecure_origin')
    },
    async admit(request) {
      const { origin } = request.headers
      const countryCode = deps.countryOf(request)
      const network = deps.networkOf(request)
      const optedOut = request.headers['sec-gpc'] === '1' || request.headers['dnt'] === '1'
      return (socket, stream) => {
        const { state, challenge } = newChallenge(deps.clock())
        const timeout = setTimeout(() => session.close('handshake_timeout'), handshakeTimeoutMs)
        const session: WidgetSession = new SocketSession(deps.kind, socket, stream, {
          origin: origin ?? null,
          countryCode,
          network,
          optedOut,
          language: browserLanguage,
          challenge: state,
          refusals: 0,
          connection: { state: 'handshake', timeout },
          leave: [],
        })
        session.notify('challenge', challenge)
      }
    },
  }
}
