import type { Failure } from '../connection/result.ts'
import type { ConnectionKey } from './connection-key.ts'
import type { LoginMarks } from './saved-login.ts'
import type { Platform } from '../browser/platform.ts'
import type { SocketToken } from './socket-token.ts'
import type { RenewalWay, Tokens } from './token-provider.ts'

/** How a page takes part in the login (spec 5.3). */
export interface CustomLoginOptions {
  /** Whether the page has a `getToken`. */
  expected: () => boolean
  /** Fetches the part that knows tokens. */
  open: (context: TokensContext) => Promise<Tokens>
  /** The service takes no token of this page: the visitor stays one. */
  onRefusal: (refusal: Failure) => void
}

export interface TokensContext {
  platform: Platform
  providerId: string
  key: ConnectionKey
}

/** Whether and how one session asks for tokens. */
export interface CustomLogin {
  mayAsk: () => boolean
  /** See `Tokens.get`. */
  fetch: (now: Promise<number>, not?: SocketToken) => Promise<SocketToken | null>
  /** See `Tokens.plan`. */
  plan: (token: SocketToken | null, way: RenewalWay) => void
  /** Nothing is cached any more. */
  drop: () => Promise<void>
  /** From here on `getToken` is asked when a token is needed. */
  allow: () => void
  /** It is not asked again before `allow`: after a sign-out and after refusals. */
  forbid: () => void
  /** The service refuses what `getToken` gives. */
  giveUp: (refusal: Failure) => Promise<null>
  close: () => void
}

export function createCustomLogin(
  custom: CustomLoginOptions | undefined,
  context: Omit<TokensContext, 'key'> & { key: Promise<ConnectionKey>; marks: LoginMarks },
): CustomLogin {
  const { platform, providerId, key, marks } = context
  let allowed = true
  let opening: Promise<Tokens | undefined> | undefined

  /** undefined: the part could not be fetched; whoever needs it next tries again. */
  const load = async () =>
    custom &&
    (opening ??= key
      .then((key) => custom.open({ platform, providerId, key }))
      .catch(() => (opening = undefined)))

  const mayAsk = () => allowed && marks.get() !== 'off' && custom?.expected() === true
  const drop = async () => void (await (await load())?.forget())

  return {
    mayAsk,
    fetch: async (now, not) =>
      (mayAsk() && (await (await load())?.get({ now, ...(not && { not }) }))) || null,
    // Without a token there is a plan to change only where there was one.
    plan: (token, way) => void (token ? load() : opening)?.then((source) => source?.plan(token, way)),
    drop,
    allow: () => void (allowed = true),
    forbid: () => void (allowed = false),
    async giveUp(refusal) {
      allowed = false
      custom?.onRefusal(refusal)
      await drop()
      return null
    },
    close: () => void opening?.then((source) => source?.close()),
  }
}
