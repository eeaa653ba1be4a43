import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { isInboxView } from '../navigation/inbox-views.ts'
import { readCallSearch } from '../queries/call-search.ts'
import { firstOrganization, readSetup, currentUser } from '../session/session.ts'
import { NotFoundPage, PageBroken } from '../ui/error-pages.tsx'
import { PageSkeleton } from '../ui/skeletons.tsx'
import { organization, root } from './organization-route.ts'
import { settingsRoutes } from './settings-routes.ts'

/** Every address of the panel, under /panel. What a page needs to know stands in its address. */

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context }) => {
    const me = await currentUser(context.queryClient)
    if (me === null) throw redirect({ to: '/sign-in', replace: true })
    const organizationId = firstOrganization(me)
    if (organizationId !== undefined) {
      throw redirect({ to: '/o/$organizationId', params: { organizationId }, replace: true })
    }
  },
  component: lazyRouteComponent(
    () => import('../features/entry/no-organization-page.tsx'),
    'NoOrganizationPage',
  ),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  /** `to`: the address that was wanted, within the panel. The router keeps what is not overwritten: hence undefined. */
  validateSearch: (search): { to?: string | undefined } => ({
    to: isInside(search['to']) ? search['to'] : undefined,
  }),
  beforeLoad: async ({ context, search }) => {
    if ((await currentUser(context.queryClient)) !== null) {
      throw redirect({ to: search.to ?? '/', replace: true })
    }
    const setup = await readSetup()
    if (setup.needed) throw redirect({ to: '/setup', replace: true })
    return { setup }
  },
  component: lazyRouteComponent(() => import('../features/entry/sign-in-page.tsx'), 'SignInPage'),
})

/** Another host must not be reachable through `to`: `//host` and `/\host` are addresses elsewhere. */
const isInside = (to: unknown): to is string => typeof to === 'string' && /^\/(?![/\\])/.test(to)

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  beforeLoad: async () => {
    const state = await readSetup()
    if (!state.needed && state.signup === 'closed') throw redirect({ to: '/sign-in', replace: true })
    return { setup: state }
  },
  component: lazyRouteComponent(() => import('../features/entry/setup-page.tsx'), 'SetupPage'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  beforeLoad: async ({ context }) => ({ me: await currentUser(context.queryClient) }),
  component: lazyRouteComponent(() => import('../features/entry/invitation-page.tsx'), 'InvitationPage'),
})

const toInbox = (organizationId: string) =>
  redirect({
    to: '/o/$organizationId/inbox/$view',
    params: { organizationId, view: 'mine' },
    replace: true,
  })
const organizationIndex = createRoute({
  getParentRoute: () => organization,
  path: '/',
  beforeLoad: ({ params }) => {
    throw toInbox(params.organizationId)
  },
})
const inboxIndex = createRoute({
  getParentRoute: () => organization,
  path: '/inbox',
  beforeLoad: ({ params }) => {
    throw toInbox(params.organizationId)
  },
})

/** An address written by hand may say `q=2026`, which the router reads as a number. */
const searchedWords = ({ q }: Record<string, unknown>): { q?: string | undefined } => ({
  q: typeof q === 'number' || (typeof q === 'string' && q !== '') ? String(q) : undefined,
})

const inbox = createRoute({
  getParentRoute: () => organization,
  path: '/inbox/$view',
  validateSearch: searchedWords,
  beforeLoad: ({ params }) => {
    if (!isInboxView(params.view)) throw toInbox(params.organizationId)
  },
  component: lazyRouteComponent(() => import('../pages/inbox-page.tsx'), 'InboxPage'),
})
/** Without a component of its own: InboxPage stays mounted and reads `conversationId` where it is set. */
const conversation = createRoute({ getParentRoute: () => inbox, path: '/$conversationId' })

const customers = createRoute({
  getParentRoute: () => organization,
  path: '/customers',
  validateSearch: searchedWords,
  component: lazyRouteComponent(() => import('../features/customers/customers-page.tsx'), 'CustomersPage'),
})
const customer = createRoute({ getParentRoute: () => customers, path: '/$customerId' })

const calls = createRoute({
  getParentRoute: () => organization,
  path: '/calls',
  validateSearch: readCallSearch,
  component: lazyRouteComponent(() => import('../pages/calls-page.tsx'), 'CallsPage'),
})
/** Without a component of its own: the page stays, and shows the call beside it. */
const call = createRoute({ getParentRoute: () => calls, path: '/$callId' })

const routeTree = root.addChildren([
  home,
  signIn,
  setup,
  invitation,
  organization.addChildren([
    organizationIndex,
    inboxIndex,
    inbox.addChildren([conversation]),
    calls.addChildren([call]),
    customers.addChildren([customer]),
    settingsRoutes,
  ]),
])

export function createPanelRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    basepath: '/panel',
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: 300,
    defaultErrorComponent: PageBroken,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPanelRouter>
  }
}
