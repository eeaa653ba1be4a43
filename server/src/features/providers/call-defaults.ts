import type { CallSettings } from '@parley/protocol/call-settings'

/** Call settings of a new widget (design 5). */
const defaults: CallSettings = {
  mode: 'audio',
  recording: 'off',
  recording_days: 90,
  relay_only: false,
  nobody: 'message',
  ring: 'team_first',
  team_seconds: 30,
  offer_seconds: 20,
  queue_seconds: 120,
  connect_seconds: 20,
  grace_seconds: 30,
  wrap_up_seconds: 10,
  max_minutes: 120,
}

/** Merges the stored settings with the defaults, which also cover settings added in later versions. */
export const callSettings = (changed: Partial<CallSettings>): CallSettings => ({ ...defaults, ...changed })
