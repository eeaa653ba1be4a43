import { useHelpMessages } from './help-messages.ts'
import { m } from './messages/keys.ts'

/** What to check if the other side hears nothing. Loaded below the device settings, and scrolled into view with them. */
export function UnheardHelp() {
  const t = useHelpMessages()
  return (
    t && (
      <p ref={bringIntoView} class="caption">
        <b>{t(m.unheard)}</b> {t(m.unheardHelp)}
      </p>
    )
  )
}

/** A stable function, so that it runs once. */
const bringIntoView = (element: HTMLElement | null) =>
  element?.parentElement?.scrollIntoView({ block: 'nearest' })
