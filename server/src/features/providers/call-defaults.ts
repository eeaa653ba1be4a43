import type { CallSettings } from '@parley/protocol/call-settings'

/** How calls of a widget run until an admin says otherwise (design 5). */
const defaults: CallSettings = {
  mode: 'audio',
  recording: 'off',
  recording_days: 90,
  relay_only: false,
  nobody: 'message',
  offer_seconds: 20,
  queue_seconds: 120,
  connect_seconds: 20,
  grace_seconds: 30,
  wrap_up_seconds: 10,
  max_minutes: 120,
}

/** `changed` is what the row has: a setting that came with a later version has its default there too. */
export const callSettings = (changed: Partial<CallSettings>): CallSettings => ({ ...defaults, ...changed })
