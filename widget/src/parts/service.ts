/** Outside business hours, the satisfaction survey and the copy of the conversation. Loaded when one of them is needed. */
export { default as css } from './service/service.css?inline'
export { Opening } from './service/opening.tsx'
export { ServiceNotes } from './service/service-notes.tsx'
export { TranscriptRows } from './service/transcript-rows.tsx'
