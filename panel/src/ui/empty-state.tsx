import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

/** An empty state: why, and what to do next. `urgent` announces it. */
export function EmptyState(props: {
  icon: Icon
  title: string
  text?: ReactNode
  action?: ReactNode
  /** Use h1 if it is the page's only heading. */
  heading?: 'h1' | 'h2' | 'p'
  urgent?: boolean
}) {
  const { icon: IconComponent, heading: Heading = 'p' } = props
  return (
    <div className={classes.state} role={props.urgent === true ? 'alert' : undefined}>
      <IconComponent className={classes.icon} size={28} stroke={1.5} aria-hidden />
      <Heading className={classes.title}>{props.title}</Heading>
      {props.text === undefined ? null : <p className={classes.text}>{props.text}</p>}
      {props.action === undefined ? null : <div className={classes.action}>{props.action}</div>}
    </div>
  )
}
