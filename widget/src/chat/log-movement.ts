/** Brings a message into the middle of the log, marks it for a moment, and puts the keyboard there. */
export function pointOut(log: HTMLElement, row: HTMLElement): void {
  const rowBox = row.getBoundingClientRect()
  const logBox = log.getBoundingClientRect()
  const middle = rowBox.top - logBox.top - (logBox.height - rowBox.height) / 2
  log.scrollBy({ top: middle, behavior: prefersStillness() ? 'instant' : 'smooth' })
  row.animate({ backgroundColor: ['var(--flash)', 'var(--flash)', 'transparent'] }, 1_600)
  row.querySelector<HTMLElement>('.reply')?.focus({ preventScroll: true })
}

/** Up, Down, Home and End walk through the messages; each has its reply button there. */
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

export const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches
