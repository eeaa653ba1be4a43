import { useWords } from '../../i18n/i18n.tsx'
import type { InboxPlace } from '../../navigation/inbox-location.ts'
import { AlertsMenu } from './alerts-menu.tsx'
import classes from './inbox-column.module.css'
import { InboxList } from './inbox-list.tsx'
import { InboxSearch } from './inbox-search.tsx'
import { InboxViews } from './inbox-views.tsx'

/** The inbox's first column: which view, which words, the rows. */
export function InboxColumn({ place, conversationId }: { place: InboxPlace; conversationId: string | null }) {
  const words = useWords().inbox
  return (
    <section className={classes.column} aria-label={words.title}>
      <div className={classes.head}>
        <div className={classes.title}>
          <p aria-hidden="true">{words.title}</p>
          <AlertsMenu />
        </div>
        <InboxViews place={place} />
        <InboxSearch place={place} conversationId={conversationId} />
      </div>
      <InboxList place={place} conversationId={conversationId} />
    </section>
  )
}
