import { describeErrors } from '../api-errors.ts'
import { serveHttp } from './http.ts'
import type { Infrastructure } from './infrastructure.ts'
import { runJobs } from './jobs.ts'
import { runLogConsumers } from './log-consumers.ts'
import { openSockets, type SocketPorts } from './sockets.ts'
import { collectStartGarbage } from './start-garbage.ts'

export interface ServePorts extends SocketPorts {
  identity: SocketPorts['identity'] & { closeEnded: () => Promise<void> }
  signIn: SocketPorts['signIn'] & { sessionCookie: string; closeEnded: () => Promise<unknown> }
}

/** Connects what the features contribute to the worker, HTTP and the sockets. The service does not listen yet. */
export function serve(infra: Infrastructure, ports: ServePorts) {
  const { builds, config, http, lifecycle } = infra
  const { contributions, identity, signIn } = ports
  runJobs(infra, contributions)
  const logConsumers = runLogConsumers(infra, contributions)
  const { sessionCookie } = signIn
  const { description, listener } = serveHttp(infra, { contributions, describeErrors, sessionCookie })
  openSockets(infra, ports)
  collectStartGarbage(infra)
  return {
    http,
    /** The API in OpenAPI. */
    description,
    logConsumers,
    /** Closes sockets of ended and expired sessions, for tests with a clock. */
    async closeEndedSessions(): Promise<void> {
      await identity.closeEnded()
      await signIn.closeEnded()
    },
    /** @throws an error with code EADDRINUSE or EACCES when the port is not available */
    listen: (): Promise<void> =>
      lifecycle.start(async () => {
        await builds?.stored
        if (!lifecycle.signal.aborted) await listener.open({ host: config.host, port: config.port })
      }),
    /** Graceful: sockets reconnect elsewhere, requests and work in progress finish, then connections close (SPEC B2). */
    stop: lifecycle.stop,
  }
}
