/** ISO 8601 with milliseconds and offset: `2026-01-31T10:20:30.123+00:00`. */
export type Timestamp = string

/** A customer as they were when the event happened. */
export interface CustomerCreated {
  id: string
  /** The widget that the customer used. */
  provider_id: string
  /** Your own user id for members who signed in through you; made by the service for visitors. */
  external_id: string
  first_name: string | null
  last_name: string | null
  username: string | null
  email: string | null
  phone: string | null
  /** `de`, `pt-BR`. */
  language: string
  /** Two letters; `ZZ` when it is not known. */
  country_code: string
  /** null for visitors. */
  auth_provider: 'custom' | 'google' | 'facebook' | 'apple' | 'github' | 'x' | null
  created_at: Timestamp
}

export interface CustomerUpdated {
  id: string
  provider_id: string
  external_id: string
  /** What changed, with its new value; nothing else. */
  changes: {
    first_name?: string | null
    last_name?: string | null
    username?: string | null
    email?: string | null
    phone?: string | null
    is_blocked?: boolean
    /** A time: the member closed the account from the chat window. */
    deactivated_at?: Timestamp | null
    /** The customer's dedicated agent. */
    private_agent_id?: string | null
  }
}

/** Pairs with `conversation.ended` by `customer_id` and `started_at`. */
export interface ConversationStarted {
  customer_id: string
  provider_id: string
  external_id: string
  started_at: Timestamp
}

export interface ConversationEnded {
  id: string
  customer_id: string
  provider_id: string
  agent_id: string | null
  started_at: Timestamp
  closed_at: Timestamp
  /** Seconds. */
  duration: number
  /** Seconds; null when no agent replied. */
  first_response_time: number | null
  /** For `readMessages`, within 24 hours of this delivery. Whoever has it can read: treat it like a password. */
  messages_url: string
}

export interface CallStarted {
  id: string
  customer_id: string
  provider_id: string
  external_id: string
  /** pending: it waits in the queue, for every agent is busy. */
  status: 'ringing' | 'pending'
  created_at: Timestamp
}

/** A call that is over: `call.ended` was answered, `call.missed` was not. */
interface CallRecord<Status extends string, Answered> {
  id: string
  customer_id: string
  provider_id: string
  external_id: string
  /** Who answered; of a missed call to whom it was offered last, or null. */
  agent_id: string | null
  status: Status
  /** `cancelled`, `timeout`, `queue_timeout`, `visitor_disconnected`, ...: the list is open. */
  reason: string | null
  ended_by: 'customer' | 'agent' | 'system'
  /** Seconds of waiting, until the answer or the end. */
  hold_duration: number
  created_at: Timestamp
  answered_at: Answered
  ended_at: Timestamp
}

/** rejected: an agent declined. failed: it could not be connected. */
export type CallMissed = CallRecord<'missed' | 'rejected' | 'failed', null>
export type CallEnded = CallRecord<'ended', Timestamp>

export interface Recording {
  id: string
  name: string
  mime: string
  /** Bytes. */
  size: number
  /** Works for 24 hours from this delivery. Whoever has it can listen: treat it like a password. */
  url: string
}

/** Everything that was recorded of a call is there to be fetched. */
export interface CallRecordingReady {
  id: string
  customer_id: string
  provider_id: string
  external_id: string
  recordings: Recording[]
}

/** What "send test event" in the panel sends. */
export interface WebhookTest {
  webhook_id: string
  message: string
}

/** `data` of each event. */
export interface EventData {
  'customer.created': CustomerCreated
  'customer.updated': CustomerUpdated
  'conversation.started': ConversationStarted
  'conversation.ended': ConversationEnded
  'call.started': CallStarted
  'call.ended': CallEnded
  'call.missed': CallMissed
  'call.recording_ready': CallRecordingReady
  'webhook.test': WebhookTest
}
export type EventType = keyof EventData

/**
 * What a delivery carries; `switch (event.type)` tells its data. A service that is newer than this package may send
 * a type that is not listed here: leave room for a `default`.
 */
export type WebhookEvent = {
  [T in EventType]: {
    /** The same in every retry and resend of this event: what you have seen, you need not do again. */
    event_id: string
    type: T
    /** When it happened. Deliveries need not come in this order. */
    timestamp: Timestamp
    data: EventData[T]
  }
}[EventType]

export interface Media {
  id: string
  name: string
  mime: string
  /** Bytes. */
  size: number
  /** Works for one hour from the page that it came with. */
  url: string
}

export interface Message {
  id: string
  sender_type: 'customer' | 'agent' | 'ai_agent' | 'system'
  sender_agent: { id: string; name: string; avatar_url: string | null } | null
  content: string
  reply_to_id: string | null
  media: Media[]
  /** Set when the customer cleared the message from their own window. */
  deleted_by_customer_at: Timestamp | null
  created_at: Timestamp
}

export type MessagesSort = 'ASC' | 'DESC'

export interface MessagesPage {
  data: Message[]
  pager: { max: number; next: string | null; sort: MessagesSort }
}
