import type { CallRecord } from '@parley/protocol/call'
import { timestamp } from '../../core/clock.ts'
import type { Episode, Talk, Wait } from './episode.ts'
import type { CallFactRow, EpisodeRow, FactRows, FactScope, WaitRow } from './fact-tables.ts'

/** Seconds between two instants in milliseconds that lie within business hours. */
export type OpenTime = (from: number, to: number) => number

export interface EpisodePlace {
  organizationId: string
  customerId: string
  conversationId: string
  channel: string
  throughSeq: number
  openTime: OpenTime
}

/** The rows of one episode. */
export function episodeRows(episode: Episode, place: EpisodePlace): FactRows {
  const { openTime } = place
  const scope: FactScope = {
    organization_id: place.organizationId,
    customer_id: place.customerId,
    started_seq: episode.startedSeq,
    conversation_id: place.conversationId,
    provider_id: episode.providerId,
    channel: place.channel,
    team_id: episode.teamId,
    label_ids: episode.labelIds,
  }
  const { endedAt } = episode
  return {
    episode: [episodeRow(episode, scope, place)],
    assignment_span: episode.assignments.map(({ agentId, from, to }, position) => ({
      ...scope,
      position,
      agent_id: agentId,
      from_at: timestamp(from),
      to_at: optionalTime(to),
    })),
    wait_span: waitRows(episode.waits, scope, openTime),
    handling:
      endedAt === null
        ? []
        : [...new Set(episode.assignments.map(({ agentId }) => agentId))].map((agentId, position) => {
            const active = episode.active.filter((span) => span.agentId === agentId)
            return {
              ...scope,
              position,
              agent_id: agentId,
              ended_at: timestamp(endedAt),
              seconds: sum(active.map(({ from, to }) => to - from)) / 1000,
              seconds_open: sum(active.map(({ from, to }) => openTime(from, to))),
              active: `{${active.map(({ from, to }) => `[${timestamp(from)},${timestamp(to)})`).join(',')}}`,
            }
          }),
    call_fact: episode.calls.map((call) => callRow(call, scope, openTime)),
  }
}

/** @param position of the first of these waits in its episode */
export const waitRows = (
  waits: readonly Wait[],
  scope: FactScope,
  openTime: OpenTime,
  position = 0,
): WaitRow[] =>
  waits.map(({ from, to, by, agentId }, index) => ({
    ...scope,
    position: position + index,
    agent_id: agentId,
    from_at: timestamp(from),
    to_at: optionalTime(to),
    answered_by: by,
    seconds: to === null ? null : (to - from) / 1000,
    seconds_open: to === null ? null : openTime(from, to),
  }))

/** The columns that messages change. */
export type TalkColumns = ReturnType<typeof talkColumns>

export function talkColumns(
  { startedAt, messages, firstResponse, aiFirstResponse, now }: Talk & Pick<Episode, 'startedAt'>,
  { throughSeq, openTime }: Pick<EpisodePlace, 'throughSeq' | 'openTime'>,
) {
  const until = (at: number | undefined) => (at === undefined ? null : (at - startedAt) / 1000)
  const openUntil = (at: number | undefined) => (at === undefined ? null : openTime(startedAt, at))
  return {
    through_seq: throughSeq,
    customer_messages: messages.customer,
    agent_messages: messages.agent,
    ai_messages: messages.ai_agent,
    first_response_at: optionalTime(firstResponse?.at),
    first_response_by: firstResponse?.agentId ?? null,
    first_response: until(firstResponse?.at),
    first_response_open: openUntil(firstResponse?.at),
    ai_first_response_at: optionalTime(aiFirstResponse?.at),
    ai_first_response_by: aiFirstResponse?.agentId ?? null,
    ai_first_response: until(aiFirstResponse?.at),
    ai_first_response_open: openUntil(aiFirstResponse?.at),
    last_entry_at: timestamp(now),
  }
}

function episodeRow(
  episode: Episode,
  scope: FactScope,
  place: Pick<EpisodePlace, 'throughSeq' | 'openTime'>,
): EpisodeRow {
  const { startedAt, endedAt, rating } = episode
  return {
    ...scope,
    ...talkColumns(episode, place),
    agent_id: episode.agentId,
    reopened: episode.reopened,
    started_at: timestamp(startedAt),
    ended_at: optionalTime(endedAt),
    resolution: endedAt === null ? null : (endedAt - startedAt) / 1000,
    resolution_open: endedAt === null ? null : place.openTime(startedAt, endedAt),
    score: rating?.score ?? null,
    rated_at: optionalTime(rating?.at),
  }
}

type CallScope = Pick<CallFactRow, keyof FactScope>

export function callRow(call: CallRecord, scope: CallScope, openTime: OpenTime): CallFactRow {
  const created = Date.parse(call.created_at)
  const ended = Date.parse(call.ended_at)
  const answered = call.answered_at === null ? null : Date.parse(call.answered_at)
  const waited = answered ?? ended
  return {
    ...scope,
    call_id: call.id,
    agent_id: call.agent_id,
    outcome: answered === null ? (call.reason ?? call.status) : 'answered',
    created_at: call.created_at,
    ended_at: call.ended_at,
    answered_at: call.answered_at,
    wait: Math.max(0, waited - created) / 1000,
    wait_open: openTime(created, waited),
    talk: answered === null ? null : Math.max(0, ended - answered) / 1000,
    talk_open: answered === null ? null : openTime(answered, ended),
  }
}

const optionalTime = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : timestamp(at)

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
