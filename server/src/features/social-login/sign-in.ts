import type { SocialProvider } from '@parley/protocol/customer'
import type { ErrorCode } from '@parley/protocol/error'
import type { LoginStarted } from '@parley/protocol/session'
import type { LoginProfile, LoginTestMessage } from '@parley/protocol/social-login'
import { AppError } from '../../core/app-error.ts'
import type { Logger } from '../../core/logger.ts'
import type { Exchange } from './exchange.ts'
import type { Login, LoginCodes } from './login-codes.ts'
import { transactionTtlSeconds, type NewTransaction, type LoginTransactions } from './login-transactions.ts'
import { redirectUri, type MemberLogins } from './member-login.ts'
import type { MemberSession, MemberSessions } from './member-sessions.ts'
import type { TransactionRow } from './social-login-tables.ts'
import { isTrustedOpener, pageAddress } from './opener.ts'
import { throughOutage } from './through-outage.ts'

export interface KnownWidget {
  organization_id: string
  allowed_origins: string[]
}

/** A widget's socket with a verified proof of possession of its key. */
export interface ProvenSocket {
  organizationId: string
  providerId: string
  jkt: string
  /** Origin of the page; null: not a browser. */
  origin: string | null
}

/** Creates the member on the first sign-in, updates it later, and clears `deactivated_at` (spec 2.8, design 5). */
export type SignInMember = (login: MemberLogin) => Promise<{ customerId: string }>

type MemberLogin = Login & { organizationId: string; providerId: string }

/** Result shown by the popup after the callback. `origin` is null when no page may receive it. */
export type PopupOutcome =
  | {
      kind: 'signed_in'
      code: string
      origin: string
      /** Link back to the page for a popup without an opener. */
      page: string
      /** The page is not on the widget's list: the user must confirm before it receives the code. */
      ask: boolean
      profile: LoginProfile
    }
  | { kind: 'tested'; message: LoginTestMessage; origin: string }
  | { kind: 'refused'; code: ErrorCode; origin: string | null }

/** Browser details from the callback request. */
export interface CallbackBrowser {
  cookie: string | null
  /** Preferred language tag. */
  language: string
  countryCode: string
}

export interface Popup {
  outcome: PopupOutcome
  language: string | null
}

export type SocialSignIn = ReturnType<typeof createSocialSignIn>

export interface SocialSignInDeps {
  baseUrl: string
  logger: Logger
  exchange: Exchange
  logins: MemberLogins
  transactions: LoginTransactions
  codes: LoginCodes
  sessions: MemberSessions
  findProvider: (providerId: string) => Promise<KnownWidget | undefined>
  originAllowed: (origin: string, allowed: string[]) => boolean
  signInMember: SignInMember
  /** Returns the customer's id if this member has closed their account, else null. */
  closedAccountOf: (login: MemberLogin) => Promise<string | null>
}

/** The sign-in flow. docs/decisions/social-login.md explains each check. */
export function createSocialSignIn(deps: SocialSignInDeps) {
  const { baseUrl, codes, exchange, logins, sessions, transactions } = deps

  async function prepare(transaction: NewTransaction): Promise<LoginStarted> {
    const ticket = await transactions.prepare(transaction)
    return {
      url: `${baseUrl}/v1/public/oauth/${transaction.social}/start?tx=${ticket}`,
      expires_in: transactionTtlSeconds,
    }
  }

  return {
    /**
     * login.start: returns the popup's URL, bound to this widget, key and page.
     * @throws AppError login_not_offered; origin_not_allowed without an origin
     */
    async begin(login: ProvenSocket & { social: SocialProvider }): Promise<LoginStarted> {
      const { social, organizationId, providerId, jkt, origin } = login
      if (origin === null) throw new AppError('origin_not_allowed')
      if (!(await logins.keysFor(providerId, social, false))) throw new AppError('login_not_offered')
      const ids = { organization_id: organizationId, provider_id: providerId }
      return prepare({ ...ids, social, jkt, opener_origin: origin })
    },

    /** "Test this login" in the panel. The caller checks the admin and the widget. @throws AppError login_keys_missing */
    async beginTest(
      organizationId: string,
      providerId: string,
      social: SocialProvider,
    ): Promise<LoginStarted> {
      if (!(await logins.keysFor(providerId, social, true))) throw new AppError('login_keys_missing')
      const ids = { organization_id: organizationId, provider_id: providerId }
      return prepare({ ...ids, social, jkt: null, opener_origin: baseUrl })
    },

    /**
     * Binds the sign-in to the popup's browser. Returns the URL of the consent page.
     * @param browser value of the browser's cookie
     * @throws AppError login_state_invalid, login_expired, login_not_offered, origin_not_allowed
     */
    async open(
      social: string,
      query: { tx: string; page?: string; language?: string },
      browser: string,
    ): Promise<string> {
      const page = query.page === undefined ? null : pageAddress(query.page)
      const opened = await transactions.open(query.tx, {
        browser,
        page: page?.href ?? null,
        language: query.language ?? null,
      })
      if (!opened || opened.row.social !== social) throw new AppError('login_state_invalid')
      const { row, state } = opened
      if (transactions.isExpired(row)) throw new AppError('login_expired')
      if (query.page !== undefined && page?.origin !== row.opener_origin)
        throw new AppError('origin_not_allowed')
      const keys = await logins.keysFor(row.provider_id, row.social, row.jkt === null)
      if (!keys) throw new AppError('login_not_offered')
      return exchange.authorizationUrl({
        ...requestFor(row),
        keys,
        state,
        signInSecrets: transactions.signInSecrets(state),
      })
    },

    /** Apple's cross-site POST arrives without our cookie, so its parameters are stored until the GET that follows. */
    storeAnswer: transactions.storeAnswer,

    /** Handles the callback. Failures are returned as an outcome for the popup. */
    async finish(social: string, query: Record<string, string>, from: CallbackBrowser): Promise<Popup> {
      const state = query['state'] ?? ''
      const consumed = await transactions.consume(state)
      if (!consumed) return { outcome: refused('login_state_invalid', null), language: null }
      const { row, answer } = consumed
      // Another browser must not get any details of this sign-in.
      if (from.cookie === null || !transactions.isBoundTo(row, from.cookie)) {
        return { outcome: refused('login_browser_mismatch', null), language: null }
      }
      const outcome = await complete(row, social, from, { ...(answer ?? query), state })
      return { outcome, language: row.language }
    },

    /**
     * login.redeem: exchanges the code for a session, only with the key that started the sign-in. After a failure the code can be
     * redeemed again: each step but the last is idempotent.
     * @throws AppError login_code_invalid
     */
    async redeem(code: string, by: { providerId: string; jkt: string }): Promise<MemberSession> {
      const known = await codes.read(code, by)
      if (!known) throw new AppError('login_code_invalid')
      const { codeHash, ...login } = known
      const { organizationId } = login
      const { providerId, jkt } = by
      const member = { ...login, providerId }
      // Left when closing the account was interrupted. They must not come back with the account.
      const closed = await deps.closedAccountOf(member)
      if (closed !== null) await sessions.endAllOf(closed)
      const { customerId } = await deps.signInMember(member)
      const days = await logins.sessionDays(providerId)
      const session = await sessions.begin({ organizationId, providerId, jkt, customerId, days, codeHash })
      if (!session) throw new AppError('login_code_invalid')
      return session
    },
  }

  async function complete(
    row: TransactionRow,
    social: string,
    from: CallbackBrowser,
    { user, ...answer }: Record<string, string> & { state: string },
  ): Promise<PopupOutcome> {
    const { state } = answer
    const { jkt, opener_origin: origin, provider_id: providerId } = row
    // The tenant comes from the transaction, never from the URL. Another service's callback is a mix-up (RFC 9700, 4.4).
    if (row.social !== social) return refused('login_state_invalid', origin)
    if (transactions.isExpired(row)) return refused('login_expired', origin)
    const isTest = jkt === null
    const [widget, keys] = await throughOutage(() =>
      Promise.all([deps.findProvider(providerId), logins.keysFor(providerId, row.social, isTest)]),
    )
    if (!widget || !keys) return refused('login_not_offered', origin)
    // The allowed origins may have changed since the start.
    if (!isTest && !deps.originAllowed(origin, widget.allowed_origins))
      return refused('origin_not_allowed', null)

    const signInSecrets = transactions.signInSecrets(state)
    const result = await exchange.profileOf(
      { ...requestFor(row), keys, state, signInSecrets },
      new URLSearchParams(answer),
      jsonOrNull(user),
    )
    if (!result.ok && result.code === 'login_failed') {
      deps.logger.warn({ social, provider_id: providerId, reason: result.detail }, 'social login failed')
    }
    if (isTest) {
      const test = { type: 'parley.login-test', social: row.social } as const
      return {
        kind: 'tested',
        origin,
        message: result.ok
          ? { ...test, profile: result.profile }
          : { ...test, error: result.code, detail: result.detail },
      }
    }
    if (!result.ok) return refused(result.code, origin)
    return {
      kind: 'signed_in',
      code: await codes.create(
        { ...row, jkt },
        {
          social: row.social,
          profile: result.profile,
          language: row.language ?? from.language,
          countryCode: from.countryCode,
        },
      ),
      origin,
      page: row.page ?? `${origin}/`,
      ask: !isTrustedOpener(origin, widget.allowed_origins, baseUrl),
      profile: result.profile,
    }
  }

  function requestFor({ social }: TransactionRow) {
    return { social, redirectUri: redirectUri(baseUrl, social) }
  }
}

const refused = (code: ErrorCode, origin: string | null): PopupOutcome => ({ kind: 'refused', code, origin })

function jsonOrNull(text: string | undefined): unknown {
  try {
    return text === undefined ? null : JSON.parse(text)
  } catch {
    return null
  }
}
