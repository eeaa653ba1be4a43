import Type, { type Static } from 'typebox'
import { RecordingMode } from './call.ts'
import { closed } from './scalars.ts'

const seconds = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })

/** A provider's call settings. A call keeps the settings it started with. */
export const CallSettings = Type.Object(
  {
    /** video: customers may turn on a camera. */
    mode: Type.Enum(['off', 'audio', 'video']),
    recording: RecordingMode,
    /** Days until a recording is deleted. */
    recording_days: Type.Integer({ minimum: 1, maximum: 3650 }),
    /** Media only through the TURN relay: neither side sees the other's IP address. */
    relay_only: Type.Boolean(),
    /** No agent is available: the customer is asked to leave a message, or waits in the queue. */
    nobody: Type.Enum(['message', 'wait']),
    /** Who is rung if the call has a team: that of the open conversation, otherwise that of the widget. */
    ring: Type.Enum(['team_first', 'team_only', 'everyone']),
    /** With `team_first`: how long only members are rung, from the start of the call. */
    team_seconds: seconds(10, 300),
    /** How long the call rings at one agent. */
    offer_seconds: seconds(10, 45),
    /** From the start of the call. A hard limit: it cuts an offer short. */
    queue_seconds: seconds(30, 600),
    /** From the agent's click until media is connected; then the call fails. */
    connect_seconds: seconds(10, 60),
    /** How long a side may be silent before the call ends. */
    grace_seconds: seconds(10, 120),
    /** An agent's pause after a call. */
    wrap_up_seconds: seconds(0, 300),
    /** Maximum duration of a call. */
    max_minutes: Type.Integer({ minimum: 5, maximum: 480 }),
  },
  closed,
)
export type CallSettings = Static<typeof CallSettings>

export const CallSettingsChange = Type.Partial(CallSettings, closed)
export type CallSettingsChange = Static<typeof CallSettingsChange>

/** What a widget needs to know before it starts a call. */
export interface CallOffering {
  mode: 'audio' | 'video'
  recording: RecordingMode
}
