import Type, { type Static } from 'typebox'
import { RecordingMode } from './call.ts'
import { closed } from './scalars.ts'

const seconds = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })

/** How calls of one provider run. A call keeps those that held when it began. */
export const CallSettings = Type.Object(
  {
    /** audio: without pictures. video: the customer may switch a camera on. */
    mode: Type.Enum(['off', 'audio', 'video']),
    recording: RecordingMode,
    /** Days until a recording is deleted. */
    recording_days: Type.Integer({ minimum: 1, maximum: 3650 }),
    /** Media only by the TURN relay: neither side learns the other's address. */
    relay_only: Type.Boolean(),
    /** Nobody is there to answer: the customer is asked to leave a message, or may wait in the queue. */
    nobody: Type.Enum(['message', 'wait']),
    /** How long it rings at one agent. */
    offer_seconds: seconds(10, 45),
    /** From the beginning of the call; hard: an offer is cut short by it. */
    queue_seconds: seconds(30, 600),
    /** From the click to media, else the call has failed. */
    connect_seconds: seconds(10, 60),
    /** How long a side may be unheard of before the call is over without it. */
    grace_seconds: seconds(10, 120),
    /** An agent's pause after a call. */
    wrap_up_seconds: seconds(0, 300),
    /** The longest call, in minutes. */
    max_minutes: Type.Integer({ minimum: 5, maximum: 480 }),
  },
  closed,
)
export type CallSettings = Static<typeof CallSettings>

export const CallSettingsChange = Type.Partial(CallSettings, closed)
export type CallSettingsChange = Static<typeof CallSettingsChange>

/** What a widget has to know before it rings. */
export interface CallOffering {
  mode: 'audio' | 'video'
  recording: RecordingMode
}
