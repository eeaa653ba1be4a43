import type { WidgetSession } from '@parley/client/session/widget-session'
import { prefersReducedMotion } from '../../chat/reduced-motion.ts'
import { keyOf } from '../../chat/rows.ts'
import { findRow } from '../../chat/scroll-position.ts'

/** How many pages of older messages a click on a quote may load. */
const maxPages = 20

/** Scrolls to a message, after loading it if necessary. */
export async function goToMessage(
  session: WidgetSession,
  log: HTMLElement,
  messageId: string,
): Promise<void> {
  for (let page = 0; page < maxPages; page++) {
    const { items, more } = session.timeline.get()
    const found = items.find((item) => item.kind === 'message' && item.message.id === messageId)
    const row = found?.kind === 'message' && findRow(log, keyOf(found.message))
    if (row) return highlight(log, row)
    if (!more) return
    await session.loadOlder()
    if (session.timeline.get().older === 'failed') return
  }
}

/** Scrolls a message to the middle of the log, marks it for a moment, and focuses it. */
function highlight(log: HTMLElement, row: HTMLElement): void {
  const rowBox = row.getBoundingClientRect()
  const logBox = log.getBoundingClientRect()
  const middle = rowBox.top - logBox.top - (logBox.height - rowBox.height) / 2
  log.scrollBy({ top: middle, behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
  row.animate({ backgroundColor: ['var(--flash)', 'var(--flash)', 'transparent'] }, 1_600)
  row.querySelector<HTMLElement>('.reply')?.focus({ preventScroll: true })
}

/** Up, Down, Home and End move the focus between the reply buttons of the messages. */
export function walkMessages(event: KeyboardEvent): void {
  const log = event.currentTarget as HTMLElement
  const buttons = [...log.querySelectorAll<HTMLElement>('.reply')]
  const current = buttons.indexOf(event.target as HTMLElement)
  if (current < 0 && event.target !== log) return
  const next = {
    ArrowUp: current < 0 ? buttons.length - 1 : Math.max(0, current - 1),
    ArrowDown: current < 0 ? -1 : Math.min(buttons.length - 1, current + 1),
    Home: 0,
    End: buttons.length - 1,
  }[event.key]
  const button = next === undefined ? undefined : buttons[next]
  if (!button) return
  event.preventDefault()
  button.focus()
}
