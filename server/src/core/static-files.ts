import type { FastifyReply, FastifyRequest } from 'fastify'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError } from './app-error.ts'
import { keepBuild } from './former-builds.ts'
import { chooseEncoding, openFileShelf, type ShelfFile } from './file-shelf.ts'
import type { Http } from './http.ts'

const repository = fileURLToPath(new URL('../../../', import.meta.url))

type Rest = { Params: { '*': string } }

/** A name with a hash of the content in it never means anything else. */
const forever = 'public, max-age=31536000, immutable'

/** Where files with a hash in their names are, in the repository and in `former`. */
const hashedFiles = { widget: 'widget/dist/widget', panel: 'panel/dist/assets' }

/** Keeps the present build in `former`, for the pages that it is open in after the next upgrade. @throws what the file system says */
export async function keepPresentBuild(former: string, root = repository): Promise<void> {
  for (const [name, files] of Object.entries(hashedFiles))
    await keepBuild(path.join(root, files), path.join(former, name))
}

/**
 * What is built by Vite: `/sdk.js` and `/widget/*` for the pages of others, `/panel/*` for agents.
 * @param options.root where `widget/dist` and `panel/dist` are
 * @param options.former where `keepPresentBuild` kept the builds before this one; null: nowhere
 */
export function staticFiles(
  http: Http,
  options: { baseUrl: string; former: string | null; root?: string },
): void {
  const { baseUrl, former, root = repository } = options
  const formerFile = former === null ? async () => undefined : openFileShelf(former)
  const widget = openFileShelf(path.join(root, 'widget/dist'))
  const panel = openFileShelf(path.join(root, 'panel/dist'))
  const hidden = { hide: true }

  http.get('/', { schema: hidden }, (_request, reply) => reply.redirect('/panel/'))
  http.get('/panel', { schema: hidden }, (_request, reply) => reply.redirect('/panel/'))

  http.get('/sdk.js', { schema: hidden }, async (request, reply) => {
    const file = await widget('sdk.js')
    if (!file) return notBuilt(reply, 'widget')
    reply
      .headers(forOtherPages)
      // Its name never changes, so this is how long an upgrade takes to reach a page. It names chunks of one
      // build: an old one must not live on for long.
      .header('cache-control', 'public, max-age=300, stale-while-revalidate=600')
    return send(request, reply, file)
  })

  http.get<Rest>('/widget/*', { schema: hidden }, async (request, reply) => {
    const name = request.params['*'].replace(retryDirectory, '')
    const file = (await widget(`widget/${name}`)) ?? (await formerFile(`widget/${name}`))
    if (file) {
      reply.headers(forOtherPages).header('cache-control', forever)
      return send(request, reply, file)
    }
    if (!chunkName.test(name)) throw new AppError('not_found')
    return reply
      .headers(forOtherPages)
      .header('cache-control', 'no-store')
      .type('text/javascript; charset=utf-8')
      .send(goneChunk)
  })

  const panelHeaders = headersOfPanel(baseUrl)
  http.get<Rest>('/panel/*', { schema: hidden }, async (request, reply) => {
    const name = request.params['*']
    const file =
      (await panel(name)) ??
      (name.startsWith('assets/') ? await formerFile(name.replace('assets/', 'panel/')) : undefined)
    reply.headers(panelHeaders)
    if (file && name !== 'index.html') {
      // Only what is in assets/ has a hash in its name.
      reply.header('cache-control', name.startsWith('assets/') ? forever : 'public, max-age=3600')
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

const chunkName = /^[a-z]+(-[a-z]+)?-[\w-]{8}\.js$/

/**
 * For a page of so long ago that its files are not kept. A browser runs no script that comes with 404, and its own message names a
 * file that nobody knows; the widget says to the visitor that it could not be loaded, as after any import that throws.
 */
const goneChunk = `console.error('[Parley] Parley was updated after this page was loaded. Reload the page.')
throw new Error('gone')
`

/** Everything else is an address within the app, which the app itself knows. */
const isFileName = (name: string) =>
  name !== 'index.html' &&
  (name.startsWith('assets/') || /\.(js|css|map|svg|png|ico|json|webmanifest)$/.test(name))

async function send(request: FastifyRequest, reply: FastifyReply, file: ShelfFile): Promise<FastifyReply> {
  const encoding = file.isCompressible ? chooseEncoding(request.headers['accept-encoding']) : 'identity'
  const etag = file.etag(encoding)
  reply.header('etag', etag).header('vary', 'accept-encoding').header('x-content-type-options', 'nosniff')
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(file.type).send(await file.body(encoding))
}

const notBuilt = (reply: FastifyReply, room: string) =>
  reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(`The ${room} is not built. Run \`npm run build\`, then load this again.\n`)

const forOtherPages = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
}

function headersOfPanel(baseUrl: string): Record<string, string> {
  const socket = baseUrl.replace(/^http/, 'ws')
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    // Mantine and React set style attributes.
    "style-src 'self' 'unsafe-inline'",
    // A member's picture is wherever their login says; it is asked for without a referrer.
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
    'permissions-policy': 'microphone=(self), camera=(self), geolocation=(), payment=(), usb=()',
    // The test of a member login reads what its popup found.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(baseUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}
