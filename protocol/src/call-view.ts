import Type, { type Static } from 'typebox'
import type { AgentFace } from './agent.ts'
import {
  CallQuality,
  TransferKind,
  type CallTransferState,
  type CallEnder,
  type CallEndStatus,
  type CallPhase,
  type IceServer,
} from './call.ts'
import { RecordingMode } from './call.ts'
import type { ConversationCustomer } from './conversation.ts'
import { closed, Id, nullable } from './scalars.ts'

/**
 * The life cycle of a call on the wire (spec 2.4, design 5):
 *
 *   widget: call.start -> pending or ringing -> an agent's panel receives a desk with an offer
 *   panel: call.accept -> connecting; both sides see each other's id in `peers` and negotiate by call.signal; the agent's
 *      side sends the first offer (perfect negotiation; the customer is the polite peer)
 *   either: call.connected -> active (answered_at) ... call.end -> over
 *   both send call.alive every 5 s and receive the current view; a side that is silent for `grace_seconds` has left
 *   after a page reload or an abandoned connection: call.join with a new peer id; the other side sees it in `peers` and
 *      creates a new RTCPeerConnection. Signals name both ids: those of an earlier pair are dropped
 */
export interface CallView {
  id: string
  customer_id: string
  provider_id: string
  /** Grows with every change: of two views, the one with the greater number is current. */
  revision: number
  phase: CallPhase
  /** The customer may send video. */
  video: boolean
  relay_only: boolean
  /** Place in the queue, 1 is next; null unless pending. */
  position: number | null
  /** The agent who answered; null before. */
  agent: AgentFace | null
  created_at: string
  answered_at: string | null
  /** The deadline of this phase; null: none. */
  deadline: string | null
  recording: {
    mode: RecordingMode
    consent: 'not_required' | 'granted' | 'declined'
    /** off: not recorded, or not yet. */
    state: 'off' | 'on' | 'paused'
  }
  /** Since when the customer is on hold; null: they are not (C19). */
  held_since: string | null
  /** Ids of the two RTCPeerConnections; null: that side has none yet. */
  peers: { customer: string | null; agent: string | null }
  /** Only for the customer while the call is connecting: the servers for their RTCPeerConnection. */
  ice?: IceServer[]
  /** Only when over. Both sides show the length from `answered_at` to `ended_at`, as the call's record does. */
  end: { status: CallEndStatus; reason: string | null; ended_by: CallEnder; ended_at: string } | null
}

/** Each side generates the id of its own RTCPeerConnection. */
const PeerId = Id

export const CallStartParams = Type.Object(
  {
    /** Generated once per call: a repeat returns the same call (S2). */
    client_id: Id,
    peer: PeerId,
    video: Type.Boolean(),
    /** The customer's answer to "may this call be recorded?"; null: not asked. */
    consent: nullable(Type.Enum(['granted', 'declined'])),
    /** The recording setting shown to the customer: a later setting must not apply without a notice. */
    recording: RecordingMode,
  },
  closed,
)
export type CallStartParams = Static<typeof CallStartParams>

/** call.accept and call.connected. */
export const CallPeerParams = Type.Object({ call_id: Id, peer: PeerId }, closed)
export type CallPeerParams = Static<typeof CallPeerParams>

/**
 * call.join and transfer.join. `previous`: the id with which this window joined last; it is refused with call_elsewhere if
 * another window has joined since.
 */
export const CallJoinParams = Type.Object(
  { call_id: Id, peer: PeerId, previous: Type.Optional(PeerId) },
  closed,
)
export type CallJoinParams = Static<typeof CallJoinParams>

export const CallParams = Type.Object({ call_id: Id }, closed)
export type CallParams = Static<typeof CallParams>

/** `reason`: only if the side cannot continue, not if it hangs up. */
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

/** From one RTCPeerConnection to the other. Never stored. */
export const CallSignal = Type.Union([
  Type.Object({ description: Description }, closed),
  Type.Object({ candidate: nullable(Candidate) }, closed),
  /**
   * What this side is sending at the moment, for display on the other side. `camera`: video. `screen`: it shows the screen.
   */
  Type.Object(
    {
      sending: Type.Object(
        { microphone: Type.Boolean(), camera: Type.Boolean(), screen: Type.Optional(Type.Boolean()) },
        closed,
      ),
    },
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

/** The answering agent starts (on), pauses and resumes the recording, if the call allows one. */
export const CallRecordParams = Type.Object(
  { call_id: Id, state: Type.Enum(['on', 'paused', 'off']) },
  closed,
)
export type CallRecordParams = Static<typeof CallRecordParams>

export const CallHoldParams = Type.Object({ call_id: Id, held: Type.Boolean() }, closed)
export type CallHoldParams = Static<typeof CallHoldParams>

/** `agent_id`: the colleague who is rung. */
export const CallTransferParams = Type.Object({ call_id: Id, agent_id: Id, kind: TransferKind }, closed)
export type CallTransferParams = Static<typeof CallTransferParams>

/** Free members of the team are rung one after another (blind). */
export const CallTransferTeamParams = Type.Object({ call_id: Id, team_id: Id }, closed)
export type CallTransferTeamParams = Static<typeof CallTransferTeamParams>

/** `microphone`: whether this browser has microphone access; only such panels receive offers. */
export const DeskOpenParams = Type.Object({ microphone: Type.Boolean() }, closed)
export type DeskOpenParams = Static<typeof DeskOpenParams>

export const AvailabilityParams = Type.Object({ availability: Type.Enum(['available', 'away']) }, closed)
export type AvailabilityParams = Static<typeof AvailabilityParams>

/** Response of start, join and accept. Until the call is answered, `ice` is empty or without the relay. */
export interface CallJoined {
  call: CallView
  ice: IceServer[]
}

/** One ring at this agent, with everything needed to answer: candidates are gathered while it rings. */
export interface DeskOffer {
  call: CallView
  customer: ConversationCustomer
  /** The customer's open conversation, if there is one. */
  conversation_id: string | null
  /** The team that the call is for, also when others are rung; null: none. */
  team_id: string | null
  offered_at: string
  expires_at: string
  ice: IceServer[]
}

/** A call that is being transferred, for both agents; with the reason after it failed, for the one who has the call (C20). */
export interface DeskTransfer {
  id: string
  kind: TransferKind
  /** The team whose member is rung; null: a colleague was chosen. */
  team_id: string | null
  state: Exclude<CallTransferState, 'completed' | 'cancelled' | 'withdrawn'>
  /** Grows with every change of the transfer. */
  revision: number
  from: AgentFace | null
  to: AgentFace | null
  call: CallView
  customer: ConversationCustomer
  conversation_id: string | null
  /** Start and end of the ring. */
  created_at: string
  expires_at: string
  /** Ids of the RTCPeerConnections of the private talk; null: that side has none yet. */
  peers: { from: string | null; to: string | null }
}

/** Response of transfer.join. Signals of the private talk name the transfer's id as `call_id`. */
export interface TransferJoined {
  transfer: DeskTransfer
  ice: IceServer[]
}

/** The agent's complete call state. Pushed in full whenever any of it changes. */
export interface Desk {
  availability: 'available' | 'away'
  /** missed_offers: two offers in a row went unanswered. null: available. */
  away_because: 'chosen' | 'missed_offers' | null
  state: 'away' | 'idle' | 'offered' | 'in_call' | 'wrap_up'
  /** Set while wrapping up. */
  wrap_up_until: string | null
  offer: DeskOffer | null
  /** The agent's live call, in any of their windows. */
  call: { view: CallView; customer: ConversationCustomer; conversation_id: string | null } | null
  /** A call transferred to this agent, or the latest transfer of `call`. */
  transfer: DeskTransfer | null
}
