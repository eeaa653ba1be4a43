import { createRoute, redirect } from '@tanstack/react-router'
import { readDeliverySearch } from '../features/deliveries/delivery-search.ts'
import { organization } from './organization-route.ts'
import { pageComponent } from './page-component.ts'

const settings = createRoute({
  getParentRoute: () => organization,
  path: '/settings',
  component: pageComponent(() => import('../features/settings/settings-frame.tsx'), 'SettingsFrame'),
})
const settingsIndex = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: pageComponent(() => import('../features/settings/settings-frame.tsx'), 'SettingsStart'),
})
const organizationSettings = createRoute({
  getParentRoute: () => settings,
  path: '/organization',
  component: pageComponent(() => import('../features/settings/organization-page.tsx'), 'OrganizationPage'),
})
const team = createRoute({
  getParentRoute: () => settings,
  path: '/team',
  component: pageComponent(() => import('../features/settings/team-page.tsx'), 'TeamPage'),
})
const teams = createRoute({
  getParentRoute: () => settings,
  path: '/teams',
  component: pageComponent(() => import('../features/settings/teams-page.tsx'), 'TeamsPage'),
})
const labels = createRoute({
  getParentRoute: () => settings,
  path: '/labels',
  component: pageComponent(() => import('../features/settings/labels-page.tsx'), 'LabelsPage'),
})
const channels = createRoute({
  getParentRoute: () => settings,
  path: '/channels',
  component: pageComponent(() => import('../features/channels/channels-page.tsx'), 'ChannelsPage'),
})
const automation = createRoute({
  getParentRoute: () => settings,
  path: '/automation',
  component: pageComponent(() => import('../features/automation/automation-page.tsx'), 'AutomationPage'),
})
const businessHours = createRoute({
  getParentRoute: () => settings,
  path: '/business-hours',
  component: pageComponent(
    () => import('../features/business-hours/business-hours-page.tsx'),
    'BusinessHoursPage',
  ),
})
const teamHours = createRoute({
  getParentRoute: () => settings,
  path: '/teams/$teamId/business-hours',
  component: pageComponent(() => import('../features/business-hours/team-hours-page.tsx'), 'TeamHoursPage'),
})
const sla = createRoute({
  getParentRoute: () => settings,
  path: '/sla',
  component: pageComponent(() => import('../features/sla/sla-page.tsx'), 'SlaPage'),
})
const profile = createRoute({
  getParentRoute: () => settings,
  path: '/profile',
  component: pageComponent(() => import('../features/settings/profile-page.tsx'), 'ProfilePage'),
})
const widgets = createRoute({
  getParentRoute: () => settings,
  path: '/widgets',
  component: pageComponent(() => import('../features/settings/widgets-page.tsx'), 'WidgetsPage'),
})
const widget = createRoute({
  getParentRoute: () => settings,
  path: '/widgets/$providerId',
  component: pageComponent(() => import('../features/settings/widget-frame.tsx'), 'WidgetFrame'),
})
const widgetIndex = createRoute({
  getParentRoute: () => widget,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({
      to: '/o/$organizationId/settings/widgets/$providerId/appearance',
      params,
      replace: true,
    })
  },
})
const appearance = createRoute({
  getParentRoute: () => widget,
  path: '/appearance',
  component: pageComponent(() => import('../features/settings/appearance-page.tsx'), 'AppearancePage'),
})
const installation = createRoute({
  getParentRoute: () => widget,
  path: '/installation',
  component: pageComponent(() => import('../features/settings/installation-page.tsx'), 'InstallationPage'),
})
const keys = createRoute({
  getParentRoute: () => widget,
  path: '/keys',
  component: pageComponent(() => import('../features/settings/keys-page.tsx'), 'KeysPage'),
})
const memberLogin = createRoute({
  getParentRoute: () => widget,
  path: '/member-login',
  component: pageComponent(() => import('../features/member-login/member-login-page.tsx'), 'MemberLoginPage'),
})
const callSettings = createRoute({
  getParentRoute: () => widget,
  path: '/calls',
  component: pageComponent(
    () => import('../features/call-settings/call-settings-page.tsx'),
    'CallSettingsPage',
  ),
})
const survey = createRoute({
  getParentRoute: () => widget,
  path: '/survey',
  component: pageComponent(
    () => import('../features/survey-settings/survey-settings-page.tsx'),
    'SurveySettingsPage',
  ),
})
const general = createRoute({
  getParentRoute: () => widget,
  path: '/general',
  component: pageComponent(() => import('../features/settings/general-page.tsx'), 'GeneralPage'),
})
const connectionTest = createRoute({
  getParentRoute: () => settings,
  path: '/connection-test',
  component: pageComponent(
    () => import('../features/call-settings/connection-test-page.tsx'),
    'ConnectionTestPage',
  ),
})
const webhooks = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks',
  component: pageComponent(() => import('../features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})
const webhook = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks/$webhookId',
  component: pageComponent(() => import('../features/webhooks/webhook-page.tsx'), 'WebhookPage'),
})
const deliveries = createRoute({
  getParentRoute: () => settings,
  path: '/deliveries',
  validateSearch: readDeliverySearch,
  component: pageComponent(() => import('../features/deliveries/deliveries-page.tsx'), 'DeliveriesPage'),
})
/** No component: the list stays and shows the delivery in a sheet. */
const delivery = createRoute({ getParentRoute: () => deliveries, path: '/$deliveryId' })
const apiKeys = createRoute({
  getParentRoute: () => settings,
  path: '/api-keys',
  component: pageComponent(() => import('../features/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
})
const cannedReplies = createRoute({
  getParentRoute: () => settings,
  path: '/canned-replies',
  component: pageComponent(
    () => import('../features/canned-replies/canned-replies-page.tsx'),
    'CannedRepliesPage',
  ),
})

export const settingsRoutes = settings.addChildren([
  settingsIndex,
  organizationSettings,
  team,
  teams,
  labels,
  channels,
  automation,
  businessHours,
  teamHours,
  sla,
  profile,
  widgets,
  widget.addChildren([
    widgetIndex,
    appearance,
    installation,
    memberLogin,
    callSettings,
    survey,
    keys,
    general,
  ]),
  connectionTest,
  cannedReplies,
  webhooks,
  webhook,
  deliveries.addChildren([delivery]),
  apiKeys,
])
