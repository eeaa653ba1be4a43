import Type, { type Static } from 'typebox'
import { Channel } from './channel.ts'
import { closed, Id, nullable } from './scalars.ts'

/** The mini app of a messaging account: a page of the service that shows a widget's chat within the platform's app. */
export const MiniApp = Type.Object(
  {
    /** The address to register at the platform. */
    url: Type.String(),
    /** Whose chat it shows. null: switched off. */
    widget_id: nullable(Id),
  },
  closed,
)
export type MiniApp = Static<typeof MiniApp>

export const MiniAppChange = Type.Object({ widget_id: nullable(Id) }, closed)
export type MiniAppChange = Static<typeof MiniAppChange>

/** What the platform gave to the page, and the thumbprint of the browser's connection key. */
export const MiniAppSignIn = Type.Object(
  {
    init_data: Type.String({ maxLength: 16_384 }),
    jkt: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
  },
  closed,
)
export type MiniAppSignIn = Static<typeof MiniAppSignIn>

/** A socket token of the member, for `connect` with the key that was named. */
export const MiniAppToken = Type.Object({ token: Type.String() }, closed)
export type MiniAppToken = Static<typeof MiniAppToken>

/** Whether a customer signed in through the mini app, or writes to the bot. */
const AccountKind = Type.Enum(['member', 'contact'])

/** Another customer who is the same account of a messaging platform. */
export const SameAccount = Type.Object(
  {
    customer_id: Id,
    name: nullable(Type.String()),
    channel: Channel,
    kind: AccountKind,
  },
  closed,
)
export type SameAccount = Static<typeof SameAccount>

export const SameAccounts = Type.Object(
  {
    /** The customer's own account. null: none is known. */
    account: nullable(Type.Object({ channel: Channel, kind: AccountKind }, closed)),
    data: Type.Array(SameAccount),
  },
  closed,
)
export type SameAccounts = Static<typeof SameAccounts>
