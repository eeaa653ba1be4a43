import type { AuthorizeAgent } from '../core/permissions.ts'
import { createBusinessHours } from '../features/business-hours/business-hours.ts'
import { businessHoursRoutes } from '../features/business-hours/business-hours-routes.ts'
import { createHoursWatch } from '../features/business-hours/hours-watch.ts'
import { connectedPrincipal } from '../realtime/contexts.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface BusinessHoursPorts {
  agents: { authorizeAgent: AuthorizeAgent }
}

/** When an organization replies, and news of its openings and closings. */
export function composeBusinessHours(infra: Infrastructure, { agents }: BusinessHoursPorts) {
  const { bus, lifecycle, sockets } = infra
  const hours = createBusinessHours(infra)
  const onError = infra.logErrors('business hours')
  const watch = createHoursWatch({
    outside: hours.outside,
    *organizations() {
      for (const session of sockets.widgets) {
        const principal = connectedPrincipal(session)
        if (principal) yield principal.organization_id
      }
    },
    onError,
  })
  // Changed settings reach the widgets at once.
  const stopListening = bus.subscribe('organization', ({ what }) => {
    if (what === 'business-hours') void watch.check().catch(onError)
  })
  lifecycle.onStop(stopListening)
  lifecycle.onStart(watch.start)
  lifecycle.onStop(watch.stop)
  return defineFeature({
    outside: watch.outside,
    onChange: watch.onChange,
    /** Announces openings and closings now, for tests with a clock. */
    check: watch.check,
    routes: (http) => businessHoursRoutes(http, { hours, authorizeAgent: agents.authorizeAgent }),
  })
}
