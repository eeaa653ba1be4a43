import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import { rememberOrganization, currentUser } from '../session/session.ts'

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()()

/** Routes of one organization, for members only. */
export const organization = createRoute({
  getParentRoute: () => root,
  path: '/o/$organizationId',
  beforeLoad: async ({ context, params, location }) => {
    const me = await currentUser(context.queryClient)
    if (me === null) throw redirect({ to: '/sign-in', search: { to: location.href }, replace: true })
    const membership = me.memberships.find((each) => each.organization.id === params.organizationId)
    if (membership === undefined) throw notFound()
    rememberOrganization(params.organizationId)
    return { membership }
  },
  component: lazyRouteComponent(() => import('../shell/organization-frame.tsx'), 'OrganizationFrame'),
})
