import { lazyRouteComponent } from '@tanstack/react-router'
import { loadCode } from '../api/load-code.ts'

/**
 * A page whose code is loaded when needed. An unreachable service is a problem that can be retried: for the browser's own error the
 * router would reload the panel, as after an upgrade, and lose it.
 */
export const pageComponent: typeof lazyRouteComponent = (load, exportName) =>
  lazyRouteComponent(() => loadCode(load), exportName)
