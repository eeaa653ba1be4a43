import type { ReactNode } from 'react'
import classes from './page-header.module.css'

/** Page header: title, purpose and actions. */
export function PageHeader(props: { title: string; lead?: ReactNode; actions?: ReactNode }) {
  return (
    <header className={classes.header}>
      <div className={classes.body}>
        <h1 className={classes.title} tabIndex={-1}>
          {props.title}
        </h1>
        {props.lead === undefined ? null : <p className={classes.lead}>{props.lead}</p>}
      </div>
      {props.actions === undefined ? null : <div className={classes.actions}>{props.actions}</div>}
    </header>
  )
}
