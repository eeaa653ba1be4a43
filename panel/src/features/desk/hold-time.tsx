import { IconPlayerPause } from '@tabler/icons-react'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { useServerNow } from '../../session/use-server-now.ts'
import { clockDuration } from '../../time/clock-duration.ts'
import classes from './call-bar.module.css'

/** How long the customer has been on hold. */
export function HoldTime({ since }: { since: string }) {
  const texts = useTexts().transfers
  const locale = useLocale()
  const now = useServerNow()
  return (
    <span className={classes.mark} data-tone="amber">
      <IconPlayerPause size={16} stroke={1.75} aria-hidden />
      <output>{texts.onHold}</output>
      <span className={classes.time} role="timer" aria-label={texts.heldFor}>
        {clockDuration(Math.max(0, now - Date.parse(since)) / 1_000, locale)}
      </span>
    </span>
  )
}
