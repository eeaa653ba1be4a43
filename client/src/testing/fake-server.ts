import type { CallView } from '@parley/protocol/call-view'
import type { ErrorCode } from '@parley/protocol/error'
import type { Media } from '@parley/protocol/media'
import type { MessageSendParams } from '@parley/protocol/message'
import type { SessionMember } from '@parley/protocol/session'
import type { Params } from '@parley/protocol/upstream'
import type { Platform } from '../browser/platform.ts'
import { FakeLog, type Reader } from './fake-log.ts'
import { FakeSocket, type ServerEnd } from './fake-socket.ts'

type RequestOf<M extends keyof Params> = { id: number; method: M; params: Params[M] }
export type Request = { [M in keyof Params]: RequestOf<M> }[keyof Params]

interface Refusal {
  method: string
  code: ErrorCode
  retry_after?: number
}

const team = { online: true, agents: [], typical_response_seconds: null, closed: null }

/** A socket: the log it reads, and the position it has received. */
interface Follower {
  reader: Reader
  seq: number | null
  log: FakeLog
  member: SessionMember | null
}

/** In-memory server with real frames, for one visitor, any number of members, and agents. */
export class FakeServer {
  readonly log: FakeLog
  readonly received: Request[] = []
  readonly ends = new Set<ServerEnd>()
  /** All sockets ever connected. */
  opened = 0
  reachable = true
  /** Receives frames but sends none. */
  silent = false
  /** Fails the next request of a method. */
  readonly refusals: Refusal[] = []
  /** Commits message.send, but loses the acknowledgement together with the socket. */
  loseNextAcknowledgement = false
  /** Drops the frames of `entries` for which it returns true. */
  loses = (_to: number) => false
  pageSize = 50
  agentId = 'agent-1'
  /** Result of media.links. */
  readonly links: Media[] = []
  now = () => Date.now()
  /** Member signed in by social login with the browser's key. */
  social: SessionMember | null = null
  /** The visitor's live call. */
  call: CallView | null = null
  /** Overrides the result of a method. */
  readonly answers = new Map<keyof Params, (request: Request) => object>()
  /** Profiles of customers, from the pre-chat sheet or their tokens. */
  language: string | null = null
  readonly #members = new Map<string, FakeLog>()
  readonly #followers = new Map<ServerEnd, Follower>()
  readonly #clientIds = new Map<string, { id: string; seq: number }>()

  constructor(customerId = customerIdOf('visitor')) {
    this.log = new FakeLog(customerId)
  }

  readonly openSocket: Platform['openSocket'] = (url, subprotocol) =>
    new FakeSocket(
      url,
      subprotocol,
      {
        opened: (end) => {
          this.opened++
          this.ends.add(end)
          const reader: Reader = url.includes('/public/') ? 'customer' : 'agents'
          this.#followers.set(end, { reader, seq: null, log: this.log, member: null })
          if (reader === 'customer' && !this.silent) this.say('challenge', this.#challenge(), end)
        },
        received: (end, frame) => this.#receive(end, frame),
        closed: (end) => {
          this.ends.delete(end)
          this.#followers.delete(end)
        },
      },
      this.reachable,
    )

  say(method: string, params: object, to?: ServerEnd): void {
    for (const end of to ? [to] : this.ends) end.send({ jsonrpc: '2.0', method, params })
  }

  close(code: number): void {
    for (const end of this.ends) end.close(code)
  }

  /** Sends new log entries to every follower. */
  announce(): void {
    for (const [end, follower] of this.#followers) {
      if (follower.seq === null || follower.seq >= follower.log.end) continue
      const frame = follower.log.slice(follower.reader, follower.seq)
      follower.seq = follower.log.end
      if (!this.loses(frame.to)) this.say('entries', frame, end)
    }
  }

  agentWrites(content: string): void {
    this.log.message('agent', content, `client-${this.log.end + 1}`)
    this.announce()
  }

  /** Returns the log of a member, by the uid of their tokens or the name of the social login. */
  memberLog(id: string): FakeLog {
    const log = this.#members.get(id) ?? new FakeLog(customerIdOf(id))
    this.#members.set(id, log)
    return log
  }

  requests<M extends keyof Params>(method: M): RequestOf<M>[] {
    return this.received.filter((request): request is Request & RequestOf<M> => request.method === method)
  }

  #challenge() {
    const server_time = new Date(this.now()).toISOString().replace('Z', '+00:00')
    return { nonce: `nonce-${this.opened}`, expires_in: 30, protocol: 1, server_time }
  }

  #receive(end: ServerEnd, text: string) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what our own client sent
    const request = JSON.parse(text) as Request
    this.received.push(request)
    if (this.silent) return
    const at = this.refusals.findIndex(({ method }) => method === request.method)
    const [refusal] = at < 0 ? [] : this.refusals.splice(at, 1)
    if (refusal) {
      const { code, retry_after } = refusal
      const data = retry_after === undefined ? { code } : { code, retry_after }
      end.send({ jsonrpc: '2.0', id: request.id, error: { code: -32000, message: code, data } })
      return
    }
    const result = this.#answer(end, request)
    if (result && request.id) end.send({ jsonrpc: '2.0', id: request.id, result })
    this.announce()
  }

  #answer(end: ServerEnd, request: Request): object | undefined {
    const follower = this.#followers.get(end)
    if (!follower) return undefined
    const { log, reader } = follower
    const answer = this.answers.get(request.method)
    if (answer) return answer(request)
    switch (request.method) {
      case 'session.challenge':
        return this.#challenge()
      case 'connect':
        this.#identify(follower, request.params.token)
        return this.#enter(follower, request.params.resume)
      case 'session.authenticate': {
        const { resume, token } = request.params
        this.#identify(follower, token)
        const stays = follower.log === log && follower.seq !== null
        return this.#enter(follower, stays ? { seq: follower.seq ?? 0, customer_id: log.customerId } : resume)
      }
      case 'session.logout':
      case 'account.close':
        this.social = null
        this.#identify(follower)
        return this.#enter(follower)
      case 'login.start':
        return { url: `https://support.example/start/${request.params.social}`, expires_in: 600 }
      case 'login.redeem':
        this.social = socialMember
        this.#identify(follower)
        return this.#enter(follower)
      case 'customer.language':
        this.language = request.params.language
        return {}
      case 'agent.connect':
        return { agent_id: this.agentId, role: 'agent', server_time: new Date(this.now()).toISOString() }
      case 'customer.follow':
        follower.seq = Math.min(request.params.after ?? log.end, log.end)
        return { ...present(log), seq: follower.seq }
      case 'message.send':
        return this.#send(end, follower, request.params)
      case 'message.history':
        return log.history(reader, request.params.before, request.params.max ?? this.pageSize)
      case 'log.read': {
        const { after } = request.params
        return log.slice(reader, after, Math.min(log.end, after + 3))
      }
      case 'receipt':
        log.receipt(reader, request.params)
        return {}
      case 'chat.clear':
        log.clear()
        return { seq: log.end }
      case 'media.ticket':
        return {
          media_id: 'media-1',
          upload_url: '/v1/public/media/media-1',
          ticket: 'ticket',
          expires_in: 60,
        }
      case 'media.links':
        return { media: this.links }
      default:
        return {}
    }
  }

  #identify(follower: Follower, token?: string) {
    if (token !== undefined) {
      const { uid, name, exp } = readClaims(token)
      follower.member = {
        ...socialMember,
        name: name ?? null,
        auth_provider: 'custom',
        expires_at: new Date(exp * 1000).toISOString().replace('Z', '+00:00'),
      }
      follower.log = this.memberLog(uid)
    } else {
      follower.member = this.social
      follower.log = this.social ? this.memberLog(this.social.auth_provider) : this.log
    }
  }

  #enter(follower: Follower, resume?: { seq: number; customer_id?: string }) {
    const { log } = follower
    const goesOn = resume?.customer_id === log.customerId
    follower.seq = goesOn ? Math.min(resume.seq, log.end) : log.end
    const start = goesOn
      ? { mode: 'resume' }
      : { mode: 'snapshot', ...log.history('customer', undefined, this.pageSize) }
    const { blocked, conversation } = log
    const { member } = follower
    const { language, call } = this
    const who = { ...present(log), member, language, blocked, conversation, team, start }
    return { ...who, calls: { mode: 'video', recording: 'off' }, call }
  }

  #send(end: ServerEnd, { reader, log }: Follower, params: MessageSendParams): object | undefined {
    const known = this.#clientIds.get(params.client_id)
    const { id, seq } =
      known ?? log.message(reader === 'customer' ? 'customer' : 'agent', params.content, params.client_id)
    this.#clientIds.set(params.client_id, { id, seq })
    if (this.loseNextAcknowledgement) {
      this.loseNextAcknowledgement = false
      this.#followers.delete(end)
      end.close(1006)
      return undefined
    }
    return {
      id,
      seq,
      conversation_id: 'conversation',
      customer_id: log.customerId,
      created_at: '',
      duplicate: known !== undefined,
    }
  }
}

/** The member of every social login. */
const socialMember: SessionMember = {
  name: 'Grace Hopper',
  email: 'grace@example.com',
  avatar_url: null,
  auth_provider: 'github',
  expires_at: null,
  ignored_claims: [],
}

/** Returns a valid id for each name. */
function customerIdOf(name: string): string {
  const hex = Buffer.from(name).toString('hex').slice(0, 12).padStart(12, '0')
  return `019bff00-0000-7000-8000-${hex}`
}

const present = (log: FakeLog) => ({
  customer_id: log.end === 0 ? null : log.customerId,
  seq: log.end,
  receipts: log.receipts,
})

function readClaims(token: string): { uid: string; name?: string; exp: number } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}
