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
  /** Refuses to run on pages loaded over plain HTTP (spec 1). */
  secureOnly: boolean
  /** Authenticates on a new socket. */
  authenticate: (link: Link) => Promise<Result<Opened>>
  /** Runs after each successful authentication, before further frames are handled. Requests can be sent from here on. */
  onReady: (opened: Opened) => void
  /** The connection is no longer ready. */
  onLost: () => void
  listeners: Listeners
  /** Called with the server's time when the connection is checked, because a wrong local clock may have been set meanwhile. */
  setClock?: (serverTime: string) => void
}

/** Keeps one socket open, and reconnects until `close`. */
export interface Connection {
  state: Store<ConnectionState>
  /** Returns `disconnected` immediately unless the state is `ready`. */
  request: Request
  notify: Notify
  /** Replaces the listener for a method of the server. */
  on: <M extends DownstreamMethod>(method: M, listener: (params: Downstream[M]) => void) => void
  open: () => void
  retryNow: () => void
  /** Replaces the socket after the identity has changed. */
  restart: () => void
  close: () => void
}

/** A connection that lasted this long resets the backoff. */
const stableAfterMs = 10_000
/** Retry while the browser reports no network: its report can be wrong for localhost and VPNs. */
const offlineRetryDelayMs = 30_000

/** Refusals that a new challenge or a new snapshot fixes. */
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
  let removeListeners: (() => void) | undefined

  const listeners: Listeners = {
    ...options.listeners,
    draining: ({ within }) => (drainWithin = within),
  }

  // Runs before the other listeners of `ready`, because these may send requests.
  let onAccepted: (() => void) | null = null
  state.subscribe(() => {
    const run = onAccepted
    onAccepted = null
    run?.()
  })

  const dispatch = (event: ConnectionEvent) => state.set(transition(state.get(), event))

  function connect() {
    cancelRetry()
    if (!removeListeners || link) return
    drainWithin = undefined
    dispatch({ type: 'try' })
    const own: Link = openLink(platform, options.url, {
      listeners,
      opened() {
        dispatch({ type: 'opened' })
        void authenticate(own)
      },
      ended: (code) => lost(code),
      setClock: options.setClock,
    })
    link = own
  }

  async function authenticate(own: Link) {
    // An unexpected error (a browser without the key algorithm) is retried like one of the server.
    const answer = await options.authenticate(own).catch((): Failure => ({ ok: false, code: 'internal' }))
    if (link !== own) return
    if (answer.ok) {
      readySince = platform.now()
      onAccepted = () => options.onReady(answer.value)
      dispatch({ type: 'accepted' })
    } else if (isTransient(answer.code) || isRecoverable(answer.code)) {
      lost(null, answer.retryAfter)
    } else {
      refuse(answer.code)
    }
  }

  function refuse(code: RefusalCode) {
    dropLink()
    dispatch({ type: 'refused', code })
  }

  /** Closes the socket without scheduling a retry. */
  function dropLink() {
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
    dropLink()
    const final = closeCode === null ? undefined : finalCloseCodes[closeCode]
    if (final) return dispatch({ type: 'refused', code: final })
    const draining = drainWithin
    if (draining === undefined) attempts++
    const delay =
      draining === undefined
        ? Math.max(atLeast, backoffDelayMs(attempts, platform.random(), platform.isVisible()))
        : drainingDelayMs(draining, platform.random())
    if (platform.isOnline()) {
      dispatch({ type: 'lost', until: platform.now() + delay, attempts })
      cancelRetry = platform.after(delay, connect)
    } else {
      waitForNetwork()
    }
  }

  function waitForNetwork() {
    cancelRetry()
    dispatch({ type: 'stopped' })
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
      if (removeListeners) return
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
      removeListeners = () => {
        for (const one of undo) one()
      }
      connect()
    },
    retryNow,
    restart() {
      dropLink()
      dispatch({ type: 'stopped' })
      connect()
    },
    close() {
      removeListeners?.()
      removeListeners = undefined
      dropLink()
      dispatch({ type: 'stopped' })
    },
  }
}
