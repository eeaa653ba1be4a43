import type { Downstream, DownstreamMethod } from '@parley/protocol/downstream'
import { closeCodes, type CloseReason } from '@parley/protocol/error'
import { rpcErrorNumbers } from '@parley/protocol/rpc'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { AppError } from '../core/app-error.ts'
import type { Follower } from './fan-out.ts'
import { failureFrame, failureOf, notificationFrame, parseFrame, resultFrame } from './frames.ts'
import { takeTokens, type RateLimit, type TokenBucket } from '../core/token-bucket.ts'
import { coalesceWrites } from './write-coalescing.ts'

/** Unsent bytes at which a slow reader is disconnected (SPEC F6); it resumes when it reconnects. */
const maxUnsentBytes = 1024 * 1024
const maxBrokenFrames = 20
const maxRefusals = 200

/**
 * All other commands of a socket run one at a time: messages keep the order in which they were sent (SPEC S4), and one
 * socket has at most one query in progress.
 */
const concurrentMethods = new Set(['ping', 'pong', 'typing', 'session.challenge'])

/** A frame passed as a Buffer is still text. */
const asText = { binary: false }

let sessionCount = 0

interface HeldFrames {
  frames: { frame: string | Buffer; sent: (() => void) | undefined }[]
  bytes: number
}

export type Handler<Context, Params> = (session: SocketSession<Context>, params: Params) => unknown

export interface CommandTable<Context> {
  /** undefined: no such method. The handler throws AppError invalid_request for invalid params. */
  find(method: string): Handler<Context, unknown> | undefined
}

/** Shared by all sockets of one kind; a session keeps one pointer to it. */
export interface SocketKind<Context> {
  name: 'widget' | 'agent'
  commands: CommandTable<Context>
  rate: RateLimit
  now: () => number
  /** What the socket follows, for the heartbeat to compare with the log. */
  followersOf: (context: Context) => Iterable<Follower>
  onOpen: (session: SocketSession<Context>) => void
  onCommand: (method: string, outcome: string) => void
  onError: (error: unknown, method: string) => void
  onClose: (session: SocketSession<Context>, reason: CloseReason | 'left') => void
}

/** A session without its context: what code for every kind of socket may use. */
export type AnySession = Pick<
  SocketSession<never>,
  'number' | 'heardAt' | 'closed' | 'followers' | 'notify' | 'sendText' | 'close'
>

/**
 * One socket: parses frames, limits their rate, runs commands and sends their results. Knows no command; the state that
 * features keep per socket is in `context`.
 */
export class SocketSession<Context> {
  readonly kind: SocketKind<Context>
  readonly context: Context
  /** On the monotonic clock, in milliseconds, so that a change of the system clock closes no socket. */
  heardAt = performance.now()
  /** Counts up over all sessions: the heartbeat spreads them evenly by it. */
  readonly number = sessionCount++
  readonly #socket: WebSocket
  readonly #stream: Duplex
  readonly #bucket: TokenBucket
  #brokenFrames = 0
  #refusals = 0
  #ordered: Promise<void> | null = null
  #closed = false
  /** Between `hold` and `release`. */
  #held: HeldFrames | null = null

  /** @param stream the connection below `socket` */
  constructor(kind: SocketKind<Context>, socket: WebSocket, stream: Duplex, context: Context) {
    this.kind = kind
    this.context = context
    this.#socket = socket
    this.#stream = stream
    this.#bucket = { tokens: kind.rate.burst, filledAt: kind.now() }
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#receive(data, isBinary))
    socket.on('close', () => this.#finish('left'))
    // ws closes the socket after an error (oversized frame: 1009, bad UTF-8: 1007).
    socket.on('error', () => {})
    kind.onOpen(this)
  }

  get closed(): boolean {
    return this.#closed
  }

  followers(): Iterable<Follower> {
    return this.kind.followersOf(this.context)
  }

  notify<M extends DownstreamMethod>(method: M, params: Downstream[M]): void {
    this.sendText(notificationFrame(method, params))
  }

  /** For a frame that many sockets get: serialized once, and as a Buffer also encoded once. `sent`: called once it was flushed or dropped. */
  sendText(frame: string | Buffer, sent?: () => void): void {
    const held = this.#held
    if (!held) return this.#send(frame, sent)
    held.bytes += Buffer.byteLength(frame)
    held.frames.push({ frame, sent })
    if (held.bytes > maxUnsentBytes) this.close('slow_reader')
  }

  /**
   * From now until `release`, all frames but responses wait. For a command that reads the state for its response: a later change
   * must not be sent before it.
   */
  hold(): void {
    this.release()
    this.#held = { frames: [], bytes: 0 }
  }

  release(): void {
    const held = this.#held
    this.#held = null
    for (const { frame, sent } of held?.frames ?? []) this.#send(frame, sent)
  }

  #send(frame: string | Buffer, sent?: () => void): void {
    if (this.#closed) return sent?.()
    if (this.#socket.bufferedAmount > maxUnsentBytes) {
      this.close('slow_reader')
      return sent?.()
    }
    coalesceWrites(this.#stream)
    // Called with an error when the socket closes first, so nothing waits forever.
    this.#socket.send(frame, asText, sent && (() => sent()))
  }

  /** Nothing is sent or received afterwards. */
  close(reason: CloseReason): void {
    // `draining` may be among the held frames.
    this.release()
    if (this.#closed) return
    this.#socket.close(closeCodes[reason], reason)
    // A peer that cannot answer the close (slow reader, dead connection) must not keep its buffers.
    if (reason === 'slow_reader' || reason === 'heartbeat_lost') this.#socket.terminate()
    this.#finish(reason)
  }

  #finish(reason: CloseReason | 'left'): void {
    if (this.#closed) return
    this.#closed = true
    this.release()
    this.kind.onClose(this, reason)
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#closed) return
    this.heardAt = performance.now()
    if (isBinary) return this.close('bad_frame')
    const frame = parseFrame(data.toString('utf8'))
    const wait = takeTokens(this.#bucket, this.kind.rate, this.kind.now())
    if (wait > 0) return this.#refuseForRate(frame.kind === 'request' ? frame.request.id : undefined, wait)
    this.#refusals = Math.max(0, this.#refusals - 1)
    if (frame.kind === 'broken') return this.#refuseBroken(frame.id, frame.number)
    const { id, method, params } = frame.request
    const run = this.kind.commands.find(method)
    if (!run) return this.#refuseBroken(id ?? null, rpcErrorNumbers.method_not_found)
    if (concurrentMethods.has(method)) {
      void this.#run(run, method, id, params ?? {})
      return
    }
    const before = this.#ordered
    const mine = before
      ? before.then(() => this.#run(run, method, id, params ?? {}))
      : this.#run(run, method, id, params ?? {})
    this.#ordered = mine
    void this.#forgetWhenDone(mine)
  }

  /** So that an idle socket holds no promise. */
  async #forgetWhenDone(work: Promise<void>): Promise<void> {
    await work
    if (this.#ordered === work) this.#ordered = null
  }

  /** Never rejects. */
  async #run(
    run: (session: SocketSession<Context>, params: unknown) => unknown,
    method: string,
    id: number | undefined,
    params: unknown,
  ): Promise<void> {
    if (this.#closed) return
    try {
      const result = await run(this, params)
      if (id !== undefined) this.#send(resultFrame(id, result ?? {}))
      this.kind.onCommand(method, 'ok')
      this.#brokenFrames = Math.max(0, this.#brokenFrames - 1)
    } catch (error) {
      const failure = failureOf(error)
      if (failure.cause !== null) this.kind.onError(failure.cause, method)
      this.kind.onCommand(method, failure.data.code)
      if (error instanceof AppError && error.code === 'invalid_request') {
        this.#refuseBroken(id ?? null, rpcErrorNumbers.invalid_params, error.detail)
      } else if (id !== undefined) {
        this.#send(failureFrame(id, failure.number, failure.data))
      }
    }
  }

  #refuseBroken(id: number | null, number: number, detail?: string): void {
    this.#brokenFrames += 1
    this.#send(failureFrame(id, number, { code: 'invalid_request', ...(detail !== undefined && { detail }) }))
    if (this.#brokenFrames >= maxBrokenFrames) this.close('bad_frame')
  }

  #refuseForRate(id: number | undefined, wait: number): void {
    this.#refusals += 1
    if (this.#refusals > maxRefusals) return this.close('flood')
    if (id !== undefined) {
      this.#send(failureFrame(id, rpcErrorNumbers.refused, { code: 'rate_limited', retry_after: wait }))
    }
  }
}
