import Type, { type Static } from 'typebox'
import { closed, Id, Seq } from './scalars.ts'

/**
 * receipt: how far the other side's messages were received (`delivered`) and seen (`read`), as log positions.
 * Monotonic: a smaller position is no error and changes nothing. An agent's receipt counts for the team.
 */
export const ReceiptParams = Type.Object(
  {
    delivered: Type.Optional(Seq),
    read: Type.Optional(Seq),
    customer_id: Type.Optional(Id),
  },
  closed,
)
export type ReceiptParams = Static<typeof ReceiptParams>
