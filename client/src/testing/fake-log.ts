import type { AgentFace } from '@parley/protocol/agent'
import type { Actor, EntryData, EntryType, LogEntry } from '@parley/protocol/event'
import type { Media } from '@parley/protocol/media'
import type { MessageChange } from '@parley/protocol/message-change'
import type { TimelineMessage } from '@parley/protocol/message'
import type { ReceiptParams } from '@parley/protocol/receipt'
import type { ReceiptState } from '@parley/protocol/session'
import type { Entries, MessageHistory } from '@parley/protocol/timeline'

export type Reader = 'customer' | 'agents'

/** A customer's log on the server, following protocol/SPEC.md (Log, Receipts). */
export class FakeLog {
  readonly customerId: string
  readonly entries: LogEntry[] = []
  readonly #agentsOnly = new Set<number>()
  clearedUpTo = 0
  blocked = false
  conversation: { id: string; agent: AgentFace | null } | null = null
  #lastConversation = ''
  receipts: ReceiptState = { customer: { delivered: 0, read: 0 }, agents: { delivered: 0, read: 0 } }

  constructor(customerId: string) {
    this.customerId = customerId
  }

  get end(): number {
    return this.entries.length
  }

  append<T extends EntryType>(type: T, data: EntryData[T], actor: Actor = { type: 'system' }): LogEntry {
    const seq = this.end + 1
    const id = `entry-${this.customerId}-${seq}`
    const conversation_id = this.conversation?.id ?? null
    const entry = { id, seq, type, created_at: timeOf(seq), conversation_id, actor, data }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- type and data belong together by T
    this.entries.push(entry as unknown as LogEntry)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return entry as unknown as LogEntry
  }

  startConversation(id: string): void {
    this.conversation = { id, agent: null }
    this.#lastConversation = id
    const provider_id = 'provider'
    this.append('conversation.started', {
      customer_id: this.customerId,
      provider_id,
      external_id: 'visitor',
      started_at: timeOf(this.end + 1),
    })
  }

  /** Reopens the last conversation as an agent. */
  reopen(agent: AgentFace): void {
    if (this.conversation || !this.#lastConversation) return
    this.startConversation(this.#lastConversation)
    this.assign(agent)
  }

  assign(agent: AgentFace | null): void {
    if (!this.conversation) return
    this.conversation = { ...this.conversation, agent }
    this.append('conversation.assigned', { agent })
  }

  endConversation(): void {
    const id = this.conversation?.id ?? ''
    this.append('conversation.ended', {
      id,
      customer_id: this.customerId,
      provider_id: 'provider',
      agent_id: null,
      started_at: timeOf(1),
      closed_at: timeOf(this.end + 1),
      duration: 1,
      first_response_time: null,
      messages_url: '',
    })
    this.conversation = null
  }

  message(from: 'customer' | 'agent', content: string, clientId: string): TimelineMessage {
    if (!this.conversation) this.startConversation(`conversation-${this.end + 1}`)
    const seq = this.end + 1
    const data = {
      id: `message-${this.customerId}-${seq}`,
      sender_type: from,
      sender_agent: from === 'agent' ? { id: 'agent-1', name: 'Ada', avatar_url: null } : null,
      content,
      reply_to_id: null,
      media: [] as Media[],
      deleted_by_customer_at: null,
      created_at: timeOf(seq),
      client_id: clientId,
    }
    this.append('message.created', data)
    return { ...data, seq, conversation_id: this.conversation?.id ?? '' }
  }

  /** Changes the newest message of this side and its earlier entries (SPEC E2). */
  change(from: 'customer' | 'agent', content: string | null): void {
    const known = this.entries.findLast(
      (entry) => entry.type === 'message.created' && entry.data.sender_type === from,
    )
    if (known?.type !== 'message.created' || known.data.deleted_at) return
    const at = timeOf(this.end + 1)
    const { id } = known.data
    const change: MessageChange = {
      id,
      content: content ?? '',
      media: [],
      edited_at: content === null ? null : at,
      deleted_at: content === null ? at : null,
    }
    for (const entry of this.entries) {
      if (entry.type === 'message.created' && entry.data.id === id) entry.data = { ...entry.data, ...change }
      if (entry.type === 'message.edited' && entry.data.id === id) entry.data = change
    }
    const { seq } = this.append(content === null ? 'message.deleted' : 'message.edited', change)
    if (known.seq <= this.clearedUpTo) this.#agentsOnly.add(seq)
  }

  clear(): void {
    this.clearedUpTo = this.end
    const cleared_at = timeOf(this.end + 1)
    for (const entry of this.entries) {
      if (entry.type === 'message.created' && entry.data.deleted_by_customer_at === null) {
        entry.data = { ...entry.data, deleted_by_customer_at: cleared_at }
      }
    }
    this.append('messages.cleared', { up_to: this.clearedUpTo, cleared_at })
  }

  receipt(by: Reader, reported: ReceiptParams): boolean {
    const known = this.receipts[by]
    const delivered = Math.max(known.delivered, reported.delivered ?? 0, reported.read ?? 0)
    const read = Math.max(known.read, reported.read ?? 0)
    if (delivered === known.delivered && read === known.read) return false
    this.receipts = { ...this.receipts, [by]: { delivered, read } }
    this.append('receipt.updated', { by: by === 'customer' ? 'customer' : 'agent', delivered, read })
    return true
  }

  /** Adds an entry for agents only (SPEC L3). */
  forAgentsOnly(): void {
    const ids = { id: this.customerId, provider_id: 'provider', external_id: 'visitor' }
    this.#agentsOnly.add(this.append('customer.updated', { ...ids, changes: { phone: null } }).seq)
  }

  setBlocked(blocked: boolean): void {
    this.blocked = blocked
    this.append('customer.updated', {
      id: this.customerId,
      provider_id: 'provider',
      external_id: 'visitor',
      changes: { is_blocked: blocked },
    })
  }

  /** Adds a call of one minute, or a missed one. */
  call(answered: boolean): LogEntry {
    const at = timeOf(this.end + 1)
    return this.append(answered ? 'call.ended' : 'call.missed', {
      id: `call-${this.end + 1}`,
      customer_id: this.customerId,
      provider_id: 'provider',
      external_id: 'visitor',
      agent_id: null,
      status: answered ? 'ended' : 'missed',
      reason: answered ? null : 'timeout',
      ended_by: 'system',
      hold_duration: 0,
      created_at: at,
      answered_at: answered ? at : null,
      ended_at: new Date(Date.parse(at) + 60_000).toISOString(),
    })
  }

  /** Returns the entries that a reader may receive after a position. */
  slice(reader: Reader, after: number, to = this.end): Entries {
    const entries = this.entries
      .filter(({ seq }) => seq > after && seq <= to)
      .filter((one) => this.#maySee(one, reader))
    return { customer_id: this.customerId, after, to: Math.max(after, to), entries }
  }

  history(reader: Reader, before = Infinity, max = 50): MessageHistory {
    const all = this.entries
      .flatMap((entry) =>
        entry.type === 'message.created' && entry.seq < before && this.#maySee(entry, reader)
          ? [{ ...entry.data, seq: entry.seq, conversation_id: entry.conversation_id ?? '' }]
          : [],
      )
      .toReversed()
    const messages = all.slice(0, max)
    const more = all.length > max
    const after = Math.max(more ? (messages.at(-1)?.seq ?? 0) : 0, this.clearedUpTo)
    const calls = this.entries.flatMap((entry) =>
      (entry.type === 'call.ended' || entry.type === 'call.missed') && entry.seq > after && entry.seq < before
        ? [entry]
        : [],
    )
    return { messages, more, calls: reader === 'customer' ? calls : [] }
  }

  #maySee(entry: LogEntry, reader: Reader): boolean {
    if (reader === 'agents') return true
    if (this.#agentsOnly.has(entry.seq)) return false
    const hasText = entry.type === 'message.created' || entry.type === 'message.edited'
    return !hasText || entry.seq > this.clearedUpTo
  }
}

export const timeOf = (seq: number) => new Date(Date.UTC(2026, 0, 31, 9) + seq * 1000).toISOString()
