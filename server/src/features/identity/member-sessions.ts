import type { SocialProvider } from '@parley/protocol/customer'
import type { LoginStarted } from '@parley/protocol/session'

/** A social sign-in that lasts: of one member, with one key (spec 5.4). Times in milliseconds. */
export interface MemberSession {
  customer_id: string
  signed_in_at: number
  expires_at: number
}

/** What the socket needs of social login; app.ts hands it over. */
export interface MemberSessions {
  /** Who is signed in with this key. Asked by every connect without a token. */
  find(providerId: string, jkt: string): Promise<MemberSession | undefined>
  /** A one-time sign-in begins: what the popup opens. @throws AppError login_not_offered */
  start(login: {
    social: SocialProvider
    organizationId: string
    providerId: string
    jkt: string
    /** Of the page, as the browser said at the upgrade; null: no browser. */
    origin: string | null
  }): Promise<LoginStarted>
  /** The one-time code of a finished sign-in becomes a session. @throws AppError login_code_invalid */
  redeem(code: string, bound: { providerId: string; jkt: string }): Promise<MemberSession>
  /** Ends the session of this key, if there is one. */
  end(providerId: string, jkt: string): Promise<void>
  /** Ends every session of this member, whatever the key. */
  endAll(customerId: string): Promise<void>
}
