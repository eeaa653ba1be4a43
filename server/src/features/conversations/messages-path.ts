import type { ConversationEnded } from '@parley/protocol/conversation'
import type { SignedLinks } from '../../core/signed-links.ts'

/** The signed part of a conversation's messages link, and `messages_url` of conversation.ended in the log (spec 4.3). */
export const messagesPath = (conversationId: string): string =>
  `/v1/public/webhook/conversations/${conversationId}/messages`

/** In seconds: 24 hours from the delivery (spec 5.6), which may happen 10 s after signing. */
const validFor = 24 * 3600 + 12

/** Signs the path of the log for one delivery attempt. `now` in milliseconds. */
export const signMessagesUrl =
  (deps: { baseUrl: string; links: SignedLinks }) =>
  (data: ConversationEnded, now: number): ConversationEnded => ({
    ...data,
    messages_url: deps.baseUrl + deps.links.sign(data.messages_url, Math.ceil(now / 1000) + validFor),
  })
