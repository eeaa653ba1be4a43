import { toJson } from '@parley/client/browser/to-json'
import type { WidgetSession } from '@parley/client/session/widget-session'
import type { VisitPageParams } from '@parley/protocol/visitor-context'
import type { ParleyAttributes } from '../../types/parley.d.ts'
import type { ChatHost } from '../chat-contract.ts'

/** Reports the page and the page's attributes. Loaded once the customer has written, if the widget collects them or the page states some. */
export const css = ''

/** Polling interval for `location.href`: not all browsers have an event for client-side navigation. */
const lookIntervalMs = 2_000

/**
 * JSON of AttributeValues (protocol): up to 20 names with a number, boolean or text of up to 200 characters, which are escaped only if
 * they are quotation marks, backslashes or half surrogate pairs. The service closes a socket that sends invalid requests in a row, or a frame over 64 KiB.
 */
const validAttributes =
  /^\{("[a-z]\w{0,39}":(true|false|[-+\de.]+|"([^"\\\x7f]|\\["\\]|\\ud...){0,200}"),?){0,20}\}$/iu

const reporters = new WeakMap<WidgetSession, () => void>()

/** Reports what has changed, now and from now on. `signal` ends it. */
export function reportContext(session: WidgetSession, host: ChatHost, signal: AbortSignal): void {
  let report = reporters.get(session)
  if (!report) {
    report = createReporter(session, host)
    reporters.set(session, report)
    const interval = setInterval(report, lookIntervalMs)
    signal.addEventListener('abort', () => clearInterval(interval))
  }
  report()
}

function createReporter(session: WidgetSession, host: ChatHost): () => void {
  /** From the page's last call; a copy. */
  let passed: unknown
  /** The values sent, and to whom. */
  let stated: string | undefined
  let statedFor: unknown
  let shown: string | null = null

  async function state(attributes: ParleyAttributes, values: string, who: unknown): Promise<void> {
    const result =
      validAttributes.test(values) && (await session.request('customer.attributes', { attributes }))
    if (result && result.ok) return
    if (!result || result.code === 'invalid_request')
      host.logError('The attributes were rejected: at most 20 short texts, numbers or booleans.')
    // Tried again, but not for somebody else.
    else if (who === session.identity.get()) passed = stated = undefined
  }

  async function show(page: string): Promise<void> {
    shown = page
    const result = await session.request('visit.page', currentPage())
    if (!result.ok && result.code !== 'invalid_request') shown = null
  }

  return () => {
    const { customerId } = session.timeline.get()
    const { attributes, user, getToken } = host.config()
    if (!session.isLive() || !customerId) return
    const who = session.identity.get()
    // Only when the page passes them: after a change of the identity they would describe the previous person. A user's wait for this user.
    if (attributes && attributes !== passed && !(user && getToken && who !== `custom ${user}`)) {
      passed = attributes
      const values = toJson(attributes)
      // The same values again only for another member: after a sign-out they still describe the member.
      if (values !== stated || (who !== 'visitor' && who !== statedFor)) {
        stated = values
        statedFor = who
        void state(attributes, values, who)
      }
    }
    const page = `${customerId} ${location.href}`
    // The title of a hidden tab may be the text of its unread messages (title-flash.ts).
    if (page !== shown && !document.hidden && session.entered.get()?.context && !isOptedOut()) void show(page)
  }
}

const isOptedOut = () =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true ||
  navigator.doNotTrack === '1'

/** The service removes more; what is likely secret does not leave the browser. */
function currentPage(): VisitPageParams {
  const { origin, pathname, searchParams } = new URL(location.href)
  const campaign = new URLSearchParams(
    [...searchParams].filter(([name]) => name.startsWith('utm_')),
  ).toString()
  const { referrer } = document
  // Without extensions as in `en-US-u-hc-h12`. Not shortLanguage(), whose export would add bytes to the chat.
  const [language] = /^[a-z]{2,3}(-[a-z\d]{2,8}){0,2}/i.exec(navigator.language) ?? []
  return {
    url: `${origin}${pathname}${campaign && `?${campaign}`}`.slice(0, 2048),
    // Without the number of unread messages.
    title: document.title.replace(/^\(\d+\) /, '').slice(0, 200),
    ...(referrer &&
      !referrer.startsWith(`${origin}/`) && { referrer: referrer.split(/[?#]/)[0]!.slice(0, 2048) }),
    user_agent: navigator.userAgent.slice(0, 512),
    time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    // JSON omits it if it is undefined.
    language: language!,
  }
}
