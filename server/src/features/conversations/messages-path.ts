/** What is signed in the link to a conversation's messages, and what conversation.ended carries in the log (spec 4.3). */
export const messagesPath = (conversationId: string): string =>
  `/v1/public/webhook/conversations/${conversationId}/messages`
