import type { ConversationEnded } from '@parley/protocol/conversation'
import type { SignedLinks } from '../../core/signed-links.ts'

/** What is signed in the link to a conversation's messages, and what conversation.ended carries in the log (spec 4.3). */
export const messagesPath = (conversationId: string): string =>
  `/v1/public/webhook/conversations/${conversationId}/messages`

/** Spec 5.6: 24 hours from its delivery, in seconds. Signed before the attempt, which may take 10 s to be a delivery. */
const validFor = 24 * 3600 + 12

/** The log keeps the bare path: whoever hands the event out signs it, for each attempt anew. `now` in milliseconds. */
export const signMessagesUrl =
  (deps: { baseUrl: string; links: SignedLinks }) =>
  (data: ConversationEnded, now: number): ConversationEnded => ({
    ...data,
    messages_url: deps.baseUrl + deps.links.sign(data.messages_url, Math.ceil(now / 1000) + validFor),
  })
