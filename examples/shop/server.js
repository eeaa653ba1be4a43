import { createExpressTokenHandler } from '@parley/node'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'

/**
 * The shop on a separate server, as yours would be: pages, sessions, and the token endpoint for the chat. See README.md.
 */
const { PARLEY_URL, PARLEY_PROVIDER_ID, PARLEY_SECRET_KEY, PORT = '4100' } = process.env
if (!PARLEY_URL || !PARLEY_PROVIDER_ID || !PARLEY_SECRET_KEY) {
  console.error('Set PARLEY_URL, PARLEY_PROVIDER_ID and PARLEY_SECRET_KEY: See README.md.')
  process.exit(1)
}

/** The demo members, who sign in without a password. */
const members = [
  { id: 'kiln-1001', name: 'Mira Lindgren', email: 'mira@example.com', language: 'en' },
  { id: 'kiln-1002', name: 'Jonas Okafor', email: 'jonas@example.com' },
]
/** Sessions by cookie value, in memory. */
const sessions = new Map()
const memberOf = (request) => sessions.get(sessionId(request)) ?? null
const sessionId = (request) => /(?:^|; *)kiln_session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]

const chatToken = createExpressTokenHandler({
  secretKey: PARLEY_SECRET_KEY,
  providerId: PARLEY_PROVIDER_ID,
  user: memberOf,
})

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error)
    response.writeHead(500).end()
  })
})
server.listen(Number(PORT), '127.0.0.1', () => console.log(`The shop is at http://localhost:${PORT}/shop/`))

async function answer(request, response) {
  const { pathname } = new URL(request.url, 'http://shop')
  if (pathname === '/shop/chat-token') return chatToken(request, response)
  if (pathname === '/shop/session') return session(request, response)
  if (pathname === '/shop') return response.writeHead(308, { location: '/shop/' }).end()
  const name =
    pathname === '/shop/' ? 'index.html' : /^\/shop\/([a-z-]+\.(?:html|css|svg|js))$/.exec(pathname)?.[1]
  const type = types[path.extname(name ?? '')]
  const file =
    name && name !== 'server.js' && (await readFile(path.join(import.meta.dirname, name)).catch(() => null))
  if (!file) return response.writeHead(404).end('Page not found.')
  const isPage = name.endsWith('.html')
  // Pages contain the signed-in member, so they must not be cached for someone else.
  const caching = isPage ? 'private, no-store' : 'no-cache'
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': caching })
  return response.end(isPage ? filledIn(file.toString(), memberOf(request)) : file)
}

const types = { '.html': 'text/html', '.css': 'text/css', '.svg': 'image/svg+xml', '.js': 'text/javascript' }

/** Fills in the address of Parley and the signed-in user, escaped: an id may contain any character. */
function filledIn(page, member) {
  const values = { USER: member?.id ?? '', PROVIDER_ID: PARLEY_PROVIDER_ID }
  return page
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name) => escapeHtml(values[name]))
    .replaceAll('"/sdk.js"', () => `"${escapeHtml(PARLEY_URL.replace(/\/$/, ''))}/sdk.js"`)
}

/** For quoted attributes. */
const escapeHtml = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;').replaceAll('<', '&lt;')

/** The shop's sign-in: GET returns the member, POST `{member}` signs in, DELETE signs out. */
async function session(request, response) {
  const say = (member, headers = {}) => {
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers })
    response.end(JSON.stringify({ member }))
  }
  if (request.method === 'GET') return say(memberOf(request))
  // A form on another site cannot send this content type.
  const json = request.headers['content-type'] === 'application/json'
  if (request.method === 'POST' && json) {
    const wanted = await bodyOf(request)
    const member = members.find(({ id }) => id === wanted?.member)
    if (!member) return response.writeHead(404).end()
    const id = randomUUID()
    sessions.set(id, member)
    return say(member, { 'set-cookie': `kiln_session=${id}; Path=/shop; HttpOnly; SameSite=Lax` })
  }
  if (request.method !== 'DELETE') return response.writeHead(405).end()
  sessions.delete(sessionId(request))
  return say(null, { 'set-cookie': 'kiln_session=; Path=/shop; HttpOnly; SameSite=Lax; Max-Age=0' })
}

/** null: not JSON, or too large for a sign-in. */
async function bodyOf(request) {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > 1000) return null
  }
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
