import type { ErrorCode } from '@parley/protocol/error'
import type { LogEntry } from '@parley/protocol/event'
import { subprotocol } from '@parley/protocol/rpc'
import type { Challenge } from '@parley/protocol/session'
import type { Entries } from '@parley/protocol/timeline'
import { once } from 'node:events'
import WebSocket from 'ws'

interface Frame {
  id?: number | null
  method?: string
  params?: unknown
  result?: unknown
  error?: { code: number; message: string; data: { code: ErrorCode; retry_after?: number } }
}

interface Settle {
  resolve: (frame: Frame) => void
  reject: (error: Error) => void
}

type CreatedMessage = Extract<LogEntry, { type: 'message.created' }>['data']

/** Error of a request: `number` is the JSON-RPC code, `code` is ours. */
export interface Refusal {
  number: number
  code: ErrorCode
}

/** A low-level protocol client that can send invalid frames. */
export class TestSocket {
  readonly ws: WebSocket
  readonly notifications: Frame[] = []
  readonly closed: Promise<{ code: number; reason: string }>
  #nextId = 1
  readonly #answers = new Map<number | null, Settle>()
  #waiting: (Settle & { matches: (frame: Frame) => boolean })[] = []

  constructor(ws: WebSocket) {
    this.ws = ws
    ws.on('message', (data: Buffer) => this.#receive(JSON.parse(data.toString()) as Frame))
    this.closed = new Promise((resolve) => {
      ws.on('close', (code, reason) => {
        resolve({ code, reason: reason.toString() })
        this.#giveUp(`The socket was closed with ${code} ${reason.toString()}`)
      })
    })
  }

  /** Later, so that `closed` wins a race. */
  #giveUp(reason: string): void {
    setImmediate(() => {
      for (const { reject } of [...this.#answers.values(), ...this.#waiting]) reject(new Error(reason))
      this.#answers.clear()
      this.#waiting = []
    })
  }

  #receive(frame: Frame): void {
    if (frame.method === undefined) {
      const id = frame.id ?? null
      this.#answers.get(id)?.resolve(frame)
      this.#answers.delete(id)
      return
    }
    const index = this.#waiting.findIndex((waiting) => waiting.matches(frame))
    if (index >= 0) this.#waiting.splice(index, 1)[0]?.resolve(frame)
    else this.notifications.push(frame)
  }

  /** Returns the raw response, whether result or error. Rejects when the socket is closed before. */
  exchange(method: string, params: object | undefined): Promise<Frame> {
    const id = this.#nextId++
    return this.raw(JSON.stringify({ jsonrpc: '2.0', id, method, ...(params && { params }) }), id)
  }

  /** Sends arbitrary data. `answersTo` is the id of the expected response. */
  raw(data: string | Buffer, answersTo: number | null): Promise<Frame> {
    const answer = this.#awaited((settle) => this.#answers.set(answersTo, settle))
    this.ws.send(data)
    return answer
  }

  #awaited(register: (settle: Settle) => void): Promise<Frame> {
    const frame = new Promise<Frame>((resolve, reject) => register({ resolve, reject }))
    if (this.ws.readyState === WebSocket.CLOSED) this.#giveUp('The socket is closed')
    return handled(frame)
  }

  request<T>(method: string, params: object = {}): Promise<T> {
    const result = this.exchange(method, params).then((frame) => {
      if (frame.error) throw new Error(`${method} was refused: ${frame.error.data.code}`)
      return frame.result as T
    })
    return handled(result)
  }

  async refused(method: string, params: object = {}): Promise<Refusal> {
    const frame = await this.exchange(method, params)
    if (!frame.error)
      throw new Error(`${method} was not refused but answered ${JSON.stringify(frame.result)}`)
    return { number: frame.error.code, code: frame.error.data.code }
  }

  notify(method: string, params: object): void {
    this.ws.send(JSON.stringify({ jsonrpc: '2.0', method, params }))
  }

  /** Returns the next matching notification, including those already received. */
  next<T>(method: string, matches: (params: T) => boolean = () => true): Promise<T> {
    const fits = (frame: Frame) => frame.method === method && matches(frame.params as T)
    const index = this.notifications.findIndex(fits)
    if (index >= 0) return Promise.resolve(this.notifications.splice(index, 1)[0]?.params as T)
    const frame = this.#awaited((settle) => this.#waiting.push({ matches: fits, ...settle }))
    return handled(frame.then(({ params }) => params as T))
  }

  /** Collects `entries` notifications until the log has reached `to`. */
  async entriesUpTo(to: number): Promise<Entries[]> {
    const pieces: Entries[] = []
    while ((pieces.at(-1)?.to ?? -1) < to) pieces.push(await this.next<Entries>('entries'))
    return pieces
  }

  /** Returns an array to which each message that arrives from now on is appended, as often as it arrives. */
  messages(): CreatedMessage[] {
    const messages: CreatedMessage[] = []
    this.ws.on('message', (data: Buffer) => {
      const { method, params } = JSON.parse(data.toString()) as { method?: string; params: Entries }
      if (method !== 'entries') return
      for (const entry of params.entries) if (entry.type === 'message.created') messages.push(entry.data)
    })
    return messages
  }

  challenge(): Promise<Challenge> {
    return this.next<Challenge>('challenge')
  }

  async leave(): Promise<void> {
    this.ws.close()
    await this.closed
  }
}

export interface SocketOptions {
  origin?: string
  cookie?: string
  /** Sent as X-Forwarded-For. */
  address?: string
  protocols?: string[]
  /** Further headers of the upgrade request. */
  headers?: Record<string, string>
}

/** @throws Error with the status and problem code of a refused upgrade: `403 insecure_origin` */
export async function openSocket(url: string, options: SocketOptions = {}): Promise<TestSocket> {
  const ws = new WebSocket(url, options.protocols ?? [subprotocol], {
    ...(options.origin !== undefined && { origin: options.origin }),
    headers: {
      ...options.headers,
      ...(options.cookie !== undefined && { cookie: options.cookie }),
      ...(options.address !== undefined && { 'x-forwarded-for': options.address }),
    },
    perMessageDeflate: false,
  })
  const refused = new Promise<never>((_resolve, reject) => {
    ws.on('unexpected-response', (_request, response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      response.on('end', () => {
        const { code } = JSON.parse(body) as { code: string }
        reject(new Error(`${response.statusCode} ${code}`))
      })
    })
    ws.on('error', reject)
  })
  const socket = new TestSocket(ws)
  await Promise.race([once(ws, 'open'), refused])
  refused.catch(() => {})
  return socket
}

/** Marks a rejection as handled, because tests also leave without awaiting every response. Whoever awaits the promise still gets it. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
