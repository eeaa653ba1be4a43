import type { SocialProvider } from '@parley/protocol/customer'
import type { ChatCleared } from '@parley/protocol/message'
import type { ConnectResult, LoginStarted, SessionMember, TeamStatus } from '@parley/protocol/session'
import type { Answer } from '../connection/result.ts'
import type { CustomerLine } from '../calls/call-signaling.ts'
import type { ChatPowers } from './chat.ts'
import { createConnection } from '../connection/connection.ts'
import type { ConnectionState } from '../connection/connection-state.ts'
import { createCustomLogin, type CustomLoginOptions } from '../identity/custom-login.ts'
import { claimIdentity } from '../identity/authentication.ts'
import { loadConnectionKey } from '../identity/connection-key.ts'
import { isSignedOut, marksInMemory, type LoginMarks } from '../identity/saved-login.ts'
import { openOutboxStorage } from '../sending/outbox-storage.ts'
import { browser, type Platform } from '../browser/platform.ts'
import type { Who } from './identity-session.ts'
import { httpOrigin } from '../connection/socket-address.ts'
import type { SocketToken } from '../identity/socket-token.ts'
import { createStore, type Store } from '../state/store.ts'
import { createGreeting, refusesToken, whoWith, type Opened } from './widget-authentication.ts'
import { createWidgetRooms } from './identity-sessions.ts'

export interface WidgetSessionOptions {
  providerId: string
  /** `wss://support.example/v1/public/socket` */
  socketUrl: string
  /** BCP 47, used for a new customer. */
  language?: string
  /** What this browser has chosen to be answered in. */
  chosenLanguage?: () => string | undefined
  /** From the widget's settings: a larger file fails without asking the server. */
  maxUploadBytes?: number
  custom?: CustomLoginOptions
  marks?: LoginMarks
  /** The browser, unless a test says otherwise. */
  platform?: Platform
}

/** A customer's session, a visitor's or a member's: connects at once, and again whenever the connection was lost. */
export interface WidgetSession extends ChatPowers, CustomerLine {
  state: Store<ConnectionState>
  /** What was learned at the last connect, or at the last change of who one is; null before. */
  entered: Store<ConnectResult | null>
  /** null until the first connect. */
  team: Store<TeamStatus | null>
  /** `memory`: the browser keeps nothing (private mode), this visitor ends with the page. */
  identity: Store<'loading' | 'stored' | 'memory'>
  /** Whose timeline is shown; null: not known yet. */
  who: Store<Who | null>
  /** null: a visitor, or not connected yet. */
  member: Store<SessionMember | null>
  /** In which language the customer wants answers; null: nobody has said. */
  language: Store<string | null>
  /** Gone from the customer's own window, kept for agents (spec 2.3). */
  clear: () => Promise<Answer<ChatCleared>>
  /** Somebody else may be signed in on the page: asks its `getToken` at once. */
  signIn: () => void
  /** The visitor again, at once. `stay`: until they sign in here themselves, also on pages that know a member. */
  logout: (stay?: boolean) => void
  /** The address for the popup of a social login. */
  startLogin: (social: SocialProvider) => Promise<Answer<LoginStarted>>
  /** What that popup brought back. */
  redeemLogin: (code: string) => Promise<Answer<unknown>>
  closeAccount: () => Promise<Answer<unknown>>
  chooseLanguage: (language: string) => Promise<Answer<unknown>>
  /** Tries to connect at once instead of waiting; also after a refusal. */
  retryNow: () => void
  close: () => void
}

/**
 * Proves the connection key of this browser, made on first use (spec 5.2), and with it whoever is signed in: a
 * member by the page's token, a member by social login, else the visitor.
 */
export function openWidgetSession(options: WidgetSessionOptions): WidgetSession {
  const { providerId, socketUrl, platform = browser, marks = marksInMemory() } = options
  const entered = createStore<ConnectResult | null>(null)
  const note = (change: Partial<ConnectResult>) => {
    const known = entered.get()
    if (known) entered.set({ ...known, ...change })
  }
  const team = createStore<TeamStatus | null>(null)
  const identity = createStore<'loading' | 'stored' | 'memory'>('loading')
  const member = createStore<SessionMember | null>(null)
  const answersIn = createStore<string | null>(null)
  const language = shortLanguage(options.language)
  /** How far the service's clock is ahead of ours, in milliseconds. */
  let clockAhead = 0

  const key = loadConnectionKey()
  const login = createCustomLogin(options.custom, { platform, providerId, key, marks })
  const serverNow = () => platform.now() + clockAhead

  const connection = createConnection<Opened>({
    platform,
    url: socketUrl,
    secureOnly: true,
    greet: (link) => greet(link),
    onReady: enter,
    onLost: () => rooms.leave(),
    listeners: {
      entries: (frame) => rooms.live()?.chat.receive(frame),
      ping: ({ seq }) => rooms.live()?.chat.reach(seq),
      typing: (typing) => rooms.live()?.chat.typed(typing),
      team: (status) => team.set(status),
      // Until somebody takes calls over: another window of this customer has begun one.
      call: (call) => note({ call }),
      'call.offering': (calls) => note({ calls }),
    },
  })
  const isReady = () => connection.state.get().name === 'ready'

  const rooms = createWidgetRooms({
    platform,
    connection,
    isReady,
    uploads: {
      origin: httpOrigin(socketUrl),
      ...(options.maxUploadBytes !== undefined && { maxBytes: options.maxUploadBytes }),
    },
    async storageOf(who) {
      const { stored, jkt } = await key
      return stored ? openOutboxStorage(`${providerId} ${jkt}${who === 'visitor' ? '' : ` ${who}`}`) : null
    },
  })

  const greet = createGreeting({
    key,
    socketUrl,
    opening() {
      const chosen = options.chosenLanguage?.()
      return {
        provider_id: providerId,
        ...(language !== undefined && { language }),
        ...(chosen !== undefined && { chosen_language: chosen }),
      }
    },
    marks,
    login,
    rooms,
    setClock(serverTime) {
      clockAhead = Date.parse(serverTime) - platform.now()
      return serverNow()
    },
  })
  const channel = platform.openChannel(`parley ${providerId}`, hear)

  function enter({ result, token }: Opened) {
    const before = rooms.who.get()
    const who = whoIs(result, token)
    rooms.enter(who, result)
    if (who !== 'visitor') marks.set(who)
    else if (marks.get() !== 'off') marks.set(undefined)
    member.set(result.member)
    answersIn.set(result.language)
    team.set(result.team)
    const ends = result.member?.expires_at
    plan(token && ends ? { ...token, expires: Date.parse(ends) } : null)
    entered.set(result)
    if (who !== 'visitor' && who !== before && !token?.cached) channel.say(who)
  }

  const plan = (token: SocketToken | null) => login.plan(token, { now: serverNow, renew })

  /** Brings another token on the live socket: nothing of the chat is interrupted. */
  async function renew(soonOver: SocketToken): Promise<boolean> {
    const room = rooms.live()
    const token = await login.fetch(Promise.resolve(serverNow()), soonOver)
    if (!token || !room || rooms.live() !== room) return false
    if (whoWith(token, marks) !== room.who) {
      connection.restart()
      return true
    }
    const claim = { key: await key, socketUrl, token, place: null }
    const answer = await claimIdentity(connection.request, claim)
    if (rooms.live() !== room) return true
    if (answer.ok) enter({ result: answer.value, token })
    // What was proven before goes on until its end.
    else if (refusesToken(answer.code)) await login.giveUp(answer)
    return answer.ok || !login.mayAsk()
  }

  /** Another tab of this site says who is signed in now. */
  function hear(word: unknown) {
    const who = rooms.who.get()
    if (word === 'out' ? who === 'visitor' : word === who) return
    if (word === 'out') becomeVisitor()
    else login.allow()
    connection.restart()
  }

  function becomeVisitor() {
    login.forbid()
    void login.drop()
    plan(null)
    rooms.leave()
    rooms.show('visitor')
    member.set(null)
  }

  /** A command after which the socket is somebody else's. */
  async function change(ask: () => Promise<Answer<ConnectResult>>): Promise<Answer<unknown>> {
    // What is said while it is under way might be taken for either of the two.
    rooms.leave()
    const answer = await ask()
    if (answer.ok && isReady()) enter({ result: answer.value, token: null })
    else connection.restart()
    return answer
  }

  // Not only once a socket is open: without a network, too, the page shows what is still to be sent.
  const left = marks.get()
  if (left !== undefined && !isSignedOut(left)) rooms.show(left)
  else if (!login.mayAsk()) rooms.show('visitor')
  key.then(
    ({ stored }) => identity.set(stored ? 'stored' : 'memory'),
    () => {
      // The greeting meets the same failure, and waits for better.
    },
  )
  connection.open()

  return {
    ...rooms.powers,
    ...connection,
    platform,
    entered,
    serverNow,
    team,
    identity,
    who: rooms.who,
    member,
    language: answersIn,
    async clear() {
      if (!rooms.live()) return { ok: false, code: 'disconnected' }
      const answer = await connection.request('chat.clear', {})
      if (answer.ok) rooms.discardFailed()
      return answer
    },
    signIn() {
      login.allow()
      if (marks.get() === 'off') marks.set(undefined)
      void login.drop().then(connection.restart)
    },
    logout(stay = false) {
      if (!stay && rooms.who.get() === 'visitor' && marks.get() === undefined) return
      marks.set(stay ? 'off' : 'out')
      becomeVisitor()
      channel.say('out')
      if (isReady()) void change(() => connection.request('session.logout', {}))
      else connection.restart()
    },
    startLogin: (social) => connection.request('login.start', { social }),
    redeemLogin(code) {
      if (isSignedOut(marks.get())) marks.set(undefined)
      return change(() => connection.request('login.redeem', { code }))
    },
    async closeAccount() {
      const answer = await change(() => connection.request('account.close', {}))
      if (!answer.ok) return answer
      // The page may still know the member: its next token would open the account again.
      marks.set('off')
      login.forbid()
      void login.drop()
      channel.say('out')
      return answer
    },
    chooseLanguage(chosen) {
      answersIn.set(chosen)
      return connection.request('customer.language', { language: chosen })
    },
    close() {
      login.close()
      channel.close()
      rooms.close()
      connection.close()
    },
  }
}

/** The member behind a socket. By token they are told apart by the page's own id, else by their record here. */
function whoIs({ member, customer_id }: ConnectResult, token: SocketToken | null): Who {
  if (!member) return 'visitor'
  return token ? `custom ${token.uid}` : `${member.auth_provider} ${customer_id}`
}

/** Browsers also say `en-US-u-hc-h12`; the protocol takes the parts that name language, script and region. */
function shortLanguage(tag: string | undefined): string | undefined {
  return tag?.match(/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}(?![a-z0-9])/i)?.[0]
}
