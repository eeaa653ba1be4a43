import type { Failure } from '../connection/result.ts'
import type { ConnectionKey } from './connection-key.ts'
import { staysVisitor, type SavedLoginStorage } from './saved-login.ts'
import type { Identity } from '../session/identity-session.ts'
import type { Platform } from '../browser/platform.ts'
import type { SocketToken } from './socket-token.ts'
import { deleteToken } from './stored-token.ts'
import type { RenewalOptions, TokenProvider } from './token-provider.ts'

/** Custom login of the host page (spec 5.3). */
export interface CustomLoginOptions {
  /** Whether the page has a `getToken`. */
  hasGetToken: () => boolean
  /** The organization's id of the user who is signed in on the page; null: signed out; undefined: not provided. */
  user: () => string | null | undefined
  /** Whether a sign-in would interrupt nothing. */
  isIdle: () => boolean
  /** Loads the token provider; it is a separate chunk. Rejects when it could not be loaded; undefined: the chat was closed. */
  open: (context: TokenProviderContext) => Promise<TokenProvider | undefined>
  /** The service refused the token of this page; the customer stays a visitor. */
  onRefusal: (refusal: Failure) => void
}

export interface TokenProviderContext {
  platform: Platform
  providerId: string
  key: ConnectionKey
}

/** Failed downloads after which the chat opens as the visitor. */
const maxDownloads = 3

/** Socket tokens of one session: permission to ask for them, and lazy loading of the provider. */
export interface CustomLogin {
  mayAsk: () => boolean
  /** The custom member that the page provides; null: signed out; undefined: not provided. */
  stated: () => Identity | null | undefined
  /**
   * See `TokenProvider.get`. Resolves with null while a sign-out is not completed. Rejects while the provider may still be
   * loaded by another attempt: without a token the member would become a visitor.
   */
  fetch: (now: Promise<number>, rejected?: SocketToken) => Promise<SocketToken | null>
  /** See `TokenProvider.scheduleRenewal`. */
  scheduleRenewal: (token: SocketToken | null, renewal: RenewalOptions) => void
  /** Deletes the stored token, then this mark; `out` once the service has confirmed the sign-out. */
  clearCache: (mark?: 'out' | 'stale') => Promise<void>
  /** Allows calls of `getToken`, or forbids them: after a sign-out and after refusals. */
  allow: (isAllowed: boolean) => void
  /**
   * The service has accepted this token. Without one, the customer is signed in only while idle, or after `allow`.
   * Returns whether the sign-in has waited for that: then other tabs, which may be busy, do not follow.
   */
  accept: (token: SocketToken | null) => boolean
  /** Reports a refused token and forbids further ones; after `account_closed` on later pages too. */
  reject: (refusal: Failure) => Promise<null>
  close: () => void
}

export function createCustomLogin(
  custom: CustomLoginOptions | undefined,
  context: Omit<TokenProviderContext, 'key'> & { key: Promise<ConnectionKey>; savedLogin: SavedLoginStorage },
): CustomLogin {
  const { platform, providerId, key, savedLogin } = context
  let allowed = true
  /** Since `allow`. */
  let hasAsked = false
  let waitsForIdle = false
  let opening: Promise<TokenProvider | undefined> | undefined
  let failedDownloads = 0

  /** Resolves with undefined when the chunk could not be loaded; the next call tries again. */
  const load = async () =>
    custom &&
    (opening ??= key
      .then((key) => custom.open({ platform, providerId, key }))
      .catch(() => {
        failedDownloads++
        opening = undefined
        return undefined
      }))

  function stated(): Identity | null | undefined {
    const user = custom?.hasGetToken() ? custom.user() : undefined
    return user === undefined || user === null ? user : `custom ${user}`
  }

  const mayAsk = () =>
    allowed &&
    !staysVisitor(savedLogin.get()) &&
    custom?.hasGetToken() === true &&
    stated() !== null &&
    !(waitsForIdle && !custom.isIdle())

  async function clearCache(mark: 'out' | 'stale' = 'stale') {
    try {
      // First, so that a token that is being requested is not stored afterwards.
      ;(await opening)?.forget()
      const { stored, jkt } = await key
      // Not by the provider: visitors have no token, and its chunk may fail to load.
      if (stored) await deleteToken(providerId, jkt)
      if (savedLogin.get() === mark) savedLogin.set(undefined)
    } catch {
      // The mark remains, and the next connection tries again.
    }
  }

  return {
    mayAsk,
    stated,
    async fetch(now, rejected) {
      hasAsked = true
      if (savedLogin.get() === 'stale') await clearCache()
      if (savedLogin.get() === 'stale' || !mayAsk()) return null
      const provider = await load()
      if (!provider && failedDownloads < maxDownloads) throw new Error('not loaded')
      const token = await provider?.get({ now, rejected })
      // `getToken` takes time, in which the page may sign out or the visitor begin to write.
      return (savedLogin.get() !== 'out' && mayAsk() && token) || null
    },
    // Without a token there is nothing to cancel unless the provider is loaded.
    scheduleRenewal: (token, renewal) =>
      void (token ? load() : opening)?.then((provider) => provider?.scheduleRenewal(token, renewal)),
    clearCache,
    allow(isAllowed) {
      allowed = isAllowed
      hasAsked = waitsForIdle = false
    },
    accept(token) {
      const hasWaited = waitsForIdle
      waitsForIdle = hasAsked && !token
      return hasWaited
    },
    async reject(refusal) {
      allowed = false
      // The member's next token would reopen the account, also on another page.
      if (refusal.code === 'account_closed') savedLogin.set('off')
      custom?.onRefusal(refusal)
      await clearCache()
      return null
    },
    close: () => void opening?.then((provider) => provider?.close()),
  }
}
