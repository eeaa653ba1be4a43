import Type, { type Static } from 'typebox'
import { maxMessageLength } from './message.ts'
import { closed, Id } from './scalars.ts'

/** The sender shown to the customer: an agent of the organization, or nobody. */
const MessageInputSender = Type.Union(
  [
    Type.Object({ type: Type.Literal('agent'), agent_id: Id }, closed),
    Type.Object({ type: Type.Literal('system') }, closed),
  ],
  {
    description:
      "`agent`: what this person wrote elsewhere; it counts as that agent's reply. `system`: a notice, which does not count as a reply and does not change the conversation's preview or position in the inbox.",
  },
)

/** A message sent by a program. A repeat of the same `client_id` by the same sender creates nothing. */
export const MessageInput = Type.Object(
  {
    client_id: Id,
    sender: MessageInputSender,
    content: Type.String({ maxLength: maxMessageLength }),
    reply_to_id: Type.Optional(Id),
  },
  closed,
)
export type MessageInput = Static<typeof MessageInput>
