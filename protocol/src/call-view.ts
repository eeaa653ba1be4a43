import Type, { type Static } from 'typebox'
import type { AgentFace } from './agent.ts'
import { CallQuality, type CallEnder, type CallEndStatus, type CallPhase, type IceServer } from './call.ts'
import { RecordingMode } from './call.ts'
import type { ConversationCustomer } from './conversation.ts'
import { closed, Id, nullable } from './scalars.ts'

/**
 * The life of a call on the wire (spec 2.4, design 5):
 *
 *   widget: call.start -> pending or ringing -> an agent's panel gets a desk with an offer
 *   panel: call.accept -> connecting; both sides see each other's `peers` id and negotiate by call.signal, the agent's
 *      side making the first offer (perfect negotiation; the customer is the polite one)
 *   either: call.connected -> active (answered_at) ... call.end -> over
 *   both say call.alive every 5 s and hear the picture anew; whoever is silent for `grace_seconds` has left
 *   a page was loaded anew, or a connection given up: call.join with another peer id; the other side sees it in
 *      `peers` and makes a new RTCPeerConnection. Signals name both ids: those of an earlier pair are dropped
 */
export interface CallView {
  id: string
  customer_id: string
  provider_id: string
  /** Grows with every change: of two pictures the one with the greater number holds. */
  revision: number
  phase: CallPhase
  /** The customer may send a picture. */
  video: boolean
  relay_only: boolean
  /** Place in the queue, 1 is next; null unless pending. */
  position: number | null
  /** Whoever answered; null before. */
  agent: AgentFace | null
  created_at: string
  answered_at: string | null
  /** When the service acts by itself unless something happens before; null: not in this phase. */
  deadline: string | null
  recording: {
    mode: RecordingMode
    consent: 'not_required' | 'granted' | 'declined'
    /** off: nothing of this call is recorded, or nothing yet. */
    state: 'off' | 'on' | 'paused'
  }
  /** Ids of the two RTCPeerConnections; null: that side has none yet. */
  peers: { customer: string | null; agent: string | null }
  /** Only when over. */
  end: { status: CallEndStatus; reason: string | null; ended_by: CallEnder } | null
}

/** Both sides name their own RTCPeerConnection by an id that they make. */
const PeerId = Id

export const CallStartParams = Type.Object(
  {
    /** Made once for this call: a repeat answers the same call (S2). */
    client_id: Id,
    peer: PeerId,
    video: Type.Boolean(),
    /** The answer to "may this call be recorded?"; null where nobody asked. */
    consent: nullable(Type.Enum(['granted', 'declined'])),
    /** What this window has told the customer of recording: nobody is recorded by a rule that came after it. */
    recording: RecordingMode,
  },
  closed,
)
export type CallStartParams = Static<typeof CallStartParams>

/** call.join, call.accept and call.connected. */
export const CallPeerParams = Type.Object({ call_id: Id, peer: PeerId }, closed)
export type CallPeerParams = Static<typeof CallPeerParams>

export const CallParams = Type.Object({ call_id: Id }, closed)
export type CallParams = Static<typeof CallParams>

/** `reason`: only where the side cannot go on, not where somebody hangs up. */
export const CallEndParams = Type.Object(
  { call_id: Id, reason: Type.Optional(Type.Enum(['media_failed', 'permission_denied'])) },
  closed,
)
export type CallEndParams = Static<typeof CallEndParams>

const Description = Type.Object(
  { type: Type.Enum(['offer', 'answer', 'pranswer', 'rollback']), sdp: Type.String({ maxLength: 40_000 }) },
  closed,
)
const Candidate = Type.Object(
  {
    candidate: Type.String({ maxLength: 2000 }),
    sdpMid: nullable(Type.String({ maxLength: 100 })),
    sdpMLineIndex: nullable(Type.Integer({ minimum: 0, maximum: 100 })),
    usernameFragment: nullable(Type.String({ maxLength: 256 })),
  },
  closed,
)

/** From one RTCPeerConnection to the other. Never in the log, never stored. */
export const CallSignal = Type.Union([
  Type.Object({ description: Description }, closed),
  Type.Object({ candidate: nullable(Candidate) }, closed),
  /** What is being sent at the moment, for the other side to show. */
  Type.Object(
    { sending: Type.Object({ microphone: Type.Boolean(), camera: Type.Boolean() }, closed) },
    closed,
  ),
])
export type CallSignal = Static<typeof CallSignal>

export const CallSignalParams = Type.Object(
  { call_id: Id, from: PeerId, to: PeerId, signal: CallSignal },
  closed,
)
export type CallSignalParams = Static<typeof CallSignalParams>

export const CallQualityParams = Type.Object({ call_id: Id, quality: CallQuality }, closed)
export type CallQualityParams = Static<typeof CallQualityParams>

/** The answering agent begins (on), pauses and resumes the recording that the call allows. */
export const CallRecordParams = Type.Object(
  { call_id: Id, state: Type.Enum(['on', 'paused', 'off']) },
  closed,
)
export type CallRecordParams = Static<typeof CallRecordParams>

/** `microphone`: whether this browser has been allowed one; only such panels are rung. */
export const DeskOpenParams = Type.Object({ microphone: Type.Boolean() }, closed)
export type DeskOpenParams = Static<typeof DeskOpenParams>

export const AvailabilityParams = Type.Object({ availability: Type.Enum(['available', 'away']) }, closed)
export type AvailabilityParams = Static<typeof AvailabilityParams>

/** The answer to start, join and accept. The credentials of `ice` hold until after the longest call. */
export interface CallJoined {
  call: CallView
  ice: IceServer[]
}

/** One ring at this agent, with everything to answer it at once: candidates can be gathered while it rings. */
export interface DeskOffer {
  call: CallView
  customer: ConversationCustomer
  /** The customer's open conversation, if there is one. */
  conversation_id: string | null
  offered_at: string
  expires_at: string
  ice: IceServer[]
}

/** Everything of calls that is about this agent. Pushed whole whenever something of it changes. */
export interface Desk {
  availability: 'available' | 'away'
  /** missed_offers: two rings in a row went unanswered. null: available. */
  away_because: 'chosen' | 'missed_offers' | null
  state: 'away' | 'idle' | 'offered' | 'in_call' | 'wrap_up'
  /** Set while wrapping up. */
  wrap_up_until: string | null
  offer: DeskOffer | null
  /** The agent's own live call, in whichever of their windows it runs. */
  call: { view: CallView; customer: ConversationCustomer; conversation_id: string | null } | null
}
