/** Rows of the facts (docs/decisions/reports.md). Durations in seconds; `_open`: within business hours. */

/** What every fact has, so that metrics can be filtered without a join. */
export interface FactScope {
  organization_id: string
  customer_id: string
  /** Position of the episode's conversation.started entry. */
  started_seq: number
  conversation_id: string
  provider_id: string
  channel: string
  team_id: string | null
  label_ids: string[]
}

export interface EpisodeRow extends FactScope {
  through_seq: number
  agent_id: string | null
  reopened: boolean
  started_at: string
  ended_at: string | null
  customer_messages: number
  agent_messages: number
  ai_messages: number
  first_response_at: string | null
  first_response_by: string | null
  first_response: number | null
  first_response_open: number | null
  ai_first_response_at: string | null
  ai_first_response_by: string | null
  ai_first_response: number | null
  ai_first_response_open: number | null
  resolution: number | null
  resolution_open: number | null
  score: number | null
  rated_at: string | null
  /** Time of the last entry, at least that of every earlier one. */
  last_entry_at: string
}

export interface AssignmentRow extends FactScope {
  position: number
  agent_id: string
  from_at: string
  to_at: string | null
}

export interface WaitRow extends FactScope {
  position: number
  agent_id: string | null
  from_at: string
  to_at: string | null
  answered_by: 'agent' | 'ai_agent' | null
  seconds: number | null
  seconds_open: number | null
}

export interface HandlingRow extends FactScope {
  position: number
  agent_id: string
  ended_at: string
  seconds: number
  seconds_open: number
  /** A multirange of times. */
  active: string
}

export interface CallFactRow extends Omit<FactScope, 'started_seq' | 'conversation_id'> {
  started_seq: number | null
  conversation_id: string | null
  call_id: string
  agent_id: string | null
  outcome: string
  created_at: string
  ended_at: string
  answered_at: string | null
  wait: number
  wait_open: number
  talk: number | null
  talk_open: number | null
}

export interface FactRows {
  episode: EpisodeRow[]
  assignment_span: AssignmentRow[]
  wait_span: WaitRow[]
  handling: HandlingRow[]
  call_fact: CallFactRow[]
}

export const noFacts = (): FactRows => ({
  episode: [],
  assignment_span: [],
  wait_span: [],
  handling: [],
  call_fact: [],
})
