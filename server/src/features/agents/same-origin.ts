import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../core/app-error.ts'
import { bearsApiKey } from '../../core/permissions.ts'

interface IncomingRequest {
  method: string
  headers: IncomingHttpHeaders
  routeOptions: {
    url?: string | undefined
    schema?: object | undefined
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * CSRF protection. SameSite=Lax is not enough, because other ports and subdomains are the same site. Browsers send Origin
 * with every unsafe request; programs usually send none, and hold only cookies they obtained themselves.
 * Requests with an API key and no cookie are exempt on routes that accept keys, because a wrong key is rejected there. On other
 * routes the key is not checked, and the response could set a cookie.
 */
export function createOriginGuard(baseUrl: string) {
  const own = new URL(baseUrl).origin
  async function refuseForeignOrigin(request: IncomingRequest): Promise<void> {
    if (safeMethods.has(request.method)) return
    const usesOnlyKey = bearsApiKey(request.headers) && request.headers.cookie === undefined
    if (usesOnlyKey && acceptsApiKeys(request)) return
    const { origin, 'sec-fetch-site': site } = request.headers
    const foreign = origin === undefined ? !isOwnSite(site) : origin !== own
    if (foreign) throw new AppError('forbidden', { detail: `This service is used from ${own}.` })
  }
  return {
    /** For routes under /v1/public that read or set the session cookie. */
    refuseForeignOrigin,
    /** Guards /v1 except /v1/public. Checks the matched route, not the URL, which can be written in several ways. */
    guardPanelRoutes: async (request: IncomingRequest): Promise<void> => {
      const route = request.routeOptions.url ?? ''
      if (route.startsWith('/v1/') && !route.startsWith('/v1/public/')) await refuseForeignOrigin(request)
    },
  }
}

/** Whether the route is authorized by `AuthorizeAccess`, as its OpenAPI schema says. */
function acceptsApiKeys({ routeOptions: { schema } }: IncomingRequest): boolean {
  const { security = [] } = (schema ?? {}) as { security?: object[] }
  return security.some((scheme) => 'apiKey' in scheme)
}

const isOwnSite = (site: unknown) => site === undefined || site === 'same-origin' || site === 'none'

export type OriginGuard = ReturnType<typeof createOriginGuard>
