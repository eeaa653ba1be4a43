import { brandColors } from '@parley/protocol/brand-colors'
import { WidgetSettings } from '@parley/protocol/provider'
import { hash } from 'node:crypto'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Http } from '../../core/http.ts'
import type { Providers } from './providers.ts'

export interface WidgetSettingsDeps {
  providers: Providers
  loginsOf: (providerId: string) => Promise<WidgetSettings['logins']>
  /** Limits of the widget's uploads. */
  media: WidgetSettings['media']
}

/**
 * Settings fetched by every page that embeds a widget: public, identical for all visitors, no cookie. Any origin may read
 * them, including errors, so that the loader can report the reason. The socket enforces the allowed origins.
 */
export function widgetSettingsRoutes(http: Http, deps: WidgetSettingsDeps): void {
  const { providers, media } = deps
  http.get(
    '/v1/public/providers/:provider_id/widget',
    {
      schema: {
        tags: ['Widget'],
        summary: 'Get the settings that a widget needs before it opens',
        // Any string, so that a malformed id is reported as unknown.
        params: Type.Object({ provider_id: Type.String() }),
        response: { 200: WidgetSettings, 304: Type.Null() },
      },
      onRequest: async (_request, reply) => {
        reply.headers({
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        })
      },
    },
    async (request, reply) => {
      const provider = await providers.findProvider(request.params.provider_id)
      if (!provider) throw new AppError('provider_unknown')
      const settings = {
        id: provider.id,
        appearance: provider.appearance,
        colors: brandColors(provider.appearance.brand_color),
        logins: await deps.loginsOf(provider.id),
        media,
      }
      const tag = `"${hash('sha256', JSON.stringify(settings), 'base64url').slice(0, 22)}"`
      reply.headers({ etag: tag, 'cache-control': 'public, max-age=60' })
      if (matches(request.headers['if-none-match'], tag)) return reply.code(304).send(null)
      return settings
    },
  )
}

/** RFC 9110, 13.1.2: a list of tags under weak comparison, because compressing proxies weaken ours. */
const matches = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
