import type { AuthorizeAgent } from '../core/permissions.ts'
import { providerRoutes } from '../features/providers/provider-routes.ts'
import { createProviders, type Providers } from '../features/providers/providers.ts'
import {
  widgetSettingsRoutes,
  type WidgetSettingsDeps,
} from '../features/providers/widget-settings-routes.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface ProviderPorts {
  signIn: { authorizeAgent: AuthorizeAgent }
  organizations: { find: (id: string) => Promise<{ name: string } | undefined> }
}

export function composeProviders(infra: Infrastructure, { signIn, organizations }: ProviderPorts) {
  const providers = createProviders(infra)
  const { authorizeAgent } = signIn
  return defineFeature({
    ...providers,
    /** For customers: the title of their widget, or the organization's name for deleted widgets and other channels. */
    titleOf: async (organizationId: string, providerId: string): Promise<string> =>
      (await providers.findProvider(providerId))?.appearance.title ??
      (await organizations.find(organizationId))?.name ??
      '',
    routes: (http) => providerRoutes(http, { providers, authorizeAgent, baseUrl: infra.baseUrl }),
  })
}

export interface WidgetSettingsPorts {
  providers: Providers
  socialLogin: Pick<WidgetSettingsDeps, 'loginsOf'>
  media: { uploadLimits: WidgetSettingsDeps['media'] }
}

/** The public settings that every page with a widget loads. */
export function composeWidgetSettings(
  _: Infrastructure,
  { providers, socialLogin, media }: WidgetSettingsPorts,
) {
  const { loginsOf } = socialLogin
  return defineFeature({
    routes: (http) => widgetSettingsRoutes(http, { providers, loginsOf, media: media.uploadLimits }),
  })
}
