import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../core/app-error.ts'
import { bearsApiKey } from '../../core/permissions.ts'

interface IncomingRequest {
  method: string
  headers: IncomingHttpHeaders
  routeOptions: { url?: string | undefined }
}

const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what another site's page makes a signed-in browser send (CSRF), beyond what SameSite=Lax keeps away:
 * other ports and subdomains of ours are the same site. Browsers name the Origin in every request that changes
 * something; a program names none and has no cookie that it did not get itself.
 * What comes with an API key and without any cookie has nothing that a browser would add by itself.
 */
export function createOriginGuard(baseUrl: string) {
  const own = new URL(baseUrl).origin
  async function refuseForeignOrigin(request: IncomingRequest): Promise<void> {
    if (harmless.has(request.method)) return
    if (bearsApiKey(request.headers) && request.headers.cookie === undefined) return
    const { origin, 'sec-fetch-site': site } = request.headers
    const foreign = origin === undefined ? !isOwnSite(site) : origin !== own
    if (foreign) throw new AppError('forbidden', { detail: `This service is used from ${own}.` })
  }
  return {
    /** For a route of its own, under /v1/public, that reads or sets the session's cookie. */
    refuseForeignOrigin,
    /** For every route: guards all of /v1 but /v1/public, by the route that was found, not by the address as written. */
    guardPanelRoutes: async (request: IncomingRequest): Promise<void> => {
      const route = request.routeOptions.url ?? ''
      if (route.startsWith('/v1/') && !route.startsWith('/v1/public/')) await refuseForeignOrigin(request)
    },
  }
}

const isOwnSite = (site: unknown) => site === undefined || site === 'same-origin' || site === 'none'

export type OriginGuard = ReturnType<typeof createOriginGuard>
