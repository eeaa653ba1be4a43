import Type, { type Static } from 'typebox'
import { AgentFace } from './agent.ts'
import { ConversationCustomer } from './conversation.ts'
import { closed, Id, nullable, Timestamp } from './scalars.ts'

/** The public statuses (spec 3). The phases in between are in call-view.ts. */
export const CallEndStatus = Type.Enum(['ended', 'missed', 'rejected', 'failed'])
export type CallEndStatus = Static<typeof CallEndStatus>

/** Why a call ended, if the status does not say it all. The spec leaves the list open. */
export const callReasons = [
  'cancelled',
  'timeout',
  'queue_timeout',
  'visitor_disconnected',
  'agent_disconnected',
  'declined',
  'nobody_available',
  'media_failed',
  'permission_denied',
  'max_duration',
  'not_allowed',
] as const
export type CallReason = (typeof callReasons)[number]

export const CallEnder = Type.Enum(['customer', 'agent', 'system'])
export type CallEnder = Static<typeof CallEnder>

/** call.started, exactly (spec 6). */
export const CallStarted = Type.Object(
  {
    id: Id,
    customer_id: Id,
    provider_id: Id,
    external_id: Type.String(),
    status: Type.Enum(['ringing', 'pending']),
    created_at: Timestamp,
  },
  closed,
)
export type CallStarted = Static<typeof CallStarted>

/** The call record, exactly (spec 2.4): data of call.ended and call.missed. */
export const CallRecord = Type.Object(
  {
    id: Id,
    customer_id: Id,
    provider_id: Id,
    external_id: Type.String(),
    /** call.ended: the agent who answered. call.missed: the agent it was last offered to, or null. */
    agent_id: nullable(Id),
    status: CallEndStatus,
    reason: nullable(Type.String()),
    ended_by: CallEnder,
    /** Whole seconds from `created_at` to the answer, or to the end of an unanswered call. */
    hold_duration: Type.Integer(),
    created_at: Timestamp,
    /** When media connected; null exactly on call.missed (design 5). */
    answered_at: nullable(Timestamp),
    ended_at: Timestamp,
  },
  closed,
)
export type CallRecord = Static<typeof CallRecord>

/** One file of a call (spec 2.5). `url` is generated for each response and valid for 24 h; `size` in bytes. */
export const Recording = Type.Object(
  { id: Id, name: Type.String(), mime: Type.String(), size: Type.Integer(), url: Type.String() },
  closed,
)
export type Recording = Static<typeof Recording>

/** call.recording_ready, exactly (spec 6). In the log each `url` is unsigned. */
export const CallRecordingReady = Type.Object(
  {
    id: Id,
    customer_id: Id,
    provider_id: Id,
    external_id: Type.String(),
    recordings: Type.Array(Recording),
  },
  closed,
)
export type CallRecordingReady = Static<typeof CallRecordingReady>

/** blind: the colleague takes the call by accepting. warm: the two agents talk first. */
export const TransferKind = Type.Enum(['blind', 'warm'])
export type TransferKind = Static<typeof TransferKind>

/** talking: the private talk of a warm transfer. withdrawn: the call ended. */
export const CallTransferState = Type.Enum([
  'ringing',
  'talking',
  'completed',
  'declined',
  'expired',
  'disconnected',
  'cancelled',
  'withdrawn',
])
export type CallTransferState = Static<typeof CallTransferState>

export const CallPhase = Type.Enum(['pending', 'ringing', 'connecting', 'active', 'over'])
export type CallPhase = Static<typeof CallPhase>

export const RecordingMode = Type.Enum(['off', 'notify', 'ask'])
export type RecordingMode = Static<typeof RecordingMode>

/** Media statistics of one side over the whole call. Figures that could not be measured are absent. */
export const CallQuality = Type.Object(
  {
    /** Mean round trip in milliseconds. */
    round_trip: nullable(Type.Number({ minimum: 0, maximum: 600_000 })),
    /** Mean jitter of the received audio in milliseconds. */
    jitter: nullable(Type.Number({ minimum: 0, maximum: 600_000 })),
    /** Share of packets to this side that were lost, 0 to 1. */
    loss: nullable(Type.Number({ minimum: 0, maximum: 1 })),
    /** Whether media travelled directly or through the relay. */
    path: nullable(Type.Enum(['direct', 'relay'])),
    /** How often the connection was restarted. */
    restarts: Type.Integer({ minimum: 0, maximum: 10_000 }),
  },
  closed,
)
export type CallQuality = Static<typeof CallQuality>

/** A call as the panel lists it: live ones and history. */
export const Call = Type.Object(
  {
    id: Id,
    provider_id: Id,
    customer: ConversationCustomer,
    /** The agent who answered or took the call over, or to whom it was last offered. */
    agent: nullable(AgentFace),
    phase: CallPhase,
    /** Queue position within the organization, as the customer sees it; 1 is next. null: does not wait in the queue. */
    position: nullable(Type.Integer()),
    /** null while the call is live. */
    status: nullable(CallEndStatus),
    reason: nullable(Type.String()),
    ended_by: nullable(CallEnder),
    video: Type.Boolean(),
    hold_duration: nullable(Type.Integer()),
    /** Whole seconds from the answer to the end; null: not answered, or still live. */
    talk_duration: nullable(Type.Integer()),
    created_at: Timestamp,
    answered_at: nullable(Timestamp),
    ended_at: nullable(Timestamp),
    /** Playable files. */
    recording_count: Type.Integer(),
    note: Type.String(),
  },
  closed,
)
export type Call = Static<typeof Call>

export const OfferOutcome = Type.Enum([
  'ringing',
  'accepted',
  'declined',
  'expired',
  'disconnected',
  'withdrawn',
])
export type OfferOutcome = Static<typeof OfferOutcome>

/** One ring at one agent. */
export const CallOffer = Type.Object(
  { agent: nullable(AgentFace), outcome: OfferOutcome, offered_at: Timestamp, ended_at: nullable(Timestamp) },
  closed,
)
export type CallOffer = Static<typeof CallOffer>

/** One attempt to transfer a call. */
export const CallTransferRecord = Type.Object(
  {
    from: nullable(AgentFace),
    to: nullable(AgentFace),
    kind: TransferKind,
    state: CallTransferState,
    created_at: Timestamp,
    ended_at: nullable(Timestamp),
  },
  closed,
)
export type CallTransferRecord = Static<typeof CallTransferRecord>

/** `duration` in seconds; null: unknown. */
export const CallRecordingFile = Type.Object(
  { ...Recording.properties, duration: nullable(Type.Number()), created_at: Timestamp },
  closed,
)
export type CallRecordingFile = Static<typeof CallRecordingFile>

/** One call with everything that is stored about it. */
export const CallDetail = Type.Object(
  {
    ...Call.properties,
    offers: Type.Array(CallOffer),
    /** Oldest first. */
    transfers: Type.Array(CallTransferRecord),
    /** Seconds that the customer was on hold during the talk. `hold_duration` is the wait before the answer (spec 2.4). */
    held_duration: Type.Integer(),
    recordings: Type.Array(CallRecordingFile),
    /** A recording is being uploaded or processed: `recordings` is not complete. */
    recording_pending: Type.Boolean(),
    recording_mode: RecordingMode,
    consent: Type.Enum(['not_required', 'granted', 'declined']),
    quality: Type.Object({ customer: nullable(CallQuality), agent: nullable(CallQuality) }, closed),
  },
  closed,
)
export type CallDetail = Static<typeof CallDetail>

export const CallListState = Type.Enum(['live', 'waiting', 'accepted', 'over'])
export type CallListState = Static<typeof CallListState>

/** Filters for the list of calls, combined with AND. */
export const CallFilter = {
  /** `live`: not over. Those that are `waiting` are pending or ringing, those that are `accepted` connecting or active. */
  state: Type.Optional(CallListState),
  status: Type.Optional(CallEndStatus),
  agent_id: Type.Optional(Id),
  customer_id: Type.Optional(Id),
  /** DESC, the default: newest first. A request with a cursor repeats it. */
  sort: Type.Optional(Type.Enum(['ASC', 'DESC'])),
}

export const CallChange = Type.Object(
  {
    note: Type.String({ maxLength: 4000 }),
    /** The stored note that the agent has changed; refused with `call_note_changed` if there is another one now. Without it, the note is always replaced. */
    previous: Type.Optional(Type.String({ maxLength: 4000 })),
  },
  closed,
)
export type CallChange = Static<typeof CallChange>

/** The call status of an agent. */
export const DeskState = Type.Enum(['offline', 'away', 'idle', 'offered', 'in_call', 'wrap_up'])
export type DeskState = Static<typeof DeskState>

/** An agent in the queue view. `since`: when this state began. */
export const AgentDesk = Type.Object({ agent: AgentFace, state: DeskState, since: Timestamp }, closed)
export type AgentDesk = Static<typeof AgentDesk>
export const AgentDesks = Type.Object({ data: Type.Array(AgentDesk) }, closed)
export type AgentDesks = Static<typeof AgentDesks>

/** An RTCIceServer. TURN servers have credentials that expire after the call (coturn's REST scheme). */
export const IceServer = Type.Object(
  {
    urls: Type.Array(Type.String()),
    username: Type.Optional(Type.String()),
    credential: Type.Optional(Type.String()),
  },
  closed,
)
export type IceServer = Static<typeof IceServer>
/** For the panel's connection test. */
export const IceServers = Type.Object({ data: Type.Array(IceServer) }, closed)
export type IceServers = Static<typeof IceServers>
