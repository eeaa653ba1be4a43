import { describeApi } from '../core/api-description.ts'
import type { DescriptionOptions } from '../core/api-document.ts'
import { createListener } from '../core/listener.ts'
import { operationRoutes } from '../core/operation-routes.ts'
import { staticFiles } from '../core/static-files.ts'
import type { Contributions } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Time that requests in progress have to finish during shutdown. */
const closeTimeoutMs = 10_000

export interface HttpPorts {
  contributions: Contributions
  /** Adds the error responses to the API's description. */
  describeErrors: DescriptionOptions['complete']
  sessionCookie: string
}

/** Registers all routes. Returns the API's description and the listener. On shutdown, the server closes once the requests in progress have finished. */
export function serveHttp(infra: Infrastructure, ports: HttpPorts) {
  const { contributions, describeErrors, sessionCookie } = ports
  const { baseUrl, builds, http, lifecycle } = infra
  const description = describeApi(http, { baseUrl, sessionCookie, complete: describeErrors })
  operationRoutes(http, infra)
  for (const addRoutes of contributions.routes) addRoutes(http)
  staticFiles(http, { baseUrl, ...(builds && { openFormer: builds.open, root: builds.root }) })
  const listener = createListener(http)
  lifecycle.onStop(async () => {
    const timeout = setTimeout(() => http.server.closeAllConnections(), closeTimeoutMs)
    await Promise.all([listener.close(), http.close()])
    clearTimeout(timeout)
  })
  return { description, listener }
}
