import type { CallRecord } from '@parley/protocol/call'
import type { ConversationEnded, ConversationStarted } from '@parley/protocol/conversation'
import type { EntryData, EntryType } from '@parley/protocol/event'
import type { ConversationLabelled } from '@parley/protocol/label'
import type { SenderType } from '@parley/protocol/sender'
import type { ConversationRated } from '@parley/protocol/survey'
import type { ConversationRouted } from '@parley/protocol/team'

/** What a log entry contributes to facts. Of messages only the sender is read. */
export interface FactEntry {
  seq: number
  type: EntryType
  /** Milliseconds, as all times here. */
  at: number
  data: unknown
}

/** `data` of a message.created entry as read for facts. */
export interface MessageSender {
  sender_type: SenderType
  agent_id: string | null
  /** A program replied in the name of the customer. */
  automatic?: boolean | null
}

/** What the conversation keeps when it is reopened. */
export interface BeforeEpisode {
  teamId: string | null
  labelIds: string[]
}

interface Span {
  from: number
  to: number
}

export interface Wait {
  from: number
  /** null: still waiting. */
  to: number | null
  /** null: not answered. */
  by: 'agent' | 'ai_agent' | null
  agentId: string | null
}

interface Reply {
  at: number
  agentId: string | null
}

export interface Episode {
  startedSeq: number
  providerId: string
  reopened: boolean
  startedAt: number
  endedAt: number | null
  teamId: string | null
  labelIds: string[]
  /** The assignee at the end, or now. */
  agentId: string | null
  messages: Record<'customer' | 'agent' | 'ai_agent', number>
  firstResponse: Reply | null
  aiFirstResponse: Reply | null
  assignments: { agentId: string; from: number; to: number | null }[]
  waits: Wait[]
  /** Times in which agents worked on the episode, in order. */
  active: (Span & { agentId: string })[]
  rating: { score: number; at: number } | null
  calls: CallRecord[]
  /** Time of the last entry: clocks of processes differ, and spans must not run backwards. */
  now: number
}

/** What a message changes of an open episode. */
export type Talk = Pick<Episode, 'messages' | 'firstResponse' | 'aiFirstResponse' | 'waits' | 'now'>

/** After this long without an answer of the customer, the agent is assumed to do something else. */
export const maxSilenceMs = 10 * 60_000

/** Whose messages begin and end waits. A record, so that a new type of sender does not compile without a decision. */
const roles: Record<SenderType, 'customer' | 'agent' | 'ai_agent' | null> = {
  customer: 'customer',
  agent: 'agent',
  ai_agent: 'ai_agent',
  system: null,
}

interface State extends Episode {
  snoozed: boolean
  waitingSince: number | null
  /** Start of the episode or last message of the team. */
  quietSince: number
}

/** Computes an episode from the entries of its conversation, from conversation.started to before the next one. */
export function computeEpisode(entries: readonly FactEntry[], before: BeforeEpisode | null): Episode {
  const [first, ...rest] = entries
  if (first?.type !== 'conversation.started') throw new Error('An episode begins with conversation.started')
  const state = begin(first, before)
  for (const entry of rest) apply(state, entry)
  return finish(state)
}

/**
 * Adds further messages to an open episode, with the same result as computing it again from its beginning.
 * @param talk with only the last wait, if it is open; returned with the waits that have begun or ended since
 */
export function continueTalk(talk: Talk, messages: readonly FactEntry[]): Talk {
  const last = talk.waits.at(-1)
  const state = { ...talk, messages: { ...talk.messages }, waits: [], waitingSince: last?.from ?? null }
  for (const { at, data } of messages) {
    state.now = Math.max(at, state.now)
    addMessage(state, data as MessageSender)
  }
  const { waitingSince, ...continued } = state
  return withOpenWait(continued, waitingSince)
}

function begin({ seq, data }: FactEntry, before: BeforeEpisode | null): State {
  const { provider_id: providerId, started_at: startedText } = data as ConversationStarted
  const startedAt = Date.parse(startedText)
  return {
    startedSeq: seq,
    providerId,
    reopened: before !== null,
    startedAt,
    endedAt: null,
    teamId: before?.teamId ?? null,
    labelIds: before?.labelIds ?? [],
    agentId: null,
    messages: { customer: 0, agent: 0, ai_agent: 0 },
    firstResponse: null,
    aiFirstResponse: null,
    assignments: [],
    waits: [],
    active: [],
    rating: null,
    calls: [],
    now: startedAt,
    snoozed: false,
    waitingSince: null,
    quietSince: startedAt,
  }
}

function apply(state: State, { type, data, at }: FactEntry): void {
  // Entries after closing: labels, ratings, the end of a call.
  switch (type) {
    case 'conversation.labelled': {
      const { id } = (data as ConversationLabelled).label
      if (!state.labelIds.includes(id)) state.labelIds = [...state.labelIds, id]
      return
    }
    case 'conversation.unlabelled': {
      const { id } = (data as ConversationLabelled).label
      state.labelIds = state.labelIds.filter((labelId) => labelId !== id)
      return
    }
    case 'conversation.rated':
      state.rating = { score: (data as ConversationRated).score, at: state.rating?.at ?? at }
      return
    case 'conversation.routed':
      state.teamId = (data as ConversationRouted).team?.id ?? null
      return
    case 'call.ended':
    case 'call.missed':
      state.calls.push(data as CallRecord)
      return
    default:
      if (state.endedAt === null) applyWhileOpen(state, type, data, at)
  }
}

function applyWhileOpen(state: State, type: EntryType, data: unknown, at: number): void {
  switch (type) {
    case 'message.created':
      moveTo(state, at)
      if (addMessage(state, data as MessageSender) === 'team') state.quietSince = state.now
      return
    case 'conversation.assigned':
      moveTo(state, at)
      return assign(state, (data as EntryData['conversation.assigned']).agent?.id ?? null)
    case 'conversation.snoozed':
    case 'conversation.unsnoozed':
      moveTo(state, at)
      state.snoozed = type === 'conversation.snoozed'
      return
    case 'conversation.ended':
      moveTo(state, Date.parse((data as ConversationEnded).closed_at))
      return end(state)
    default:
      return
  }
}

/** Adds the time since the last entry to the active time of the assignee. */
function moveTo(state: State, at: number): void {
  const { agentId, snoozed, now, waitingSince, quietSince } = state
  const to = Math.max(at, now)
  const workedUntil = waitingSince === null ? Math.min(to, quietSince + maxSilenceMs) : to
  if (agentId !== null && !snoozed && workedUntil > now)
    state.active.push({ agentId, from: now, to: workedUntil })
  state.now = to
}

/** Returns whose message it was; null: neither counts. */
function addMessage(
  state: Talk & Pick<State, 'waitingSince'>,
  { sender_type: sender, agent_id: agentId, automatic }: MessageSender,
): 'customer' | 'team' | null {
  const role = roles[sender]
  if (role === null || automatic) return null
  const { now, messages } = state
  if (role === 'customer') {
    state.waitingSince ??= now
    messages.customer += 1
    return 'customer'
  }
  const reply = { at: now, agentId }
  // A person who wrote before the customer did began the conversation: what follows is no first response.
  if (messages.customer > 0 && messages.agent === 0) {
    if (role === 'agent') state.firstResponse = reply
    else if (messages.ai_agent === 0) state.aiFirstResponse = reply
  }
  if (state.waitingSince !== null) state.waits.push({ from: state.waitingSince, to: now, by: role, agentId })
  state.waitingSince = null
  messages[role] += 1
  return 'team'
}

function assign(state: State, agentId: string | null): void {
  releaseAssignee(state)
  state.agentId = agentId
  if (agentId !== null) state.assignments.push({ agentId, from: state.now, to: null })
}

function releaseAssignee({ assignments, now }: State): void {
  const last = assignments.at(-1)
  if (last?.to === null) last.to = now
}

function end(state: State): void {
  const { now, waitingSince } = state
  releaseAssignee(state)
  if (waitingSince !== null) state.waits.push({ from: waitingSince, to: now, by: null, agentId: null })
  state.waitingSince = null
  state.endedAt = now
}

const finish = ({ snoozed: _snoozed, quietSince: _quiet, waitingSince, ...episode }: State): Episode =>
  withOpenWait(episode, waitingSince)

function withOpenWait<T extends Pick<Talk, 'waits'>>(episode: T, waitingSince: number | null): T {
  if (waitingSince !== null) episode.waits.push({ from: waitingSince, to: null, by: null, agentId: null })
  return episode
}
