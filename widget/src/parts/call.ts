/** Calls: the device check, the call, and how it ended. */
export { default as css } from './call/call.css?inline'
export { callCatalogues as texts } from './call/call-messages.ts'
export { CallBar } from './call/call-bar.tsx'
export { CallPanel } from './call/call-panel.tsx'
export { beginCall } from './call/chat-calls.ts'
