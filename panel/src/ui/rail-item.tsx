import type { Icon } from '@tabler/icons-react'
import classes from './rail-item.module.css'

/** Class of the link or button around `RailItemContent`. */
export const railItemClass = classes.item

/** Icon, label and count of an entry in the main navigation. The text alternatives are up to the caller. */
export function RailItemContent(props: {
  icon: Icon
  label: string
  count: number
  /** A customer is waiting now. */
  urgent?: boolean
  /** Something needs attention: a dot with this tooltip. */
  notice?: string | undefined
}) {
  const { icon: IconComponent, count, notice } = props
  return (
    <>
      <span className={classes.picture}>
        <IconComponent size={22} stroke={1.75} aria-hidden />
        {count > 0 && (
          <span className={classes.count} data-urgent={props.urgent === true || undefined} aria-hidden>
            {count > 99 ? '99+' : count}
          </span>
        )}
        {notice !== undefined && <span className={classes.notice} title={notice} aria-hidden />}
      </span>
      <span className={classes.label}>{props.label}</span>
    </>
  )
}
