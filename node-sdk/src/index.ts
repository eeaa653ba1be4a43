export type {
  ConversationEnded,
  ConversationStarted,
  CustomerCreated,
  CustomerUpdated,
  EventData,
  EventType,
  Media,
  Message,
  MessagesPage,
  MessagesSort,
  Timestamp,
  WebhookEvent,
  WebhookTest,
} from './events.ts'
export {
  MessagesError,
  readMessages,
  type MessagesErrorCode,
  type ReadMessagesOptions,
} from './read-messages.ts'
export {
  verifyWebhook,
  WebhookVerificationError,
  type VerificationCode,
  type WebhookHeaders,
} from './verify-webhook.ts'
