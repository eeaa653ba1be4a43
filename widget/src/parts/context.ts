import { toJson } from '@parley/client/browser/to-json'
import type { WidgetSession } from '@parley/client/session/widget-session'
import type { VisitPageParams } from '@parley/protocol/visitor-context'
import type { ParleyAttributes } from '../../types/parley.d.ts'
import type { ChatHost } from '../chat-contract.ts'

/** Reports the page and the page's attributes. Loaded once the customer has written, if the widget collects them or the page states some. */
export const css = ''

/** Polling interval for `location.href`: not all browsers have an event for client-side navigation. */
const lookIntervalMs = 2_000

const reporters = new WeakMap<WidgetSession, () => void>()

/** Reports what has changed, now and from now on. `signal` ends it. */
export function reportContext(session: WidgetSession, host: ChatHost, signal: AbortSignal): void {
  const report = reporters.get(session) ?? createReporter(session, host)
  if (!reporters.has(session)) {
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

  async function state(attributes: ParleyAttributes, who: unknown): Promise<void> {
    const result = await session.request('customer.attributes', { attributes })
    if (result.ok) return
    if (result.code === 'invalid_request')
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
    const { attributes } = host.config()
    if (session.state.get().name !== 'ready' || !customerId) return
    // Only when the page passes them: after a change of the identity they would describe the previous person.
    if (attributes && attributes !== passed) {
      passed = attributes
      const [values, who] = [toJson(attributes), session.identity.get()]
      // The same values again only for another member: after a sign-out they still describe the member.
      if (values !== stated || (who !== 'visitor' && who !== statedFor)) {
        stated = values
        statedFor = who
        void state(attributes, who)
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
  return {
    url: `${origin}${pathname}${campaign && `?${campaign}`}`.slice(0, 2048),
    // Without the number of unread messages.
    title: document.title.replace(/^\(\d+\) /, '').slice(0, 200),
    ...(referrer &&
      !referrer.startsWith(`${origin}/`) && { referrer: referrer.split(/[?#]/)[0]!.slice(0, 2048) }),
    user_agent: navigator.userAgent.slice(0, 512),
    time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    language: navigator.language,
  }
}
