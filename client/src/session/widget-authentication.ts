import type { ConnectResult } from '@parley/protocol/session'
import type { Answer, FailureCode } from '../connection/result.ts'
import type { CustomLogin } from '../identity/custom-login.ts'
import { claimIdentity, type Claim } from '../identity/authentication.ts'
import type { ConnectionKey } from '../identity/connection-key.ts'
import type { Link } from '../connection/link.ts'
import { isSignedOut, type LoginMarks } from '../identity/saved-login.ts'
import type { Who } from './identity-session.ts'
import type { SocketToken } from '../identity/socket-token.ts'
import type { WidgetRooms } from './identity-sessions.ts'

/** Who a socket turned out to be, and by what. */
export interface Opened {
  result: ConnectResult
  token: SocketToken | null
}

export interface GreetingOptions {
  key: Promise<ConnectionKey>
  socketUrl: string
  opening: () => NonNullable<Claim['opening']>
  marks: LoginMarks
  login: CustomLogin
  rooms: Pick<WidgetRooms, 'who' | 'show' | 'placeOf'>
  /** Takes the service's word for what time it is; gives milliseconds. */
  setClock: (serverTime: string) => number
}

/**
 * Says on each fresh socket who we are (design 4): a member by a token of the page, a member by social login, else
 * the visitor. Whatever is wrong with a token, a visitor is let in.
 */
export function createGreeting(options: GreetingOptions): (link: Link) => Promise<Answer<Opened>> {
  const { marks, login, rooms, socketUrl } = options
  /** The server's log ends before our position: begin anew with a snapshot. */
  let beginAnew = false

  return async (link) => {
    const challenge = link.challenge()
    // Awaited only where there is a token; without a challenge the claim fails anyway.
    const now = challenge.then((told) => (told.ok ? options.setClock(told.value.server_time) : 0))
    const key = await options.key
    const opening = options.opening()
    let first: Awaited<typeof challenge> | undefined = await challenge
    /** What the socket is already, when it had to be left by somebody first: the visitor's. */
    let visitors: Answer<ConnectResult> | undefined

    async function claim(token: SocketToken | null): Promise<Answer<ConnectResult>> {
      if (!token && visitors) return visitors
      const place = beginAnew ? null : rooms.placeOf(whoWith(token, marks))
      const claimed = { key, socketUrl, token, place, ...(!visitors && { opening }) }
      const answer = await claimIdentity(link.request, claimed, first)
      first = undefined
      beginAnew = answer.ok
        ? place !== null && answer.value.customer_id === place.customer_id && answer.value.seq < place.seq
        : answer.code === 'too_far_ahead'
      return beginAnew ? { ok: false, code: 'too_far_ahead' } : answer
    }

    const left = marks.get()
    if (isSignedOut(left)) {
      // Whoever was signed in is not any more, before anything of theirs can be seen.
      await login.drop()
      let answer = await claim(null)
      if (answer.ok && answer.value.member) answer = await link.request('session.logout', {})
      if (!answer.ok) return answer
      if (left === 'out' && marks.get() === 'out') marks.set(undefined)
      visitors = answer
    }
    let token = await login.fetch(now)
    // A token is only a claim: what was written meanwhile waits for the service's word on it.
    if (!token && rooms.who.get() === null) rooms.show(whoWith(null, marks))
    let answer = await claim(token)
    for (let asked = false; !answer.ok && token && refusesToken(answer.code); asked = true) {
      // One from the cache may be of yesterday. What the page says to that counts, once.
      const again = !asked && token.cached && answer.code !== 'account_closed'
      token = again ? await login.fetch(now, token) : await login.giveUp(answer)
      answer = await claim(token)
    }
    return answer.ok ? { ok: true, value: { result: answer.value, token } } : answer
  }
}

/** Whose room fits to what we are about to say. */
export function whoWith(token: SocketToken | null, marks: LoginMarks): Who {
  if (token) return `custom ${token.uid}`
  const left = marks.get()
  return left === undefined || isSignedOut(left) || left.startsWith('custom ') ? 'visitor' : left
}

/** A refusal of the socket token itself; without it the same browser is let in as a visitor. */
export const refusesToken = (code: FailureCode) => /^(token|bad_sig|cnf|key_mis|account|proof_ath)/.test(code)
