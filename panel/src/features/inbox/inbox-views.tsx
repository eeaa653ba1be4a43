import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { InboxView } from '@parley/protocol/conversation'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { searchOfOtherView, type InboxLocation } from '../../navigation/inbox-location.ts'
import { inboxViews } from '../../navigation/inbox-views.ts'
import { inboxCountsQuery } from '../../queries/organization-queries.ts'
import classes from './inbox-views.module.css'

/** The views with their counts. Search text and conditions are kept. Snoozed appears below the others while there are any. */
export function InboxViews({ inbox }: { inbox: InboxLocation }) {
  const texts = useTexts().inbox
  const locale = useLocale()
  const { data: counts } = useQuery(inboxCountsQuery(inbox.organizationId))
  const isShown = (view: InboxView) =>
    view !== 'snoozed' || view === inbox.view || (counts !== undefined && counts.snoozed > 0)
  const number = new Intl.NumberFormat(locale, { notation: 'compact' })

  return (
    <nav aria-label={texts.viewsLabel}>
      <ul className={classes.views}>
        {inboxViews.filter(isShown).map((view) => (
          <li key={view} className={view === 'snoozed' ? classes.below : undefined}>
            <Link
              to="/o/$organizationId/inbox/$view"
              params={{ organizationId: inbox.organizationId, view }}
              search={searchOfOtherView(inbox)}
              className={classes.view}
              aria-current={view === inbox.view ? 'page' : undefined}
            >
              <span className={classes.count}>
                {counts === undefined ? '–' : number.format(counts[view])}
              </span>
              <span className={classes.name}>{texts.views[view]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
