import Type, { type Static } from 'typebox'
import { closed, Id, Seq } from './scalars.ts'

/**
 * receipt: how far the other side's messages arrived here (`delivered`) and were seen (`read`), as log positions.
 * Never goes back: a smaller number than known is no error and changes nothing. An agent speaks for the team.
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
