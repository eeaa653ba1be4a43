import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../i18n/i18n.tsx'
import { type InboxLocation, searchOf } from '../../navigation/inbox-location.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { AlertsMenu } from './alerts-menu.tsx'
import classes from './inbox-column.module.css'
import { InboxList } from './inbox-list.tsx'
import { InboxViews } from './inbox-views.tsx'
import { LabelFilter } from './label-filter.tsx'
import { TeamFilter } from './team-filter.tsx'

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
        <div className={classes.filters}>
          <LabelFilter inbox={inbox} conversationId={conversationId} />
          <TeamFilter inbox={inbox} conversationId={conversationId} />
        </div>
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
  const navigate = useNavigate()
  const { organizationId, view } = inbox

  const search = (q: string) => {
    const to = { search: searchOf({ ...inbox, q }), replace: true }
    if (conversationId === null) {
      void navigate({ to: '/o/$organizationId/inbox/$view', params: { organizationId, view }, ...to })
    } else {
      void navigate({
        to: '/o/$organizationId/inbox/$view/$conversationId',
        params: { organizationId, view, conversationId },
        ...to,
      })
    }
  }
  return (
    <SearchField
      id="inbox-search"
      label={texts.search}
      clearLabel={texts.clearSearch}
      value={inbox.q}
      onSearch={search}
    />
  )
}
