import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Http } from '../../core/http.ts'
import { miniPage, miniPageHeaders } from './mini-page.ts'

/** `/mini/:channel_id`: what the platform opens in its web view. An app that is switched off says so. */
export function miniPageRoutes(
  http: Http,
  deps: {
    baseUrl: string
    /** @throws AppError mini_app_off */
    runningApp: (channelId: string) => Promise<{ widget: { id: string } }>
    /** The bot's name at the platform, to send people there who open the page elsewhere. */
    usernameOf: (channelId: string) => Promise<string | null>
  },
): void {
  const headers = miniPageHeaders(deps.baseUrl)
  http.get(
    '/mini/:channel_id',
    { schema: { hide: true, params: Type.Object({ channel_id: Type.String() }) } },
    async (request, reply) => {
      const { channel_id: id } = request.params
      const widgetId = await widgetOf(id)
      const username = widgetId === null ? null : await deps.usernameOf(id)
      return reply
        .code(widgetId === null ? 404 : 200)
        .headers(headers)
        .send(miniPage({ app: id, widget: widgetId, username }))
    },
  )

  async function widgetOf(id: string): Promise<string | null> {
    try {
      return (await deps.runningApp(id)).widget.id
    } catch (error) {
      if (error instanceof AppError && error.code === 'mini_app_off') return null
      throw error
    }
  }
}
