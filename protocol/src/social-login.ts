import Type, { type Static } from 'typebox'
import { SocialProvider } from './customer.ts'
import type { ErrorCode } from './error.ts'
import { closed, LanguageTag, nullable } from './scalars.ts'

/**
 * Social login in the browser (spec 5.4; reasons in docs/decisions/social-login.md):
 *
 *   click on the login page -> window.open() in that same click, without `noopener`
 *        -> login.start {social} on the widget's authenticated socket -> LoginStarted {url}
 *        -> the pop-up goes to `url` (with `page` and `language` of PopupQuery added) -> the service's consent page
 *        -> our callback posts one LoginMessage to the opener, with the origin of that socket as target
 *   widget: accepts a message only if `event.origin` is {base_url}'s and `event.source` is the window it opened, and closes it
 *        -> login.redeem {code} on its socket -> ConnectResult with the member
 *   without an opener (page or service isolate their windows), or if it is not closed: the pop-up shows a link back to `page`
 *        ending with `#parley-login=<code>`; a widget that finds the code there redeems it and removes it from the URL
 *
 * A code is valid once, for two minutes, only for that widget and that key.
 */
export const PopupQuery = Type.Object(
  {
    /** From the `url` of LoginStarted; valid once. */
    tx: Type.String({ maxLength: 100 }),
    /** `location.origin + location.pathname` of the opener. Any origin but the socket's is rejected. */
    page: Type.Optional(Type.String({ maxLength: 2048 })),
    /** Language of the pop-up; default: the browser's. */
    language: Type.Optional(LanguageTag),
  },
  closed,
)
export type PopupQuery = Static<typeof PopupQuery>

/** Posted once by the pop-up to its opener. */
export type LoginMessage = { type: 'parley.login' } & ({ code: string } | { error: ErrorCode })

/** URL fragment of the link back from a pop-up without an opener; the code follows. */
export const loginFragment = '#parley-login='

/** Whose applications ask for consent: the operator's of this installation, or the organization's own (spec 5.1). */
export const KeySource = Type.Enum(['service', 'own'])
export type KeySource = Static<typeof KeySource>

/** One social login of a widget. Secrets are write-only. */
export const LoginSetting = Type.Object(
  {
    social: SocialProvider,
    enabled: Type.Boolean(),
    /** Whether the operator has configured keys for it. */
    service_keys: Type.Boolean(),
    /** Must be registered at the service exactly like this; the same for every organization (spec 4.2). */
    redirect_uri: Type.String(),
    /** The organization's own application. */
    client_id: nullable(Type.String()),
    /** Apple only. */
    team_id: nullable(Type.String()),
    /** Apple only: names the p8 key. */
    key_id: nullable(Type.String()),
    /** Whether the client secret is stored; for Apple the p8 key. */
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
    /** null deletes the application: id, secret and Apple's three fields. */
    client_id: Type.Optional(nullable(Type.String({ pattern: '^[\\x21-\\x7e]{1,255}$' }))),
    /** Not for Apple, whose client secret is generated from the p8 key for each sign-in. */
    client_secret: Type.Optional(Secret),
    team_id: Type.Optional(AppleId),
    key_id: Type.Optional(AppleId),
    /** The text of the .p8 file. */
    private_key: Type.Optional(Secret),
  },
  closed,
)
export type LoginChange = Static<typeof LoginChange>

/** Applied completely or not at all. */
export const MemberLoginChange = Type.Object(
  {
    key_source: Type.Optional(KeySource),
    session_days: Type.Optional(SessionDays),
    logins: Type.Optional(Type.Array(LoginChange, { maxItems: 5 })),
  },
  closed,
)
export type MemberLoginChange = Static<typeof MemberLoginChange>

/** The profile returned by the service. A test stores none of it. */
export interface LoginProfile {
  subject: string
  first_name: string | null
  last_name: string | null
  username: string | null
  email: string | null
  /** null: unknown. */
  email_verified: boolean | null
  avatar_url: string | null
}

/** Posted to the panel by the pop-up of a test. `detail`: the service's own response, for the admin. */
export type LoginTestMessage = { type: 'parley.login-test'; social: SocialProvider } & (
  | { profile: LoginProfile }
  | { error: ErrorCode; detail: string | null }
)
