import { useTexts } from '../../i18n/i18n.tsx'
import type { InboxLocation } from '../../navigation/inbox-location.ts'
import { AlertsMenu } from './alerts-menu.tsx'
import classes from './inbox-column.module.css'
import { InboxList } from './inbox-list.tsx'
import { InboxSearch } from './inbox-search.tsx'
import { InboxViews } from './inbox-views.tsx'

/** The inbox column: views, search and rows. */
export function InboxColumn({
  inbox,
  conversationId,
}: {
  inbox: InboxLocation
  conversationId: string | null
}) {
  const texts = useTexts().inbox
  return (
    <section className={classes.column} aria-label={texts.title}>
      <div className={classes.head}>
        <div className={classes.title}>
          <p aria-hidden="true">{texts.title}</p>
          <AlertsMenu />
        </div>
        <InboxViews inbox={inbox} />
        <InboxSearch inbox={inbox} conversationId={conversationId} />
      </div>
      <InboxList inbox={inbox} conversationId={conversationId} />
    </section>
  )
}
