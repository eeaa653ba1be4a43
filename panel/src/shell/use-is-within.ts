import { useRouterState } from '@tanstack/react-router'

/** Whether the current URL is `path` or below it. */
export const useIsWithin = (path: string): boolean =>
  useRouterState({
    select: ({ location }) => location.pathname === path || location.pathname.startsWith(`${path}/`),
  })
