import type { DeskOffer } from '@parley/protocol/call-view'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { useServerNow } from '../../session/use-server-now.ts'
import { Avatar } from '../../ui/avatar.tsx'
import classes from './countdown-avatar.module.css'

const radius = 31
const length = 2 * Math.PI * radius

/** The caller's avatar with a ring that shows the remaining time. */
export function CountdownAvatar(props: { customer: DeskOffer['customer']; from: string; until: string }) {
  const texts = useTexts().desk.incoming
  const locale = useLocale()
  const now = useServerNow()
  const { customer } = props
  const whole = Date.parse(props.until) - Date.parse(props.from)
  const left = Math.min(whole, Math.max(0, Date.parse(props.until) - now))
  const seconds = Math.ceil(left / 1_000)
  return (
    <span className={classes.face}>
      <Avatar id={customer.id} name={customer.name} avatarUrl={customer.avatar_url} size={54} />
      <svg className={classes.ring} viewBox="0 0 66 66" role="img" aria-label={texts.left(seconds)}>
        <circle className={classes.track} cx="33" cy="33" r={radius} />
        <circle
          className={classes.left}
          cx="33"
          cy="33"
          r={radius}
          strokeDasharray={length}
          strokeDashoffset={whole > 0 ? length * (1 - left / whole) : 0}
        />
      </svg>
      <span
        className={classes.seconds}
        data-seconds={new Intl.NumberFormat(locale).format(seconds)}
        aria-hidden
      />
    </span>
  )
}
