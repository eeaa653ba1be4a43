import { lookup } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { json } from 'node:stream/consumers'
import { StartError } from '../../core/start-error.ts'

export interface ChatwootApiOptions {
  /** Of the installation, without a path. */
  baseUrl: URL
  accountId: number
  token: string
  /** Whether files may be fetched from this address. The installation itself may be anywhere. */
  isPublicAddress: (address: string) => boolean
  /** Of the first repeat; doubles with each. */
  retryDelayMs?: number
}

const maxAttempts = 8
const maxRetryMs = 300_000
const timeoutMs = 60_000
const maxRedirects = 5

export type ChatwootApi = ReturnType<typeof createChatwootApi>

/** Reads Chatwoot's application API. Waits when its rate limit is reached, and retries temporary failures. */
export function createChatwootApi(options: ChatwootApiOptions) {
  const { baseUrl, token, retryDelayMs = 1000 } = options
  /** Request groups whose last request failed after all attempts. Further requests are not retried until one succeeds, because retries take minutes. */
  const failing = new Set<string>()
  const account = `/api/v1/accounts/${options.accountId}`

  /** Users of the account control addresses in responses: apart from the installation itself, only public ones are fetched. */
  const guarded: LookupFunction = (hostname, lookupOptions, callback) =>
    lookup(hostname, { ...lookupOptions, all: true }, (error, addresses) => {
      const allowed = (addresses ?? []).filter(({ address }) => options.isPublicAddress(address))
      const [first] = allowed
      if (error !== null || first === undefined)
        return callback(error ?? new RefusedAddress(hostname), '', undefined)
      if (lookupOptions.all === true) return callback(null, allowed)
      return callback(null, first.address, first.family)
    })

  function send(url: URL): Promise<IncomingMessage> {
    const isOwn = url.origin === baseUrl.origin
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new RefusedAddress(url.protocol)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (!isOwn && isIP(host) !== 0 && !options.isPublicAddress(host)) throw new RefusedAddress(host)
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    return new Promise((resolve, reject) => {
      const sent = request(url, {
        // The token is sent only to the installation that it belongs to.
        headers: { 'user-agent': 'Parley-Import', ...(isOwn && { api_access_token: token }) },
        timeout: timeoutMs,
        ...(!isOwn && { lookup: guarded }),
      })
      sent.on('response', resolve)
      sent.on('timeout', () => sent.destroy(new Error('The server did not respond in time.')))
      sent.on('error', reject)
      sent.end()
    })
  }

  async function get<T>(
    url: URL,
    read: (response: IncomingMessage) => Promise<T>,
    { group, redirects }: GetOptions,
  ): Promise<Outcome<T>> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await once(url, read, redirects)
      if (!('again' in outcome)) {
        if (group !== null && 'value' in outcome) failing.delete(group)
        return outcome
      }
      // A server that names a time, as when its rate limit is reached, is waited for.
      const isKnown = group !== null && failing.has(group) && outcome.afterMs === null
      if (attempt === maxAttempts || isKnown) {
        if (group !== null) failing.add(group)
        return { unavailable: outcome.again }
      }
      await setTimeout(Math.min(maxRetryMs, outcome.afterMs ?? retryDelayMs * 2 ** (attempt - 1)))
    }
  }

  async function once<T>(
    given: URL,
    read: (response: IncomingMessage) => Promise<T>,
    allowed: GetOptions['redirects'],
  ): Promise<Answer<T> | { again: string; afterMs: number | null }> {
    let url = given
    try {
      for (let redirects = 0; ; redirects += 1) {
        const response = await send(url)
        const { statusCode: status = 0, headers } = response
        if (status >= 200 && status < 300) return { value: await read(response) }
        response.resume()
        if (status >= 300 && status < 400 && headers.location !== undefined && redirects < maxRedirects) {
          url = new URL(headers.location, url)
          // The token is not sent there, so the server would refuse it.
          if (allowed === 'own_origin' && url.origin !== baseUrl.origin)
            throw new StartError(`Chatwoot redirects to ${url.origin}. Use this address with --fetch.`)
          continue
        }
        if (status !== 429 && status < 500) return { refused: status }
        return { again: `status ${status}`, afterMs: retryAfterMs(headers['retry-after']) }
      }
    } catch (error) {
      // Of the local file, or a redirect of the installation.
      if (error instanceof StartError) throw error
      if (error instanceof RefusedAddress) return { refused: 'address' }
      return { again: (error as NodeJS.ErrnoException).code ?? (error as Error).name, afterMs: null }
    }
  }

  const unresponsive = (reason: string) =>
    new StartError(
      `${baseUrl.origin} does not respond as expected (${reason}). Run the command again to continue.`,
    )

  async function read(
    path: string,
    query: Record<string, string | number>,
    group: string | null,
  ): Promise<Outcome<unknown>> {
    const url = new URL(`${account}${path}`, baseUrl)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
    const found = await get(url, (response) => json(response), { group, redirects: 'own_origin' })
    if ('refused' in found && (found.refused === 401 || found.refused === 403))
      throw new StartError(
        'Chatwoot refuses the token. It has to be the access token of an administrator of this account (Profile settings > Access token).',
      )
    return found
  }

  return {
    /** @throws StartError for a wrong token, account or address, and when the installation failed too often */
    async list(path: string, query: Record<string, string | number> = {}): Promise<unknown> {
      const found = await read(path, query, null)
      if ('value' in found) return found.value
      throw 'unavailable' in found
        ? unresponsive(found.unavailable)
        : new StartError(
            `${baseUrl.origin}${account}${path} returned status ${found.refused}. Check the address and the account number.`,
          )
    },

    /** Part of a resource that a list has named. undefined: it is not available. @throws StartError for a wrong token */
    async part(path: string, query: Record<string, string | number>): Promise<unknown> {
      const found = await read(path, query, 'part')
      return 'value' in found ? found.value : undefined
    },

    /** Whether the account does not have it. False if the installation fails. @throws StartError for a wrong token */
    async isGone(path: string): Promise<boolean> {
      const found = await read(path, {}, 'part')
      return 'refused' in found && found.refused === 404
    },

    /**
     * `unavailable`: the host fails now. `refused`: another attempt has the same result.
     * @throws StartError that `read` throws, and when the installation failed too often
     */
    async file<T>(
      address: string,
      read: (response: IncomingMessage) => Promise<T>,
    ): Promise<T | 'unavailable' | 'refused'> {
      const url = URL.parse(address, baseUrl.href)
      if (url === null) return 'refused'
      const isOwn = url.origin === baseUrl.origin
      const found = await get(url, read, { group: isOwn ? null : url.origin, redirects: 'any' })
      if ('value' in found) return found.value
      if ('refused' in found) return 'refused'
      if (isOwn) throw unresponsive(found.unavailable)
      return 'unavailable'
    },
  }
}

interface GetOptions {
  /** Requests that may fail for good, see `failing`; null: none. */
  group: string | null
  redirects: 'own_origin' | 'any'
}

class RefusedAddress extends Error {}

/** `refused`: a status, or why there is none. */
type Answer<T> = { value: T } | { refused: number | 'address' }
/** `unavailable`: why it failed too often, which may be permanent. */
type Outcome<T> = Answer<T> | { unavailable: string }

/** Seconds or a date. */
function retryAfterMs(header: string | undefined): number | null {
  if (header === undefined) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}
