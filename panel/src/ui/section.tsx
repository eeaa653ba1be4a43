import { useId, type ReactNode } from 'react'
import classes from './section.module.css'

/** A section of a settings page. `danger` marks destructive actions at the end. */
export function Section(props: {
  /** For links to this section. */
  anchor?: string
  title: string
  lead?: ReactNode
  danger?: boolean
  actions?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      id={props.anchor}
      className={classes.section}
      aria-labelledby={id}
      data-danger={props.danger === true || undefined}
    >
      <div className={classes.head}>
        <div className={classes.body}>
          <h2 id={id} className={classes.title}>
            {props.title}
          </h2>
          {props.lead === undefined ? null : <p className={classes.lead}>{props.lead}</p>}
        </div>
        {props.actions}
      </div>
      {props.children}
    </section>
  )
}
