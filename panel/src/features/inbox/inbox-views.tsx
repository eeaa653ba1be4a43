import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { inboxViews } from '../../navigation/inbox-views.ts'
import { inboxCountsQuery } from '../../queries/organization-queries.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useWords } from '../../i18n/i18n.tsx'
import { searchOf, type InboxPlace } from '../../navigation/inbox-location.ts'
import classes from './inbox-views.module.css'

/** The four views with how many conversations each holds. The words searched for go along. */
export function InboxViews({ place }: { place: InboxPlace }) {
  const words = useWords().inbox
  const locale = useLocale()
  const { data: counts } = useQuery(inboxCountsQuery(place.organizationId))
  const number = new Intl.NumberFormat(locale, { notation: 'compact' })

  return (
    <nav aria-label={words.viewsLabel}>
      <ul className={classes.views}>
        {inboxViews.map((view) => (
          <li key={view}>
            <Link
              to="/o/$organizationId/inbox/$view"
              params={{ organizationId: place.organizationId, view }}
              search={searchOf(place)}
              className={classes.view}
              aria-current={view === place.view ? 'page' : undefined}
            >
              <span className={classes.count}>
                {counts === undefined ? '–' : number.format(counts[view])}
              </span>
              <span className={classes.name}>{words.views[view]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
