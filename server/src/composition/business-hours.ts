import type { AuthorizeAgent } from '../core/permissions.ts'
import { createBusinessHours, type BusinessHoursDeps } from '../features/business-hours/business-hours.ts'
import { businessHoursRoutes } from '../features/business-hours/business-hours-routes.ts'
import { createHolidayFeeds } from '../features/business-hours/holidays/holiday-feeds.ts'
import type { FetchCalendar } from '../features/business-hours/holidays/read-feed.ts'
import { openSeconds } from '../features/business-hours/open-time.ts'
import { dateOf, instantOf, localDay, weekdayOf } from '../features/business-hours/zoned-time.ts'
import { createHoursWatch } from '../features/business-hours/hours-watch.ts'
import { connectedPrincipal } from '../realtime/contexts.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface BusinessHoursPorts {
  agents: { authorizeAgent: AuthorizeAgent }
  teamDirectory: BusinessHoursDeps['teams']
  webhooks: { fetchDocument: FetchCalendar }
}

/** Business hours of an organization and its teams, and notifications of openings and closings. */
export function composeBusinessHours(
  infra: Infrastructure,
  { agents, teamDirectory, webhooks }: BusinessHoursPorts,
) {
  const { bus, lifecycle, sockets } = infra
  const feeds = createHolidayFeeds({
    ...infra,
    fetchCalendar: webhooks.fetchDocument,
    signal: lifecycle.signal,
  })
  const hours = createBusinessHours({ ...infra, feeds, teams: teamDirectory })
  const onError = infra.logErrors('business hours')
  const watch = createHoursWatch({
    outside: hours.outside,
    *widgets() {
      for (const session of sockets.widgets) {
        const principal = connectedPrincipal(session)
        if (principal) yield { organizationId: principal.organization_id, providerId: principal.provider_id }
      }
    },
    onError,
  })
  // Changed settings reach the widgets at once.
  const stopListening = bus.subscribe('organization', ({ organization_id: organizationId, what }) => {
    if (what === 'business-hours' || what === 'teams') void watch.checkOrganization(organizationId)
  })
  lifecycle.onStop(stopListening)
  lifecycle.onStart(watch.start)
  lifecycle.onStop(watch.stop)
  return defineFeature({
    zones: { dateOf, instantOf, localDay, weekdayOf },
    outside: watch.outside,
    onChange: watch.onChange,
    isOpen: hours.isOpen,
    openTime: hours.openTime,
    openSeconds,
    whenSaved: hours.whenSaved,
    whenMoved: hours.whenMoved,
    /** Announces openings and closings now, for tests with a clock. */
    check: watch.check,
    /** Reads due calendars now, for tests with a clock. */
    sweepFeeds: hours.sweepFeeds,
    // Daily for each calendar, and again within hours after a failure.
    jobs: { 'read-holiday-feeds': { cron: '17 * * * *', run: hours.sweepFeeds } },
    routes: (http) => businessHoursRoutes(http, { hours, authorizeAgent: agents.authorizeAgent }),
  })
}
