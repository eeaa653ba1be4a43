import type { ConnectResult, SessionMember, TeamStatus } from '@parley/protocol/session'
import type { Params } from '@parley/protocol/upstream'
import type { Result } from '../connection/result.ts'
import { createConnection } from '../connection/connection.ts'
import { createCustomLogin } from '../identity/custom-login.ts'
import { authenticate } from '../identity/authentication.ts'
import { loadConnectionKey } from '../identity/connection-key.ts'
import * as logins from '../identity/saved-login.ts'
import { openOutboxStorage } from '../sending/outbox-storage.ts'
import { epochMs } from '../browser/epoch-ms.ts'
import { browser } from '../browser/platform.ts'
import type { Identity } from './identity-session.ts'
import { createServerClock } from '../connection/server-clock.ts'
import { httpOrigin } from '../connection/socket-address.ts'
import type { SocketToken } from '../identity/socket-token.ts'
import { createStore } from '../state/store.ts'
import {
  createAuthenticator,
  refusesToken,
  identityOf,
  identityWith,
  type Authenticated,
} from './widget-authentication.ts'
import { createIdentitySessions } from './identity-sessions.ts'
import { shortLanguage } from './short-language.ts'
import type { WidgetSession, WidgetSessionOptions } from './widget-session-api.ts'

export type { WidgetSession, WidgetSessionOptions }

/** Authenticates with `createAuthenticator` and this browser's connection key, created on first use (spec 5.2). */
export function openWidgetSession(options: WidgetSessionOptions): WidgetSession {
  const { providerId, socketUrl, savedLogin, platform = browser } = options
  const entered = createStore<ConnectResult | null>(null)
  const updateEntered = (change: Partial<ConnectResult>) => {
    const current = entered.get()
    if (current) entered.set({ ...current, ...change })
  }
  const team = createStore<TeamStatus | null>(null)
  const keyStorage = createStore<'loading' | 'stored' | 'memory'>('loading')
  const member = createStore<SessionMember | null>(null)
  const answerLanguage = createStore<string | null>(null)
  const language = shortLanguage(options.language)
  const serverClock = createServerClock(platform)

  const key = loadConnectionKey()
  const login = createCustomLogin(options.custom, { platform, providerId, key, savedLogin })

  const connection = createConnection<Authenticated>({
    platform,
    url: socketUrl,
    secureOnly: true,
    authenticate: (link) => authenticateLink(link),
    onReady: enter,
    setClock: serverClock.set,
    onLost: () => identities.unbind(),
    listeners: {
      entries: (frame) => identities.live()?.chat.receive(frame),
      ping: ({ seq }) => identities.live()?.chat.reach(seq),
      typing: (typing) => identities.live()?.chat.typed(typing),
      team: (status) => team.set(status),
      // Replaced once the call module is loaded: another window of this customer has started a call.
      call: (call) => updateEntered({ call }),
      'call.offering': (calls) => updateEntered({ calls }),
    },
  })
  const isReady = () => connection.state.get().name === 'ready'

  const identities = createIdentitySessions({
    platform,
    connection,
    isReady,
    uploadOrigin: httpOrigin(socketUrl),
    createUploader: (uploads) => options.createUploader!(uploads),
    async storageOf(owner) {
      const { stored, jkt } = await key
      return stored
        ? openOutboxStorage(`${providerId} ${jkt}${owner === 'visitor' ? '' : ` ${owner}`}`)
        : null
    },
  })

  const authenticateLink = createAuthenticator({
    key,
    socketUrl,
    connectParams: () => ({ provider_id: providerId, language, chosen_language: options.chosenLanguage?.() }),
    savedLogin,
    login,
    identities,
    setClock: serverClock.set,
  })
  const channel = platform.openChannel(`parley ${providerId}`, onTabMessage)

  function enter({ result, token }: Authenticated) {
    const previous = identities.identity.get()
    const identity = identityOf(result, token)
    identities.bind(identity, result)
    const hasWaited = login.accept(token)
    if (identity !== 'visitor') savedLogin.set(identity)
    else logins.forgetMember(savedLogin, options.custom?.hasGetToken())
    member.set(result.member)
    answerLanguage.set(result.language)
    team.set(result.team)
    const expiresAt = result.member?.expires_at
    scheduleRenewal(token && expiresAt ? { ...token, expires: epochMs(expiresAt) } : null)
    entered.set(result)
    if (identity !== 'visitor' && identity !== previous && !(token && (token.cached || hasWaited)))
      channel.post(identity)
  }

  const scheduleRenewal = (token: SocketToken | null) =>
    login.scheduleRenewal(token, { now: serverClock.now, renew })

  /** Sends a new token over the connected socket, so that the chat is not interrupted. */
  async function renew(expiring?: SocketToken): Promise<boolean> {
    const session = identities.live()
    const token = await login.fetch(Promise.resolve(serverClock.now()), expiring)
    if (!token || !session || identities.live() !== session) return false
    if (identityWith(token, savedLogin) !== session.identity) {
      connection.restart()
      return true
    }
    const credentials = { key: await key, socketUrl, token, position: null }
    // A sign-out meanwhile must not be undone.
    const challenge = await session.request('session.challenge', {})
    // The browser's clock may have been set since the socket was opened.
    if (challenge.ok) serverClock.set(challenge.value.server_time)
    const result = await authenticate(session.request, credentials, challenge)
    if (identities.live() !== session) return true
    if (result.ok) enter({ result: result.value, token })
    // The previous token stays valid until it expires.
    else if (refusesToken(result.code)) await login.reject(result)
    return result.ok || !login.mayAsk()
  }

  /** Follows a sign-in or sign-out in another tab of this site. */
  function onTabMessage(message: unknown) {
    const identity = identities.identity.get()
    if (message === 'out' ? identity === 'visitor' : message === identity) return
    if (message === 'out') becomeVisitor()
    else login.allow(true)
    connection.restart()
  }

  function becomeVisitor() {
    login.allow(false)
    become('visitor')
  }

  /** Switches the window to this identity before the socket has changed to it. */
  function become(identity: Identity) {
    void login.clearCache()
    scheduleRenewal(null)
    identities.unbind()
    identities.show(identity)
    member.set(null)
  }

  async function logout(stay = false) {
    savedLogin.set(stay ? 'off' : 'out')
    becomeVisitor()
    channel.post('out')
    if (!isReady()) connection.restart()
    else if ((await changeIdentity('session.logout', {})).ok) await login.clearCache('out')
  }

  function signIn(isChosen?: boolean) {
    // The page may learn only after the chat has opened who is signed in: that is not a new sign-in.
    if (!isChosen && logins.staysVisitor(savedLogin.get())) return onTabMessage('out')
    const [stated, current] = [login.stated(), identities.identity.get()]
    if (stated === null) return current === null || logins.isCustom(current) ? void logout() : undefined
    if (stated === current) return undefined
    login.allow(true)
    if (logins.staysVisitor(savedLogin.get())) savedLogin.set(undefined)
    if (!stated) {
      // Attributes that the page passes from now on are not the previous user's.
      identities.unbind()
      return void login.clearCache().then(connection.restart)
    }
    logins.forgetOtherMember(savedLogin, stated)
    become(stated)
    return connection.restart()
  }

  /** Runs a command that changes the identity of the socket. */
  async function changeIdentity<M extends 'session.logout' | 'login.redeem' | 'account.close'>(
    command: M,
    params: Params[M],
  ): Promise<Result<unknown>> {
    // Nothing is sent meanwhile, because the service could attribute it to either identity.
    identities.unbind()
    const result: Result<ConnectResult> = await connection.request(command, params)
    if (result.ok && isReady()) enter({ result: result.value, token: null })
    else connection.restart()
    return result
  }

  logins.forgetOtherMember(savedLogin, login.stated())
  // Shown before the socket opens, so that unsent messages are visible without a network.
  const saved = savedLogin.get()
  if (!login.mayAsk()) identities.show(identityWith(null, savedLogin))
  else if (logins.isIdentity(saved)) identities.show(saved)
  key.then(
    ({ stored }) => keyStorage.set(stored ? 'stored' : 'memory'),
    // Authentication fails with the same error and is retried.
    () => {},
  )
  connection.open()

  return {
    ...identities.api,
    ...connection,
    platform,
    entered,
    serverNow: serverClock.now,
    team,
    keyStorage,
    identity: identities.identity,
    isLive: () => identities.live() !== null,
    member,
    language: answerLanguage,
    async clear() {
      if (!identities.live()) return { ok: false, code: 'disconnected' }
      const result = await connection.request('chat.clear', {})
      if (result.ok) identities.discardFailed()
      return result
    },
    signIn,
    retrySignIn: () => void (login.stated() && identities.live()?.identity === 'visitor' && renew()),
    logout: (stay) => void logout(stay),
    redeemLogin(code) {
      // `off` is older than this sign-in, whose response may be lost.
      if (isReady() && savedLogin.get() === 'off') savedLogin.set('off+')
      return changeIdentity('login.redeem', { code })
    },
    async closeAccount() {
      const result = await changeIdentity('account.close', {})
      // The member may still be signed in on the page, and the next token would reopen the account.
      if (result.ok) void logout(true)
      return result
    },
    chooseLanguage(chosen) {
      answerLanguage.set(chosen)
      return connection.request('customer.language', { language: chosen })
    },
    close() {
      login.close()
      channel.close()
      identities.close()
      connection.close()
    },
  }
}
