import { memo } from 'react'
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

/** The inbox column: views, search and rows. `inbox`: the same object until the list changes. */
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
      <Head inbox={inbox} />
      <InboxList inbox={inbox} conversationId={conversationId} />
    </section>
  )
}

/** Does not render when another conversation is opened. */
const Head = memo(function Head({ inbox }: { inbox: InboxLocation }) {
  const texts = useTexts().inbox
  return (
    <div className={classes.head}>
      <div className={classes.title}>
        <p aria-hidden="true">{texts.title}</p>
        <AlertsMenu />
      </div>
      <InboxViews inbox={inbox} />
      <SavedViews inbox={inbox} />
      <InboxSearch inbox={inbox} />
      <FilterBar inbox={inbox} />
    </div>
  )
})

/** Searches names and messages of the view. The search text is in the URL. */
export function InboxSearch({ inbox }: { inbox: InboxLocation }) {
  const texts = useTexts().inbox
  const open = useOpenList(inbox)
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
