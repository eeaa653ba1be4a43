import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, notFound, redirect } from '@tanstack/react-router'
import { rememberOrganization, currentUser } from '../session/session.ts'
import { pageComponent } from './page-component.ts'

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
  component: pageComponent(() => import('../shell/organization-frame.tsx'), 'OrganizationFrame'),
})
