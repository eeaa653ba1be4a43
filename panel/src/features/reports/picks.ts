import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { createContext, use, useMemo, type MouseEvent } from 'react'
import { withPick, type ReportPick } from './report-search.ts'

const route = getRouteApi('/o/$organizationId/reports/$report')

export interface Picks {
  href: (pick: ReportPick) => string
  open: (pick: ReportPick) => void
}

const PicksContext = createContext<Picks | null>(null)
export const PicksProvider = PicksContext

/** Addresses of what is behind a figure. Plain links: hundreds of router links would make a table slow. */
export function usePicks(): Picks {
  const picks = use(PicksContext)
  if (picks === null) throw new Error('usePicks outside of a report')
  return picks
}

export function useMakePicks(): Picks {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/o/$organizationId/reports/$report' })
  return useMemo(
    () => ({
      href: (pick) => {
        const entries = Object.entries(withPick(search, pick)).filter(([, value]) => value !== undefined)
        return `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()}`
      },
      open: (pick) => void navigate({ to: '.', search: withPick(search, pick), resetScroll: false }),
    }),
    [search, navigate],
  )
}

/** Whether the browser opens the link itself, for example in another tab. */
const isForBrowser = (event: MouseEvent) =>
  event.defaultPrevented ||
  event.button !== 0 ||
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.altKey

/** Properties of a link to what is behind a figure. */
export const pickLink = (picks: Picks, pick: ReportPick) => ({
  href: picks.href(pick),
  onClick: (event: MouseEvent) => {
    if (isForBrowser(event)) return
    event.preventDefault()
    picks.open(pick)
  },
})
