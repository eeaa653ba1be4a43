import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { readInboxSearch, searchOf, type InboxSearch } from '../navigation/inbox-location.ts'
import { isInboxView } from '../navigation/inbox-views.ts'
import { readCallSearch } from '../queries/call-search.ts'
import { firstOrganization, readSetup, currentUser } from '../session/session.ts'
import { NotFoundPage, PageBroken } from '../ui/error-pages.tsx'
import { PageSkeleton } from '../ui/skeletons.tsx'
import { organization, root } from './organization-route.ts'
import { pageComponent } from './page-component.ts'
import { reportRoutes } from './report-routes.ts'
import { settingsRoutes } from './settings-routes.ts'

/** All routes of the panel, under /panel. Pages get their state from the URL. */

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
  component: pageComponent(() => import('../features/entry/no-organization-page.tsx'), 'NoOrganizationPage'),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  /** `to`: the requested URL within the panel. Undefined overwrites the router's kept value. */
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
  component: pageComponent(() => import('../features/entry/sign-in-page.tsx'), 'SignInPage'),
})

/** Prevents open redirects: `//host` and `/\host` are other origins. */
const isInside = (to: unknown): to is string => typeof to === 'string' && /^\/(?![/\\])/.test(to)

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  beforeLoad: async () => {
    const state = await readSetup()
    if (!state.needed && state.signup === 'closed') throw redirect({ to: '/sign-in', replace: true })
    return { setup: state }
  },
  component: pageComponent(() => import('../features/entry/setup-page.tsx'), 'SetupPage'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  beforeLoad: async ({ context }) => ({ me: await currentUser(context.queryClient) }),
  component: pageComponent(() => import('../features/entry/invitation-page.tsx'), 'InvitationPage'),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  beforeLoad: async () => ({ setup: await readSetup() }),
  component: pageComponent(() => import('../features/entry/forgot-password-page.tsx'), 'ForgotPasswordPage'),
})
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: pageComponent(() => import('../features/entry/reset-password-page.tsx'), 'ResetPasswordPage'),
})
const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-email',
  component: pageComponent(() => import('../features/entry/confirm-email-page.tsx'), 'ConfirmEmailPage'),
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

/** A manual `q=2026` is parsed as a number by the router. */
const searchedWords = ({ q }: Record<string, unknown>): { q?: string | undefined } => ({
  q: typeof q === 'number' || (typeof q === 'string' && q !== '') ? String(q) : undefined,
})

/** `entry`: log position to show, from a notification or the palette. The rest is the list (inbox-location.ts). */
const inboxSearch = (search: Record<string, unknown>): InboxSearch & { entry?: number } => {
  const { entry } = search
  return {
    ...searchOf({ q: searchedWords(search).q ?? '', ...readInboxSearch(search) }),
    ...(typeof entry === 'number' && Number.isSafeInteger(entry) && entry > 0 && { entry }),
  }
}

const inbox = createRoute({
  getParentRoute: () => organization,
  path: '/inbox/$view',
  validateSearch: inboxSearch,
  beforeLoad: ({ params }) => {
    if (!isInboxView(params.view)) throw toInbox(params.organizationId)
  },
  component: pageComponent(() => import('../pages/inbox-page.tsx'), 'InboxPage'),
})
/** No component: InboxPage stays mounted and reads `conversationId`. */
const conversation = createRoute({ getParentRoute: () => inbox, path: '/$conversationId' })

const customers = createRoute({
  getParentRoute: () => organization,
  path: '/customers',
  validateSearch: searchedWords,
  component: pageComponent(() => import('../features/customers/customers-page.tsx'), 'CustomersPage'),
})
const customer = createRoute({ getParentRoute: () => customers, path: '/$customerId' })

const calls = createRoute({
  getParentRoute: () => organization,
  path: '/calls',
  validateSearch: readCallSearch,
  component: pageComponent(() => import('../pages/calls-page.tsx'), 'CallsPage'),
})
/** No component: the page stays and shows the call in a sheet. */
const call = createRoute({ getParentRoute: () => calls, path: '/$callId' })

const routeTree = root.addChildren([
  home,
  signIn,
  setup,
  invitation,
  forgotPassword,
  resetPassword,
  confirmEmail,
  organization.addChildren([
    organizationIndex,
    inboxIndex,
    inbox.addChildren([conversation]),
    calls.addChildren([call]),
    customers.addChildren([customer]),
    reportRoutes,
    settingsRoutes,
  ]),
])

export function createPanelRouter(queryClient: QueryClient) {
  const router = createRouter({
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
  // The first page's code loads together with the language and the user; the router itself would wait for both.
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
  for (const { options } of routes) void options.component?.preload?.()
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPanelRouter>
  }
}
