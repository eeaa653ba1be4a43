import { createSecureContext } from 'node:tls'
import type { Clock } from '../../../core/clock.ts'
import { memoize } from '../../../core/cache.ts'
import { createConnections, type Connection } from './connections.ts'
import { createDialler } from './dial.ts'
import { createDeadline, type Deadline } from './deadline.ts'
import { exchange, type Exchanged } from './exchange.ts'
import { createForesee, type Foresee } from './foresee.ts'
import { dialFailure, exchangeFailure, type Failure } from './failures.ts'
import { requestBytes } from './request-bytes.ts'
import { createResolver, type Resolve } from './resolver.ts'
import { keepAliveHint } from './response-head.ts'
import { bodyText, headerTexts, retryAfterSeconds } from './response-text.ts'
import type { Send, SendInput, SendResult } from './send-result.ts'
import { signatureHeaders } from './signature.ts'
import { systemTimer, type StartTimer } from './timer.ts'
import { bareHost, readWebhookUrl, urlRules } from './webhook-url.ts'

export interface SenderOptions {
  /** CIDRs of the operator's own networks that webhooks may reach; empty: the public internet alone. */
  allowNetworks: readonly string[]
  now: Clock
  /** Instead of the system's name servers. */
  resolve?: Resolve
  /** PEM of the only authority that is trusted. For tests and benchmarks: no variable of the environment leads here. */
  ca?: string
  timer?: StartTimer
}

export interface Sender {
  send: Send
  foresee: Foresee
  /** Closes what is open: whatever is under way fails. Let it finish first. */
  close(): void
}

/** From the start of an attempt to the status line (spec 4.4, 8). */
const limitMilliseconds = 10_000

/** Sends webhooks: signs, dials what may be dialled, waits 10 s for a status. Which are due and what follows is the queue's. */
export function createSender(options: SenderOptions): Sender {
  const { allowNetworks, now, timer = systemTimer } = options
  const rules = urlRules(allowNetworks)
  const readUrl = memoize((url) => readWebhookUrl(url, rules), 1000)
  const connections = createConnections()
  // The names of this machine's own hosts file are an operator's; without networks of his they can only lead astray.
  const hostsFile = allowNetworks.length > 0 ? '/etc/hosts' : null
  const resolve = options.resolve ?? createResolver({ now, hostsFile })
  const dialler = createDialler({
    rules,
    timer,
    resolve,
    secureContext: createSecureContext({
      minVersion: 'TLSv1.2',
      ...(options.ca !== undefined && { ca: options.ca }),
    }),
  })

  /** One POST, its time and signature taken right before it is written. */
  async function post(connection: Connection, url: URL, input: SendInput, deadline: Deadline) {
    const headers = {
      'Content-Type': 'application/json',
      ...signatureHeaders(input.eventId, Math.floor(now() / 1000), input.body, input.key),
      'X-Webhook-Event': input.type,
      'User-Agent': 'Parley-Webhook/1.0',
    }
    const exchanged = await exchange(connection, requestBytes(url, headers, input.body), deadline, timer)
    if (exchanged.kind === 'answered' && exchanged.reusable) {
      connections.keep(connection, keepAliveHint(exchanged.head.headers))
    }
    return { headers, exchanged }
  }

  async function attempt(url: URL, input: SendInput, deadline: Deadline, since: number): Promise<SendResult> {
    const idle = connections.takeIdle(url.origin)
    if (idle !== null) {
      const { headers, exchanged } = await post(idle, url, input, deadline)
      // A connection that was kept may have been closed meanwhile. What was written then reached nobody who answers:
      // once more on a fresh one, within the same attempt. Receivers that did get it know its webhook-id.
      const dead = exchanged.kind === 'closed' && exchanged.silent
      if (!dead) return toResult(url, headers, exchanged, since, now())
    }
    const dialled = await dialler.dial(url, input.tenant ?? url.host, deadline)
    if (dialled.kind !== 'connected') {
      const outcome = dialOutcome[dialled.kind]
      return {
        ...nothing,
        outcome,
        failure: dialFailure(bareHost(url), dialled),
        durationMs: sinceThen(since),
      }
    }
    const connection = connections.adopt(url.origin, dialled.socket)
    const { headers, exchanged } = await post(connection, url, input, deadline)
    return toResult(url, headers, exchanged, since, now())
  }

  return {
    async send(input) {
      const since = performance.now()
      // Also what was saved before a rule was made.
      const read = readUrl(input.url)
      if (!read.ok) {
        const code = read.code === 'webhook_url_private' ? 'address_refused' : 'url_refused'
        const failure = { code, detail: null } as const
        return { ...nothing, outcome: 'refused', failure, durationMs: sinceThen(since) }
      }
      const deadline = createDeadline(timer, limitMilliseconds)
      try {
        return await attempt(read.url, input, deadline, since)
      } finally {
        deadline.lift()
      }
    },
    foresee: createForesee({ rules, resolve, timer }),
    close: connections.close,
  }
}

const nothing = { status: null, retryAfterSeconds: null, request: null, response: null } as const

const dialOutcome = {
  given_up: 'timeout',
  refused: 'refused',
  unknown_name: 'connection_error',
  no_name_server: 'connection_error',
  failed: 'connection_error',
} as const

const redirected: Failure = { code: 'redirected', detail: null }

const sinceThen = (since: number, until = performance.now()): number => Math.round(until - since)

function toResult(
  url: URL,
  headers: Record<string, string>,
  exchanged: Exchanged,
  since: number,
  now: number,
): SendResult {
  const request = { url: url.href, headers }
  if (exchanged.kind !== 'answered') {
    const outcome = exchanged.kind === 'given_up' ? 'timeout' : 'connection_error'
    return { ...nothing, outcome, failure: exchangeFailure(exchanged), durationMs: sinceThen(since), request }
  }
  const { truncated } = exchanged
  const { status, headers: answered } = exchanged.head
  const delivered = status >= 200 && status < 300
  return {
    outcome: delivered ? 'delivered' : 'bad_status',
    status,
    failure: status >= 300 && status < 400 ? redirected : null,
    durationMs: sinceThen(since, exchanged.at),
    retryAfterSeconds: delivered ? null : retryAfterSeconds(answered, now),
    request,
    response: {
      status,
      headers: headerTexts(answered),
      body: bodyText(exchanged.body, truncated),
      truncated,
    },
  }
}
