import type { FastifyReply, FastifyRequest } from 'fastify'
import path from 'node:path'
import { AppError } from './app-error.ts'
import { chooseEncoding, openAssets, type AssetFile } from './asset-files.ts'
import type { BuildStore } from './builds/build-store.ts'
import type { Http } from './http.ts'
import { installationDir } from './installation.ts'

type Rest = { Params: { '*': string } }

/** For names that contain a hash of the content. */
const immutable = 'public, max-age=31536000, immutable'

/**
 * Serves the builds of widget and panel: `/sdk.js` and `/widget/*` for host pages, `/mini.js` for mini apps, `/panel/*` for agents.
 * @param options.root directory that contains `widget/dist` and `panel/dist`
 * @param options.openFormer opens files of former builds
 */
export function staticFiles(
  http: Http,
  options: { baseUrl: string; openFormer?: BuildStore['open']; root?: string },
): void {
  const { baseUrl, openFormer = async () => undefined, root = installationDir } = options
  const widget = openAssets(path.join(root, 'widget/dist'))
  const panel = openAssets(path.join(root, 'panel/dist'))
  const hidden = { hide: true }

  http.get('/', { schema: hidden }, (_request, reply) => reply.redirect('/panel/'))
  http.get('/panel', { schema: hidden }, (_request, reply) => reply.redirect('/panel/'))

  for (const name of ['sdk.js', 'mini.js'])
    http.get(`/${name}`, { schema: hidden }, async (request, reply) => {
      const file = await widget(name)
      if (!file) return notBuilt(reply, 'widget')
      reply
        .headers(crossOriginHeaders)
        // Not hashed, and it names chunks of one build: this is how long an upgrade takes to reach host pages.
        .header('cache-control', 'public, max-age=300, stale-while-revalidate=600')
      return send(request, reply, file)
    })

  http.get<Rest>('/widget/*', { schema: hidden }, async (request, reply) => {
    const name = request.params['*'].replace(retryDirectory, '')
    const file = (await widget(`widget/${name}`)) ?? (await openFormer(`widget/${name}`))
    if (file) {
      reply.headers(crossOriginHeaders).header('cache-control', immutable)
      return send(request, reply, file)
    }
    if (!chunkName.test(name)) throw new AppError('not_found')
    return reply
      .headers(crossOriginHeaders)
      .header('cache-control', 'no-store')
      .type('text/javascript; charset=utf-8')
      .send(outdatedChunk)
  })

  const panelHeaders = createPanelHeaders(baseUrl)
  http.get<Rest>('/panel/*', { schema: hidden }, async (request, reply) => {
    const name = request.params['*']
    const file =
      (await panel(name)) ??
      (name.startsWith('assets/') ? await openFormer(name.replace('assets/', 'panel/')) : undefined)
    reply.headers(panelHeaders)
    if (file && name !== 'index.html') {
      // Only files in assets/ have hashed names.
      reply.header('cache-control', name.startsWith('assets/') ? immutable : 'public, max-age=3600')
      return send(request, reply, file)
    }
    if (isFileName(name)) throw new AppError('not_found')
    const page = await panel('index.html')
    if (!page) return notBuilt(reply, 'panel')
    reply.header('cache-control', 'no-store')
    return send(request, reply, page)
  })
}

/** The widget retries a failed import of the chat under another address (widget/src/loader/chunks.ts). */
const retryDirectory = /^\d{1,4}\//

const chunkName = /^[a-z]+(-[a-z]+)*-[\w-]{8}\.js$/

/**
 * Served for chunks of builds that are no longer kept. A browser does not run a script sent with 404; this one makes the
 * import fail, which the widget handles, and tells developers why.
 */
const outdatedChunk = `console.error('[Parley] Parley was updated after this page was loaded. Reload the page.')
throw new Error('gone')
`

/** All other paths are routes of the app. */
const isFileName = (name: string) =>
  name !== 'index.html' &&
  (name.startsWith('assets/') || /\.(js|css|map|svg|png|ico|json|webmanifest)$/.test(name))

async function send(request: FastifyRequest, reply: FastifyReply, file: AssetFile): Promise<FastifyReply> {
  const encoding = file.isCompressible ? chooseEncoding(request.headers['accept-encoding']) : 'identity'
  const etag = file.etag(encoding)
  reply.header('etag', etag).header('vary', 'accept-encoding').header('x-content-type-options', 'nosniff')
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(file.type).send(await file.body(encoding))
}

const notBuilt = (reply: FastifyReply, app: string) =>
  reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(`The ${app} is not built. Run \`npm run build\`, then load this again.\n`)

const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
}

function createPanelHeaders(baseUrl: string): Record<string, string> {
  const socket = baseUrl.replace(/^http/, 'ws')
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    // Mantine and React set style attributes.
    "style-src 'self' 'unsafe-inline'",
    // Avatars of members are on any host that their login names; loaded without a referrer.
    `img-src 'self' ${baseUrl} data: blob: https:`,
    `media-src 'self' ${baseUrl} blob:`,
    `connect-src 'self' ${baseUrl} ${socket}`,
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'permissions-policy':
      'microphone=(self), camera=(self), display-capture=(self), geolocation=(), payment=(), usb=()',
    // The test of a member login reads the result from its popup.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(baseUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}
