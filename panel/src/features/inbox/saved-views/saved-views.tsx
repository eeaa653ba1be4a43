import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { IconBookmark } from '@tabler/icons-react'
import { useEffect, useMemo, useRef } from 'react'
import { maxViewCount, type SavedView } from '@parley/protocol/view'
import { useCommands } from '../../../commands/commands.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useLocale } from '../../../i18n/use-locale.ts'
import { searchOf, type InboxLocation } from '../../../navigation/inbox-location.ts'
import { viewCountsQuery, viewsQuery } from '../../../queries/view-queries.ts'
import { useIsMine } from '../../../ui/visibility-choice.tsx'
import classes from './saved-views.module.css'

const searchOfView = ({ id, filter, sort }: SavedView) => searchOf({ q: '', filter, sort, saved: id })

/** The saved views with their counts. Hidden while there are none. */
export function SavedViews({ inbox }: { inbox: InboxLocation }) {
  const { organizationId } = inbox
  const texts = useTexts().inbox.savedViews
  const locale = useLocale()
  const { data: all = [] } = useQuery(viewsQuery(organizationId))
  const isMine = useIsMine()
  // Admins reach those of other teams with the palette.
  const views = all.filter((view) => isMine(view) || view.id === inbox.saved)
  const { data: counts } = useQuery({ ...viewCountsQuery(organizationId), enabled: views.length > 0 })
  const list = useRef<HTMLUListElement>(null)
  useViewCommands(organizationId, all)
  // The open view may be outside the visible part of the strip.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [inbox.saved, views.length])
  if (views.length === 0) return null

  const number = new Intl.NumberFormat(locale)
  const shownOf = (count: number): string =>
    count >= maxViewCount ? `${number.format(maxViewCount - 1)}+` : number.format(count)
  return (
    <nav aria-label={texts.label}>
      <ul className={classes.views} ref={list}>
        {views.map((view) => {
          const count = counts?.get(view.id) ?? null
          return (
            <li key={view.id}>
              <Link
                to="/o/$organizationId/inbox/$view"
                params={{ organizationId, view: view.view }}
                search={searchOfView(view)}
                className={classes.view}
                aria-current={view.id === inbox.saved ? 'page' : undefined}
                // Another list's parameters also match a link without them.
                activeOptions={{ exact: true, includeSearch: true }}
                activeProps={{ 'aria-current': view.id === inbox.saved ? 'page' : undefined }}
              >
                <bdi className={classes.name}>{view.name}</bdi>
                {count !== null && (
                  <span className={classes.count} title={texts.count(count, shownOf(count))}>
                    {shownOf(count)}
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** The palette opens saved views. */
function useViewCommands(organizationId: string, views: readonly SavedView[]) {
  const texts = useTexts().inbox.savedViews
  const navigate = useNavigate()
  useCommands(
    useMemo(
      () =>
        views.map((view) => ({
          id: `inbox.saved.${view.id}`,
          title: texts.go(view.name),
          group: texts.label,
          icon: IconBookmark,
          run: () =>
            void navigate({
              to: '/o/$organizationId/inbox/$view',
              params: { organizationId, view: view.view },
              search: searchOfView(view),
            }),
        })),
      [texts, navigate, organizationId, views],
    ),
  )
}
