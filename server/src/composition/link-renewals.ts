import { signMessagesUrl } from '../features/conversations/messages-path.ts'
import { signRecordings } from '../features/recordings/recording-files.ts'
import type { LinkRenewals } from '../features/webhooks/delivery-links.ts'
import type { Infrastructure } from './infrastructure.ts'

/** The log keeps bare paths; each delivery of an event carries links signed at that moment. */
export const composeLinkRenewals = (infra: Infrastructure): LinkRenewals => ({
  'conversation.ended': signMessagesUrl(infra),
  'call.recording_ready': signRecordings(infra),
})
