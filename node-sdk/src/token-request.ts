import { isJkt, requireText, signSocketToken, type SocketUser } from './sign-socket-token.ts'

export interface TokenHandlerOptions<Request> {
  /** `prv_sk_...` of the widget, from the panel. It stays on your server. */
  secretKey: string
  /** The widget's id: the one in your page's snippet. */
  providerId: string
  /**
   * Origins of your pages, such as `https://shop.example.com`, if they differ from the endpoint's own: the handler then sends the CORS
   * headers for them and answers their preflights, for which its route must accept OPTIONS. Behind a proxy that changes Host, list
   * them for browsers without `Sec-Fetch-Site`.
   */
  origins?: readonly string[]
  /** The signed-in user of this request, from your session; null: nobody. Errors are passed to your framework. */
  user: (request: Request) => SocketUser | null | undefined | Promise<SocketUser | null | undefined>
}

/** The response to a request: a token, null for a visitor (spec 4.1), the response to a preflight, or an error. */
export type TokenAnswer =
  | { status: 200; body: { token: string | null } }
  | { status: 204; body?: undefined }
  | { status: 400 | 403 | 405 | 413 | 415; body: { error: string } }

/** Maximum body size: a body contains only a jkt of 43 characters. */
export const maxBodyBytes = 4096

/** Checked when the server starts, not when the first member opens the chat. */
export function readOptions<Request>(
  options: TokenHandlerOptions<Request>,
): Required<TokenHandlerOptions<Request>> {
  return {
    origins: (options.origins ?? []).map((origin) => new URL(origin).origin),
    secretKey: requireText(options.secretKey, 'secretKey'),
    providerId: requireText(options.providerId, 'providerId'),
    user: options.user,
  }
}

const refused = (status: 400 | 403 | 405 | 413 | 415, error: string): TokenAnswer => ({
  status,
  body: { error },
})
export const tooLarge = refused(413, 'The body is too large.')
export const noJson = refused(400, 'The body is not valid JSON.')

/**
 * Returns the response to a preflight, or to a request that the chat on this page cannot have sent; null if the user is to be looked
 * up. Another site must not get a token for its own browser key, whatever the server's CORS settings allow.
 * @param host the request's Host or `:authority`
 */
export function checkRequest(
  { method, host }: { method: string | undefined; host: unknown },
  header: (name: string) => unknown,
  origins: readonly string[],
): TokenAnswer | null {
  if (method === 'OPTIONS' && isListed(header('origin'), origins)) return { status: 204 }
  if (method !== 'POST') return refused(405, 'Use POST.')
  if (!isOwnPage(header('origin'), header('sec-fetch-site'), host, origins))
    return refused(403, 'Requests from other origins are not allowed.')
  const type = header('content-type')
  if (typeof type !== 'string' || !/^application\/json *(;|$)/i.test(type))
    return refused(415, 'Send application/json.')
  return null
}

/**
 * Pages cannot set either header. `Sec-Fetch-Site: same-origin` is sufficient, because a proxy may change Host. Browsers
 * before 2023 and pages on http:// send only Origin; programs send neither.
 */
function isOwnPage(origin: unknown, site: unknown, host: unknown, origins: readonly string[]): boolean {
  if (site === 'same-origin') return true
  if (typeof origin !== 'string') return (site ?? 'none') === 'none'
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  const address = `${page.protocol}//${String(host)}`
  const sameHost = URL.canParse(address) && new URL(address).origin === page.origin
  return sameHost || origins.includes(page.origin)
}

/** The response must not be cached: it is for one browser at one moment. Pages of other origins can read it if they are listed. */
export function responseHeaders(origin: unknown, origins: readonly string[]): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...(origins.length > 0 && { vary: 'Origin' }),
    ...(isListed(origin, origins) && {
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'content-type',
    }),
  }
}

const isListed = (origin: unknown, origins: readonly string[]): origin is string =>
  typeof origin === 'string' && origins.includes(origin)

/** @param body the parsed JSON */
export async function answerToken<Request>(
  { secretKey, providerId, user }: Omit<TokenHandlerOptions<Request>, 'origins'>,
  request: Request,
  body: unknown,
): Promise<TokenAnswer> {
  const jkt = typeof body === 'object' && body !== null && 'jkt' in body ? body.jkt : undefined
  if (!isJkt(jkt)) return refused(400, 'The body must be {"jkt": "..."}, as passed to getToken.')
  const member = await user(request)
  if (!member) return { status: 200, body: { token: null } }
  return { status: 200, body: { token: signSocketToken({ secretKey, providerId, jkt, user: member }) } }
}
