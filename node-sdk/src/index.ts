export type {
  CallEnded,
  CallMissed,
  CallRecordingReady,
  CallStarted,
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
  Recording,
  Timestamp,
  WebhookEvent,
  AutomationTriggered,
  WebhookTest,
} from './events.ts'
export {
  MessagesError,
  readMessages,
  type MessagesErrorCode,
  type ReadMessagesOptions,
} from './read-messages.ts'
export { signSocketToken, type SocketTokenOptions, type SocketUser } from './sign-socket-token.ts'
export { createExpressTokenHandler, createFastifyTokenHandler, createTokenHandler } from './token-handlers.ts'
export type { TokenHandlerOptions } from './token-request.ts'
export {
  verifyWebhook,
  WebhookVerificationError,
  type VerificationCode,
  type WebhookHeaders,
} from './verify-webhook.ts'
