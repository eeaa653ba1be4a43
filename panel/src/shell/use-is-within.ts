import { useRouterState } from '@tanstack/react-router'

/** Whether the present address is `path` or under it. */
export const useIsWithin = (path: string): boolean =>
  useRouterState({
    select: ({ location }) => location.pathname === path || location.pathname.startsWith(`${path}/`),
  })
