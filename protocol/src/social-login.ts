import Type, { type Static } from 'typebox'
import { SocialProvider } from './customer.ts'
import type { ErrorCode } from './error.ts'
import { closed, LanguageTag, nullable } from './scalars.ts'

/**
 * Social login in the browser (spec 5.4; docs/decisions/social-login.md has the reasons):
 *
 *   click on the login page -> window.open() in that same click, without `noopener`
 *        -> login.start {social} on the widget's socket, whose key and origin are proven -> LoginStarted {url}
 *        -> the popup goes to `url` (with `page` and `language` of PopupQuery added) -> the service's consent page
 *        -> our callback posts one LoginMessage to the opener, at exactly the origin of that socket
 *   widget: takes a message only when `event.origin` is {base_url}'s and `event.source` is the window it opened, and closes it
 *        -> login.redeem {code} on its socket -> ConnectResult with the member
 *   the opener is cut off (the page or the service isolates its windows), or nobody closes it: the popup shows a link back to `page` with
 *        `#parley-login=<code>` at its end; a widget that finds it there redeems the code and takes it off the address
 *
 * A code is good for that widget and that key alone, once, for two minutes: whoever else reads it has nothing.
 */
export const PopupQuery = Type.Object(
  {
    /** Stands in the url of LoginStarted: for one use. */
    tx: Type.String({ maxLength: 100 }),
    /** `location.origin + location.pathname` of the opener. Another origin than the socket's is refused. */
    page: Type.Optional(Type.String({ maxLength: 2048 })),
    /** Of the popup's own words; left out: the browser's. */
    language: Type.Optional(LanguageTag),
  },
  closed,
)
export type PopupQuery = Static<typeof PopupQuery>

/** What the popup posts to its opener, once. */
export type LoginMessage = { type: 'parley.login' } & ({ code: string } | { error: ErrorCode })

/** How the address ends that leads back from a popup without an opener; the code follows. */
export const loginFragment = '#parley-login='

/** Whose applications ask for consent: the operator's of this installation, or the organization's own (spec 5.1). */
export const KeySource = Type.Enum(['service', 'own'])
export type KeySource = Static<typeof KeySource>

/** One social login of a widget. Secrets are written, never read. */
export const LoginSetting = Type.Object(
  {
    social: SocialProvider,
    enabled: Type.Boolean(),
    /** Whether the operator has given this installation keys for it. */
    service_keys: Type.Boolean(),
    /** To be registered at the service, exactly; the same for every organization (spec 4.2). */
    redirect_uri: Type.String(),
    /** The organization's own application. */
    client_id: nullable(Type.String()),
    /** Apple only. */
    team_id: nullable(Type.String()),
    /** Apple only: names the p8 key. */
    key_id: nullable(Type.String()),
    /** Whether the client secret is kept; for Apple the p8 key. */
    secret_saved: Type.Boolean(),
  },
  closed,
)
export type LoginSetting = Static<typeof LoginSetting>

/** How long a member stays signed in on one browser unless they sign out: 1 to 365 days. */
const SessionDays = Type.Integer({ minimum: 1, maximum: 365 })

/** The page "Member login" of a widget. `logins` has all five, in the order of SocialProvider. */
export const MemberLogin = Type.Object(
  { key_source: KeySource, session_days: SessionDays, logins: Type.Array(LoginSetting) },
  closed,
)
export type MemberLogin = Static<typeof MemberLogin>

const Secret = Type.String({ minLength: 1, maxLength: 4096 })
const AppleId = Type.String({ pattern: '^[A-Z0-9]{10}$' })

export const LoginChange = Type.Object(
  {
    social: SocialProvider,
    enabled: Type.Optional(Type.Boolean()),
    /** null forgets the application: id, secret and Apple's three. */
    client_id: Type.Optional(nullable(Type.String({ pattern: '^[\\x21-\\x7e]{1,255}$' }))),
    /** Not for Apple, whose client secret is made from the p8 key for each sign-in. */
    client_secret: Type.Optional(Secret),
    team_id: Type.Optional(AppleId),
    key_id: Type.Optional(AppleId),
    /** The text of the .p8 file. */
    private_key: Type.Optional(Secret),
  },
  closed,
)
export type LoginChange = Static<typeof LoginChange>

/** All of it takes effect, or nothing does. */
export const MemberLoginChange = Type.Object(
  {
    key_source: Type.Optional(KeySource),
    session_days: Type.Optional(SessionDays),
    logins: Type.Optional(Type.Array(LoginChange, { maxItems: 5 })),
  },
  closed,
)
export type MemberLoginChange = Static<typeof MemberLoginChange>

/** Who the service says has signed in. Only what it said; nothing of it is kept by a test. */
export interface LoginProfile {
  subject: string
  first_name: string | null
  last_name: string | null
  username: string | null
  email: string | null
  /** null: the service does not say. */
  email_verified: boolean | null
  avatar_url: string | null
}

/** Posted to the panel by the popup of a test. `detail`: what the service itself answered, for the admin to read. */
export type LoginTestMessage = { type: 'parley.login-test'; social: SocialProvider } & (
  | { profile: LoginProfile }
  | { error: ErrorCode; detail: string | null }
)
