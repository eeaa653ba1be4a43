import type { SocialProvider } from '@parley/protocol/customer'
import type { ErrorCode } from '@parley/protocol/error'
import type { LoginStarted } from '@parley/protocol/session'

/** Session of a social member, bound to one connection key (spec 5.4). Times are Unix milliseconds. */
export interface MemberSession {
  customer_id: string
  signed_in_at: number
  expires_at: number
}

/** Socket tokens that the service itself issues, to members of mini apps. */
export interface AppSessions {
  /** null: a token of another kind. */
  openToken(
    token: string,
    bound: { providerId: string; jkt: string },
  ): Promise<{ ok: true; session: MemberSession } | { ok: false; code: ErrorCode } | null>
}

/** The part of social login that the socket needs. */
export interface MemberSessions {
  /** Returns the session of this key. Called by every connect without a token. */
  find(providerId: string, jkt: string): Promise<MemberSession | undefined>
  /** Returns the live sessions of these keys as `<provider id> <jkt> <customer id>`, for open sockets. */
  liveSessions(keys: { providerId: string; jkt: string }[]): Promise<Set<string>>
  /** Starts a sign-in and returns what the popup opens. @throws AppError login_not_offered */
  start(login: {
    social: SocialProvider
    organizationId: string
    providerId: string
    jkt: string
    /** Origin header of the upgrade; null: not a browser. */
    origin: string | null
  }): Promise<LoginStarted>
  /** Exchanges the one-time code of a finished sign-in for a session. @throws AppError login_code_invalid */
  redeem(code: string, bound: { providerId: string; jkt: string }): Promise<MemberSession>
  /** Ends the session of this key, if there is one. */
  end(providerId: string, jkt: string): Promise<void>
  /** Ends all sessions of this member. */
  endAll(customerId: string): Promise<void>
}
