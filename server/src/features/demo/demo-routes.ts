import { readFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import path from 'node:path'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import { ignoreMissing } from '../../core/data-dir.ts'
import type { Http } from '../../core/http.ts'
import { installationDir } from '../../core/installation.ts'
import { memberOf } from './shop-members.ts'
import { shopRoutes, type ShopDeps } from './shop-routes.ts'

const ownShop = path.join(installationDir, 'examples/shop')

/** `/shop`: the example shop, with the demo's widget on each page and its own members. */
export function demoRoutes(http: Http, deps: ShopDeps & { directory?: string }): void {
  const { providerId, directory = ownShop } = deps
  shopRoutes(http, deps)

  async function sendPage(name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const html = await readFile(path.join(directory, name), 'utf8').catch(ignoreMissing)
    if (html === undefined) throw new AppError('not_found')
    const user = memberOf(request.headers.cookie, await deps.secretKey())?.id ?? ''
    return (
      reply
        .type('text/html; charset=utf-8')
        // The page names the signed-in member, so it must not be cached for another person.
        .header('cache-control', 'private, no-store')
        .send(html.replaceAll('{{PROVIDER_ID}}', providerId).replaceAll('{{USER}}', user))
    )
  }

  http.get('/shop', { schema: { hide: true } }, (_request, reply) => reply.redirect('/shop/', 308))
  http.get('/shop/', { schema: { hide: true } }, (request, reply) => sendPage('index.html', request, reply))
  http.get(
    '/shop/:page(^[a-z0-9-]+\\.html$)',
    { schema: { hide: true, params: Type.Object({ page: Type.String() }) } },
    (request, reply) => sendPage(request.params.page, request, reply),
  )
  void http.register(async (scope) => {
    const { default: fastifyStatic } = await import('@fastify/static')
    await scope.register(fastifyStatic, {
      root: directory,
      prefix: '/shop/',
      decorateReply: false,
      index: false,
      // HTML pages contain a placeholder and are served by the routes above.
      allowedPath: (pathName) => !pathName.endsWith('.html'),
    })
  })
}
