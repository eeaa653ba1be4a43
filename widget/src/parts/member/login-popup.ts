import type { FailureCode } from '@parley/client/connection/result'
import type { WidgetSession } from '@parley/client/session/widget-session'
import type { SocialProvider } from '@parley/protocol/customer'
import type { LoginMessage } from '@parley/protocol/social-login'
import { redeemLogin } from './retry-until-answered.ts'

/**
 *   idle -> starting (the popup is open, its URL is requested) -> waiting (the member signs in there)
 *        -> signed in, closed or failed; blocked if the browser opened no popup
 */
export type LoginPopupState =
  | { name: 'idle' | 'closed' }
  | { name: 'starting' | 'waiting' | 'blocked'; social: SocialProvider }
  | { name: 'failed'; code: FailureCode }

export interface LoginPopupOptions {
  session: Pick<WidgetSession, 'member' | 'platform' | 'redeemLogin' | 'request' | 'state'>
  /** Address of the service, with a slash at the end. */
  base: string
  language: string
  onState: (state: LoginPopupState) => void
}

export interface LoginPopup {
  /** Call it in a click handler: browsers block other popups. */
  start: (social: SocialProvider) => void
  /** Signs in within this tab, which returns to this page. For browsers that block the popup. */
  startHere: (social: SocialProvider) => void
  cancel: () => void
}

/** No event reports that a popup was closed. */
const closedCheckIntervalMs = 500
const size = { width: 480, height: 660 }
const fragment = '#parley-login='

/** Social login (spec 5.4, protocol/src/social-login.ts). Started by a click only. */
export function createLoginPopup({ session, base, language, onState }: LoginPopupOptions): LoginPopup {
  let popup: Window | null = null
  let stopListening = () => {}
  /** Replaced by each sign-in and by `cancel`. */
  let turn = {}

  function cancel() {
    turn = {}
    stopListening()
    stopListening = () => {}
    popup?.close()
    popup = null
  }

  async function addressOf(social: SocialProvider): Promise<string | null> {
    const answer = await session.request('login.start', { social })
    if (!answer.ok) {
      fail(answer.code)
      return null
    }
    const address = new URL(answer.value.url, base)
    address.searchParams.set('page', location.origin + location.pathname)
    address.searchParams.set('language', language)
    return address.href
  }

  function fail(code: FailureCode) {
    cancel()
    onState(code === 'login_cancelled' ? { name: 'closed' } : { name: 'failed', code })
  }

  async function take(message: LoginMessage) {
    if ('error' in message) return fail(message.error)
    cancel()
    const own = turn
    const isWanted = () => turn === own
    const answer = await redeemLogin(session, message.code, isWanted)
    if (!answer.ok && isWanted()) fail(answer.code)
  }

  function listen(own: Window, social: SocialProvider) {
    const onMessage = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin === new URL(base).origin && source === own && isLoginMessage(data)) void take(data)
    }
    addEventListener('message', onMessage)
    // A page that is isolated from its popup also sees it as closed; the popup then returns through its own page.
    const closedCheck = setInterval(() => {
      if (!own.closed) return
      clearInterval(closedCheck)
      onState({ name: 'closed' })
    }, closedCheckIntervalMs)
    stopListening = () => {
      removeEventListener('message', onMessage)
      clearInterval(closedCheck)
    }
    onState({ name: 'waiting', social })
  }

  async function navigate(own: Window, social: SocialProvider) {
    const address = await addressOf(social)
    if (address === null || popup !== own) return
    if (own.closed) return fail('login_cancelled')
    own.location.replace(address)
    listen(own, social)
  }

  return {
    start(social) {
      cancel()
      const { width, height } = size
      const left = Math.round(screenX + (outerWidth - width) / 2)
      const top = Math.round(screenY + (outerHeight - height) / 2)
      const own = window.open('', '_blank', `popup,width=${width},height=${height},left=${left},top=${top}`)
      if (!own || own.closed) return onState({ name: 'blocked', social })
      popup = own
      onState({ name: 'starting', social })
      void navigate(own, social)
    },
    startHere(social) {
      onState({ name: 'starting', social })
      void addressOf(social).then((address) => address !== null && location.assign(address))
    },
    cancel,
  }
}

const isLoginMessage = (data: unknown): data is LoginMessage =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'parley.login'

/** Redeems the one-time code that a popup without access to its opener left in the URL fragment. */
export function redeemFromAddress(session: WidgetSession): void {
  const { hash, pathname, search } = location
  if (!hash.startsWith(fragment)) return
  history.replaceState(history.state, '', pathname + search)
  void redeemLogin(session, hash.slice(fragment.length))
}
