import type { Media, Timestamp } from './events.ts'

/** Resources of the API under `/v1/organizations/<id>` (docs/webhooks.md), for requests of an API key. */

/** A page of a list. `pager.next` is the `cursor` of the next page; null on the last one. */
export interface Page<Item> {
  data: Item[]
  pager: { max: number; next: string | null; sort: 'ASC' | 'DESC' }
}

/** A list without pages: labels, teams. */
export interface List<Item> {
  data: Item[]
}

/** An agent. Scope `agents:read`. */
export interface AgentFace {
  id: string
  name: string
  avatar_url: string | null
}

export type Channel = 'widget' | 'telegram' | 'email'
export type AuthProvider = 'custom' | 'google' | 'facebook' | 'apple' | 'github' | 'x'
export type Priority = 'low' | 'normal' | 'high' | 'urgent'
export type SenderType = 'customer' | 'agent' | 'ai_agent' | 'system'

/** Flat object of strings, numbers and booleans. */
export type AttributeValues = Record<string, string | number | boolean>

/** Scope `customers:read`. */
export interface Customer {
  id: string
  provider_id: string
  external_id: string
  first_name: string | null
  last_name: string | null
  username: string | null
  email: string | null
  phone: string | null
  language: string
  country_code: string
  auth_provider: AuthProvider | null
  created_at: Timestamp
  channel: Channel
  /** `stated` by scripts of the page, which visitors can change; `confirmed` by your socket token. */
  attributes: { stated: AttributeValues; confirmed: AttributeValues }
  avatar_url: string | null
  /** Whether the sign-in service has verified `email`; null: unknown. */
  email_verified: boolean | null
  /** Whether the reader of `email` has unsubscribed from e-mails about unread messages. */
  email_unsubscribed: boolean
  is_blocked: boolean
  deactivated_at: Timestamp | null
  /** The dedicated agent. */
  private_agent_id: string | null
  /** Last position of the customer's log. */
  seq: number
  last_seen_at: Timestamp | null
  online: boolean
  conversation_count: number
}

/** Scope `conversations:read`. */
export interface Conversation {
  id: string
  provider_id: string
  channel: Channel
  customer: {
    id: string
    /** Name, else username, else e-mail; null for an unnamed visitor. */
    name: string | null
    avatar_url: string | null
    country_code: string
    auth_provider: AuthProvider | null
    is_blocked: boolean
    online: boolean
  }
  /** The assignee. */
  agent: AgentFace | null
  status: 'open' | 'closed'
  started_at: Timestamp
  closed_at: Timestamp | null
  /** Seconds; null while it is open. */
  duration: number | null
  /** Seconds; null: no agent replied. */
  first_response_time: number | null
  /** The newest message of a person or AI agent. */
  last_message: {
    sender_type: SenderType
    /** First 160 characters; empty when the message has only attachments. */
    preview: string
    media_count: number
    created_at: Timestamp
  } | null
  /** Customer messages that no agent has read. */
  unread: number
  /** Since when the customer has been waiting; null when the last message was an answer. */
  waiting_since: Timestamp | null
  /** In the order in which they were added. */
  label_ids: string[]
  priority: Priority | null
  team_id: string | null
  /** null: not snoozed. `until` null: until the customer replies. */
  snooze: { until: Timestamp | null } | null
  /** The next SLA deadline; null: none is running. */
  sla: {
    metric: 'first_response' | 'next_response' | 'resolution'
    due_at: Timestamp
    warn_at: Timestamp
  } | null
  updated_at: Timestamp
}

/** Scopes `labels:read` and `labels:write`. */
export interface Label {
  id: string
  name: string
  colour: LabelColour
  /** Archived labels stay on their conversations but cannot be added. */
  archived_at: Timestamp | null
  created_at: Timestamp
}
export type LabelColour = 'grey' | 'red' | 'orange' | 'amber' | 'green' | 'teal' | 'blue' | 'purple' | 'pink'

export interface LabelInput {
  name: string
  colour: LabelColour
}

/** A conversation's labels after a change. */
export interface ConversationLabels {
  label_ids: string[]
}

/** Scopes `teams:read` and `teams:write`. */
export interface Team {
  id: string
  name: string
  strategy: TeamStrategy
  /** Open conversations of an agent, of any team, up to which this team assigns them further ones. */
  capacity: number
  /** A conversation that was assigned automatically moves on after this time without an answer; null: never. */
  reassign_minutes: number | null
  members: TeamMember[]
  /** Widgets whose new conversations start in this team. */
  provider_ids: string[]
  created_at: Timestamp
}
/** How conversations are assigned. `manual`: agents take them themselves. */
export type TeamStrategy = 'manual' | 'round_robin' | 'balanced' | 'longest_idle'

export interface TeamMember {
  agent_id: string
  /** null: the capacity of the team. */
  capacity: number | null
}

export interface TeamInput {
  name: string
  strategy?: TeamStrategy
  capacity?: number
  reassign_minutes?: number | null
  members?: TeamMember[]
  provider_ids?: string[]
}

/** A conversation's team after a change. */
export interface ConversationTeam {
  team_id: string | null
}

/** An attachment of a note or of a changed message, with a link that is valid for one hour. */
export interface NoteMedia extends Media {
  /** Pixels; null if it is not an image, or unknown. */
  width: number | null
  height: number | null
}

/** A private note. Scopes `notes:read` and `notes:write`. */
export interface Note {
  id: string
  author: AgentFace
  /** Empty after deletion. */
  content: string
  mentions: { type: 'agent' | 'team'; id: string; name: string }[]
  media: NoteMedia[]
  client_id: string
  created_at: Timestamp
  edited_at: Timestamp | null
  deleted_at: Timestamp | null
  /** Position in the customer's log. */
  seq: number
  customer_id: string
  conversation_id: string
}

/** A repeat with the same `client_id` returns the first note. */
export interface NoteInput {
  client_id: string
  /** The author: one of your agents. */
  agent_id: string
  content: string
  /** Ids of agents and teams. */
  mentions?: string[]
}

/** Scope `messages:write`. A repeat with the same `client_id` by the same sender creates nothing. */
export interface MessageInput {
  client_id: string
  /** `agent`: what this person wrote elsewhere. `system`: a notice, which does not count as a reply. */
  sender: { type: 'agent'; agent_id: string } | { type: 'system' }
  content: string
  reply_to_id?: string
}

export interface MessageSent {
  id: string
  /** Position in the customer's log. */
  seq: number
  conversation_id: string
  customer_id: string
  created_at: Timestamp
  /** The message was already sent with the same `client_id`. */
  duplicate: boolean
}

export interface MessageEdit {
  content: string
}

/** The message after an edit or its deletion. */
export interface MessageChange {
  id: string
  /** Empty after deletion. */
  content: string
  /** Empty after deletion. */
  media: NoteMedia[]
  edited_at: Timestamp | null
  deleted_at: Timestamp | null
}
