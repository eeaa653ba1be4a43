import { createSecureContext } from 'node:tls'
import type { Clock } from '../../../core/clock.ts'
import { memoize } from '../../../core/cache.ts'
import { createConnections, type Connection } from './connections.ts'
import { createDialler } from './dial.ts'
import { createDeadline, type Deadline } from './deadline.ts'
import { exchange, type Exchanged } from './exchange.ts'
import { createDnsCheck, type DnsCheck } from './dns-check.ts'
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
  /** CIDRs of the operator's own networks that webhooks may reach; empty for the public internet only. */
  allowNetworks: readonly string[]
  now: Clock
  /** Replaces the system's name servers. */
  resolve?: Resolve
  /** PEM of the only trusted CA. For tests and benchmarks; cannot be set with environment variables. */
  ca?: string
  timer?: StartTimer
}

export interface Sender {
  send: Send
  checkDns: DnsCheck
  /** Closes all connections; requests in flight fail, so wait for them first. */
  close(): void
}

/** Time limit from the start of an attempt to the status line (spec 4.4, 8). */
const attemptTimeoutMs = 10_000

/** Sends webhooks: signs the request, connects to allowed addresses and waits 10 s for a status. The queue schedules attempts. */
export function createSender(options: SenderOptions): Sender {
  const { allowNetworks, now, timer = systemTimer } = options
  const rules = urlRules(allowNetworks)
  const readUrl = memoize((url) => readWebhookUrl(url, rules), 1000)
  const connections = createConnections()
  // The hosts file is used only if the operator allows internal networks; otherwise its names can only lead to refused addresses.
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

  /** Sends one POST, signed right before it is written. */
  async function post(connection: Connection, url: URL, input: SendInput, deadline: Deadline) {
    const headers = {
      'Content-Type': 'application/json',
      ...signatureHeaders(input.eventId, Math.floor(now() / 1000), input.body, input.key),
      'X-Webhook-Event': input.type,
      'User-Agent': 'Parley-Webhook/1.0',
    }
    const exchanged = await exchange(connection, requestBytes(url, headers, input.body), deadline, timer)
    if (exchanged.kind === 'answered' && exchanged.reusable) {
      connections.release(connection, keepAliveHint(exchanged.head.headers))
    }
    return { headers, exchanged }
  }

  async function attempt(
    url: URL,
    input: SendInput,
    deadline: Deadline,
    startedAt: number,
  ): Promise<SendResult> {
    let lost: SendResult['request'] = null
    const idle = connections.takeIdle(url.origin)
    if (idle !== null) {
      const { headers, exchanged } = await post(idle, url, input, deadline)
      // The receiver may have closed an idle connection. The request is sent once more on a new one within the same attempt;
      // receivers that got both deduplicate them by webhook-id.
      const dead = exchanged.kind === 'closed' && exchanged.noResponse
      if (!dead) return toResult(url, headers, exchanged, startedAt, now())
      lost = { url: url.href, headers }
    }
    const dialled = await dialler.dial(url, input.tenant ?? url.host, deadline)
    if (dialled.kind !== 'connected') {
      const outcome = dialOutcome[dialled.kind]
      return {
        ...noExchange,
        outcome,
        failure: dialFailure(bareHost(url), dialled),
        durationMs: elapsedMs(startedAt),
        // The receiver may have read it before it closed the idle connection.
        request: lost,
      }
    }
    const connection = connections.adopt(url.origin, dialled.socket)
    const { headers, exchanged } = await post(connection, url, input, deadline)
    return toResult(url, headers, exchanged, startedAt, now())
  }

  return {
    async send(input) {
      const startedAt = performance.now()
      // Checked again: the URL may have been saved before a rule was added.
      const read = readUrl(input.url)
      if (!read.ok) {
        const code = read.code === 'webhook_url_private' ? 'address_refused' : 'url_refused'
        const failure = { code, detail: null } as const
        return { ...noExchange, outcome: 'refused', failure, durationMs: elapsedMs(startedAt) }
      }
      const deadline = createDeadline(timer, attemptTimeoutMs)
      try {
        return await attempt(read.url, input, deadline, startedAt)
      } finally {
        deadline.cancel()
      }
    },
    checkDns: createDnsCheck({ rules, resolve, timer }),
    close: connections.close,
  }
}

const noExchange = { status: null, retryAfterSeconds: null, request: null, response: null } as const

const dialOutcome = {
  timed_out: 'timeout',
  refused: 'refused',
  unknown_name: 'connection_error',
  no_name_server: 'connection_error',
  failed: 'connection_error',
} as const

const redirected: Failure = { code: 'redirected', detail: null }

const elapsedMs = (startedAt: number, until = performance.now()): number => Math.round(until - startedAt)

function toResult(
  url: URL,
  headers: Record<string, string>,
  exchanged: Exchanged,
  startedAt: number,
  now: number,
): SendResult {
  const request = { url: url.href, headers }
  if (exchanged.kind !== 'answered') {
    const outcome = exchanged.kind === 'timed_out' ? 'timeout' : 'connection_error'
    return {
      ...noExchange,
      outcome,
      failure: exchangeFailure(exchanged),
      durationMs: elapsedMs(startedAt),
      request,
    }
  }
  const { truncated } = exchanged
  const { status, headers: responseHeaders } = exchanged.head
  const delivered = status >= 200 && status < 300
  return {
    outcome: delivered ? 'delivered' : 'bad_status',
    status,
    failure: status >= 300 && status < 400 ? redirected : null,
    durationMs: elapsedMs(startedAt, exchanged.statusAt),
    retryAfterSeconds: delivered ? null : retryAfterSeconds(responseHeaders, now),
    request,
    response: {
      status,
      headers: headerTexts(responseHeaders),
      body: bodyText(exchanged.body, truncated),
      truncated,
    },
  }
}
