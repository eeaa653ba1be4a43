import type { FailureCode } from '@parley/client/connection/result'
import type { WidgetSession } from '@parley/client/session/widget-session'
import type { SocialProvider } from '@parley/protocol/customer'
import type { LoginMessage } from '@parley/protocol/social-login'

/**
 *   idle -> starting (the popup is open, its address is asked for) -> waiting (consent goes on in the popup)
 *        -> the member is there, or closed, or failed; blocked when the browser opened no popup
 */
export type PopupState =
  | { name: 'idle' | 'closed' }
  | { name: 'starting' | 'waiting' | 'blocked'; social: SocialProvider }
  | { name: 'failed'; code: FailureCode }

export interface PopupOptions {
  session: Pick<WidgetSession, 'startLogin' | 'redeemLogin'>
  /** Address of the service, with a slash at the end. */
  base: string
  language: string
  tell: (state: PopupState) => void
}

export interface Popup {
  /** Only within a click: a browser opens no window otherwise. */
  start: (social: SocialProvider) => void
  /** Where no window opens: the sign-in takes this tab, and leads back to this page. */
  startHere: (social: SocialProvider) => void
  cancel: () => void
}

/** How often a popup is asked whether it is still there (ms): nothing tells of its end. */
const lookEvery = 500
const size = { width: 480, height: 660 }
const fragment = '#parley-login='

/** Social login (spec 5.4, protocol/src/social-login.ts). Nothing starts but by a click. */
export function createPopup({ session, base, language, tell }: PopupOptions): Popup {
  let popup: Window | null = null
  let leave = () => {}

  function cancel() {
    leave()
    leave = () => {}
    popup?.close()
    popup = null
  }

  async function addressOf(social: SocialProvider): Promise<string | null> {
    const answer = await session.startLogin(social)
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
    tell(code === 'login_cancelled' ? { name: 'closed' } : { name: 'failed', code })
  }

  async function take(message: LoginMessage) {
    if ('error' in message) return fail(message.error)
    cancel()
    const answer = await session.redeemLogin(message.code)
    if (!answer.ok) fail(answer.code)
  }

  function listen(own: Window, social: SocialProvider) {
    const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin === new URL(base).origin && source === own && isLoginMessage(data)) void take(data)
    }
    addEventListener('message', hear)
    // Also a page that is cut off from its popup sees it as closed: there the way back leads over the popup's own page.
    const looking = setInterval(() => {
      if (!own.closed) return
      clearInterval(looking)
      tell({ name: 'closed' })
    }, lookEvery)
    leave = () => {
      removeEventListener('message', hear)
      clearInterval(looking)
    }
    tell({ name: 'waiting', social })
  }

  async function lead(own: Window, social: SocialProvider) {
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
      if (!own || own.closed) return tell({ name: 'blocked', social })
      popup = own
      tell({ name: 'starting', social })
      void lead(own, social)
    },
    startHere(social) {
      tell({ name: 'starting', social })
      void addressOf(social).then((address) => address !== null && location.assign(address))
    },
    cancel,
  }
}

const isLoginMessage = (data: unknown): data is LoginMessage =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'parley.login'

/** What a popup that was cut off from its opener left at the end of the address: a code for one use. */
export function redeemFromAddress(session: WidgetSession): void {
  const { hash, pathname, search } = location
  if (!hash.startsWith(fragment)) return
  history.replaceState(history.state, '', pathname + search)
  const redeem = () => {
    if (session.state.get().name !== 'ready') return
    stop()
    void session.redeemLogin(hash.slice(fragment.length))
  }
  const stop = session.state.subscribe(redeem)
  redeem()
}
