import { lazyRouteComponent } from '@tanstack/react-router'
import { ApiProblem } from '../api/api-problem.ts'

/**
 * A page whose code is loaded when needed. Offline, a failed download is a network problem that can be retried; the router itself
 * would reload the panel, as after an upgrade.
 */
export const pageComponent: typeof lazyRouteComponent = (load, exportName) =>
  lazyRouteComponent(
    () =>
      load().catch((error: unknown) => {
        throw navigator.onLine ? error : new ApiProblem('network', { cause: error })
      }),
    exportName,
  )
