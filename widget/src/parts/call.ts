import css from './call/call.css?inline'
import { CallBar } from './call/call-bar.tsx'
import { CallPanel } from './call/call-panel.tsx'
import { beginCall } from './call/calls-of.ts'
import { receive, type Kit } from './kit.ts'

/** Everything about calling: the look at the microphone, the call, and how it ended. */
export type Call = ReturnType<typeof take>

export { css }

export function take(kit: Kit) {
  receive(kit)
  return { beginCall, CallBar, CallPanel }
}
