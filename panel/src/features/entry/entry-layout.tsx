import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Logo } from '../../ui/logo.tsx'
import { LanguageSelect } from '../../ui/preferences.tsx'
import { useTitle } from '../../ui/title.ts'
import classes from './entry-layout.module.css'

/** Layout of the pages before sign-in: one card. */
export function EntryLayout(props: {
  title: string
  lead?: ReactNode
  /** Replaces the logo. */
  icon?: Icon
  children?: ReactNode
  footer?: ReactNode
}) {
  const { icon: IconComponent } = props
  useTitle(props.title)
  return (
    <div className={classes.page}>
      <main className={classes.card}>
        {IconComponent === undefined ? (
          <Logo size={36} />
        ) : (
          <IconComponent size={36} stroke={1.5} aria-hidden />
        )}
        <h1 className={classes.title}>{props.title}</h1>
        {props.lead === undefined ? null : <p className={classes.lead}>{props.lead}</p>}
        {props.children}
      </main>
      <footer className={classes.footer}>
        {props.footer === undefined ? null : <p className={classes.hint}>{props.footer}</p>}
        <LanguageSelect compact />
      </footer>
    </div>
  )
}
