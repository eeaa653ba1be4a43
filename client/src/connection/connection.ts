import type { Downstream, DownstreamMethod } from '@parley/protocol/downstream'
import { isTransient, type Result, type Failure, type FailureCode } from './result.ts'
import { drainingDelayMs, backoffDelayMs } from './backoff.ts'
import {
  transition,
  type ConnectionEvent,
  type ConnectionState,
  type RefusalCode,
} from './connection-state.ts'
import { openLink, type Link, type Listeners } from './link.ts'
import type { Platform } from '../browser/platform.ts'
import type { Notify, Request } from './requests.ts'
import { createStore, type Store } from '../state/store.ts'
import { finalCloseCodes } from './wire-values.ts'

export interface ConnectionOptions<Opened> {
  platform: Platform
  url: string
  /** Refuse to run on a page that came over plain HTTP (spec 1). */
  secureOnly: boolean
  /** Says on a fresh socket who we are. */
  authenticate: (link: Link) => Promise<Result<Opened>>
  /** After each successful greeting, before anything else that the server sends is handled; requests are answered from here on. */
  onReady: (opened: Opened) => void
  /** Ready no more. */
  onLost: () => void
  listeners: Listeners
}

/** Keeps one socket open for as long as it lives. */
export interface Connection {
  state: Store<ConnectionState>
  /** Answers `disconnected` at once unless the state is `ready`. */
  request: Request
  notify: Notify
  /** Hears a method of the server from here on, in place of whoever heard it before. */
  on: <M extends DownstreamMethod>(method: M, listener: (params: Downstream[M]) => void) => void
  open: () => void
  retryNow: () => void
  /** Leaves the socket and opens another one at once: who we are has changed. */
  restart: () => void
  close: () => void
}

/** A connection that held this long was a good one: the next failure counts as the first. */
const stableAfterMs = 10_000
/** Without a network the browser tells when it is back; it has been wrong about localhost and VPNs. */
const offlineRetryDelayMs = 30_000

/** Refusals of the greeting that the next challenge, or a position left behind, makes good. */
const recoverableCodes = [
  'nonce_mismatch',
  'nonce_used',
  'nonce_expired',
  'proof_stale',
  'too_far_ahead',
] as const

const isRecoverable = (code: FailureCode): code is (typeof recoverableCodes)[number] =>
  recoverableCodes.some((one) => one === code)

export function createConnection<Opened>(options: ConnectionOptions<Opened>): Connection {
  const { platform } = options
  const state = createStore<ConnectionState>({ name: 'offline' })
  let link: Link | undefined
  let attempts = 0
  let readySince: number | undefined
  let drainWithin: number | undefined
  let cancelRetry = () => {}
  let unhook: (() => void) | undefined

  const listeners: Listeners = {
    ...options.listeners,
    draining: ({ within }) => (drainWithin = within),
  }

  // The first who hears that the connection is ready, because all others may ask something at once.
  let accepted: (() => void) | null = null
  state.subscribe(() => {
    const tell = accepted
    accepted = null
    tell?.()
  })

  const go = (event: ConnectionEvent) => state.set(transition(state.get(), event))

  function connect() {
    cancelRetry()
    if (!unhook || link) return
    drainWithin = undefined
    go({ type: 'try' })
    const own: Link = openLink(platform, options.url, {
      listeners,
      opened() {
        go({ type: 'opened' })
        void greet(own)
      },
      ended: (code) => lost(code),
    })
    link = own
  }

  async function greet(own: Link) {
    // A surprise here (a browser without the key algorithm) is met with the patience for a broken server.
    const answer = await options.authenticate(own).catch((): Failure => ({ ok: false, code: 'internal' }))
    if (link !== own) return
    if (answer.ok) {
      readySince = platform.now()
      accepted = () => options.onReady(answer.value)
      go({ type: 'accepted' })
    } else if (isTransient(answer.code) || isRecoverable(answer.code)) {
      lost(null, answer.retryAfter)
    } else {
      refuse(answer.code)
    }
  }

  function refuse(code: RefusalCode) {
    leave()
    go({ type: 'refused', code })
  }

  /** Forgets the socket. */
  function leave() {
    cancelRetry()
    const own = link
    link = undefined
    own?.close()
    if (readySince === undefined) return
    if (platform.now() - readySince >= stableAfterMs) attempts = 0
    readySince = undefined
    options.onLost()
  }

  function lost(closeCode: number | null, atLeast = 0) {
    leave()
    const final = closeCode === null ? undefined : finalCloseCodes[closeCode]
    if (final) return go({ type: 'refused', code: final })
    const draining = drainWithin
    if (draining === undefined) attempts++
    const delay =
      draining === undefined
        ? Math.max(atLeast, backoffDelayMs(attempts, platform.random(), platform.isVisible()))
        : drainingDelayMs(draining, platform.random())
    if (platform.isOnline()) {
      go({ type: 'lost', until: platform.now() + delay, attempts })
      cancelRetry = platform.after(delay, connect)
    } else {
      waitForNetwork()
    }
  }

  function waitForNetwork() {
    cancelRetry()
    go({ type: 'stopped' })
    cancelRetry = platform.after(offlineRetryDelayMs, connect)
  }

  function retryNow() {
    if (link) return
    attempts = 0
    connect()
  }

  return {
    state,
    async request(method, params, timeout) {
      const own = link
      if (!own || state.get().name !== 'ready') return { ok: false, code: 'disconnected' } satisfies Failure
      const answer = await own.request(method, params, timeout)
      if (!answer.ok && answer.code === 'timeout') void own.check()
      return answer
    },
    notify(method, params) {
      if (state.get().name === 'ready') link?.notify(method, params)
    },
    on: (method, listener) => void Object.assign(listeners, { [method]: listener }),
    open() {
      if (unhook) return
      if (options.secureOnly && !platform.isSecure()) return refuse('insecure_origin')
      const undo = [
        platform.onWake(() => {
          if (state.get().name === 'ready') void link?.check()
          else if (state.get().name !== 'refused') connect()
        }),
        platform.onOffline(() => {
          if (state.get().name === 'ready') void link?.check()
          else if (state.get().name === 'waiting') waitForNetwork()
        }),
      ]
      unhook = () => {
        for (const one of undo) one()
      }
      connect()
    },
    retryNow,
    restart() {
      leave()
      go({ type: 'stopped' })
      connect()
    },
    close() {
      unhook?.()
      unhook = undefined
      leave()
      go({ type: 'stopped' })
    },
  }
}
