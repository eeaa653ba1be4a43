import { useTexts } from '../../i18n/i18n.tsx'
import type { InboxLocation } from '../../navigation/inbox-location.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { AlertsMenu } from './alerts-menu.tsx'
import classes from './inbox-column.module.css'
import { InboxList } from './inbox-list.tsx'
import { InboxViews } from './inbox-views.tsx'
import { FilterBar } from './filter/filter-bar.tsx'
import { SavedViews } from './saved-views/saved-views.tsx'
import { useOpenList } from './use-open-list.ts'

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
        <SavedViews inbox={inbox} />
        <InboxSearch inbox={inbox} conversationId={conversationId} />
        <FilterBar inbox={inbox} conversationId={conversationId} />
      </div>
      <InboxList inbox={inbox} conversationId={conversationId} />
    </section>
  )
}

/** Searches names and messages of the view. The search text is in the URL. */
export function InboxSearch({
  inbox,
  conversationId,
}: {
  inbox: InboxLocation
  conversationId: string | null
}) {
  const texts = useTexts().inbox
  const open = useOpenList(inbox, conversationId)
  return (
    <SearchField
      id="inbox-search"
      label={texts.search}
      clearLabel={texts.clearSearch}
      value={inbox.q}
      onSearch={(q) => open({ q }, { replace: true })}
    />
  )
}
