import { createSecureContext } from 'node:tls'
import type { Clock } from '../../../core/clock.ts'
import { createConnections } from './connections.ts'
import { createDeadline } from './deadline.ts'
import { createDialler } from './dial.ts'
import { exchange, type Exchanged } from './exchange.ts'
import { getRequestBytes } from './request-bytes.ts'
import { createResolver, type Resolve } from './resolver.ts'
import { systemTimer } from './timer.ts'
import { readWebhookUrl, urlRules } from './webhook-url.ts'

export interface DocumentRequest {
  url: string
  /** The organization: its look-ups of unresponsive names only block its own. */
  tenant: string
  /** Media types for `Accept`. */
  accept: string
  maxBytes: number
  /** Of the known version, for a conditional request. */
  etag: string | null
  lastModified: string | null
}

export type FetchedDocument =
  | { outcome: 'fetched'; body: Buffer; etag: string | null; lastModified: string | null }
  | { outcome: 'not_modified' }
  | { outcome: 'url_invalid' | 'refused' | 'unreachable' | 'redirected' | 'bad_status' | 'too_large' }

export type FetchDocument = (request: DocumentRequest) => Promise<FetchedDocument>

/** Until the status line, and then for the body. */
const limitsMs = { status: 10_000, body: 10_000 }

/**
 * Fetches documents from addresses that organizations choose, by the rules of webhooks: HTTPS, checked addresses, no redirects, no
 * proxies, nothing decompressed.
 */
export function createFetchDocument(options: {
  allowNetworks: readonly string[]
  now: Clock
  resolve?: Resolve | undefined
  /** PEM of the only trusted CA, for tests. */
  ca?: string | undefined
}): FetchDocument {
  const rules = urlRules(options.allowNetworks)
  const hostsFile = rules.allowLocalNames ? '/etc/hosts' : null
  const dialler = createDialler({
    rules,
    resolve: options.resolve ?? createResolver({ now: options.now, hostsFile }),
    secureContext: createSecureContext({
      minVersion: 'TLSv1.2',
      ...(options.ca !== undefined && { ca: options.ca }),
    }),
  })

  async function get(request: DocumentRequest, url: URL): Promise<Exchanged | 'refused' | 'unreachable'> {
    const deadline = createDeadline(systemTimer, limitsMs.status)
    const connections = createConnections()
    try {
      const dialled = await dialler.dial(url, request.tenant, deadline)
      if (dialled.kind !== 'connected') return dialled.kind === 'refused' ? 'refused' : 'unreachable'
      const bytes = getRequestBytes(url, {
        Accept: request.accept,
        'Accept-Encoding': 'identity',
        'User-Agent': 'Parley/1.0',
        ...(request.etag !== null && { 'If-None-Match': request.etag }),
        ...(request.lastModified !== null && { 'If-Modified-Since': request.lastModified }),
      })
      const connection = connections.adopt(url.origin, dialled.socket)
      // One byte more tells a document that is too large from one that fits.
      const body = { bytes: request.maxBytes + 1, timeoutMs: limitsMs.body }
      return await exchange(connection, bytes, deadline, systemTimer, body)
    } finally {
      deadline.cancel()
      connections.close()
    }
  }

  return async (request) => {
    const read = readWebhookUrl(request.url, rules)
    if (!read.ok) return { outcome: placeCodes.has(read.code) ? 'refused' : 'url_invalid' }
    const answer = await get(request, read.url)
    if (typeof answer === 'string') return { outcome: answer }
    if (answer.kind !== 'answered') return { outcome: 'unreachable' }
    const { status, headers } = answer.head
    if (status === 304 && (request.etag !== null || request.lastModified !== null))
      return { outcome: 'not_modified' }
    if (status >= 300 && status < 400) return { outcome: 'redirected' }
    if (status !== 200) return { outcome: 'bad_status' }
    if (answer.body.length > request.maxBytes) return { outcome: 'too_large' }
    if (answer.truncated) return { outcome: 'unreachable' }
    return {
      outcome: 'fetched',
      body: answer.body,
      etag: validator(headers.get('etag')),
      lastModified: validator(headers.get('last-modified')),
    }
  }
}

/** Codes of addresses that are well-formed, but lead to a place that is not allowed. */
const placeCodes = new Set<string>(['webhook_url_private', 'webhook_url_local_name', 'webhook_url_port'])

/** null: absent, or nothing to send back in a header. */
const validator = (value: string | undefined): string | null =>
  value !== undefined && /^[\x20-\x7e]{1,200}$/.test(value) ? value : null
