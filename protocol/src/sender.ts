import Type, { type Static } from 'typebox'

/**
 * Who writes messages and causes log entries. Everything that distinguishes senders derives from this list: `Actor`, the check
 * constraint of `message.sender_type` and the server's `senderRules`.
 */
export const senderTypes = ['customer', 'agent', 'ai_agent', 'system'] as const
export const SenderType = Type.Enum([...senderTypes])
export type SenderType = Static<typeof SenderType>
