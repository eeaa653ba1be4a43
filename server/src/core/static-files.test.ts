import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLocalBuilds } from './builds/local-builds.ts'
import { createHttp, type Http } from './http.ts'
import { createLogger } from './logger.ts'
import { staticFiles } from './static-files.ts'

let root: string
let http: Http
const script = 'console.log("parley");\n'.repeat(100)

async function put(name: string, content: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, name)), { recursive: true })
  await writeFile(path.join(root, name), content)
}

const builds = () => createLocalBuilds(path.join(root, 'former'), root)

function service(baseUrl: string): Http {
  const made = createHttp({ logger: createLogger('silent'), trustProxy: false })
  staticFiles(made, { baseUrl, root, openFormer: builds().open })
  return made
}

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'parley-static-'))
  http = service('https://support.example.com')
})
afterEach(async () => {
  await http.close()
  await rm(root, { recursive: true })
})

describe('before the first build', () => {
  it('every page names the command to run', async () => {
    for (const url of ['/sdk.js', '/panel/', '/panel/inbox']) {
      const answer = await http.inject(url)
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([503, 'no-store'])
      expect(answer.body).toMatch(/^The (widget|panel) is not built. Run `npm run build`/)
    }
  })

  it('a later build is served without a restart', async () => {
    expect((await http.inject('/sdk.js')).statusCode).toBe(503)
    await put('widget/dist/sdk.js', 'first')
    expect((await http.inject('/sdk.js')).body).toBe('first')
    await put('widget/dist/sdk.js', 'other')
    await utimes(path.join(root, 'widget/dist/sdk.js'), 1, 1)
    expect((await http.inject('/sdk.js')).body).toBe('other')
  })
})

it.each([250, 260, 400, 5_000])('a path of %i characters is not found or too long', async (length) => {
  await put('panel/dist/index.html', 'page')
  for (const directory of ['/panel/', '/panel/assets/', '/widget/', '/widget/12/']) {
    for (const name of ['x'.repeat(length), `${'x'.repeat(length)}.js`, `${'x/'.repeat(length / 2)}a.js`]) {
      const { statusCode } = await http.inject(directory + name)
      // Every other path of the panel is a route of the app.
      expect([404, 414, ...(directory === '/panel/' && !name.endsWith('.js') ? [200] : [])]).toContain(
        statusCode,
      )
    }
  }
})

describe('on host pages', () => {
  beforeEach(async () => {
    await put('widget/dist/sdk.js', script)
    await put('widget/dist/widget/chat-Ab_1-x.js', script)
    await put('widget/dist/.vite/manifest.json', '{}')
  })

  it('sdk.js is cached for five minutes, chunks are immutable, and any page can load both', async () => {
    const sdk = await http.inject('/sdk.js')
    expect(sdk.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300, stale-while-revalidate=600',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    const chunk = await http.inject('/widget/chat-Ab_1-x.js')
    expect(chunk.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
    })
    expect(sdk.headers).not.toHaveProperty('set-cookie')
  })

  it('files are compressed as the browser accepts, and answered with 304 when it has them', async () => {
    const ask = (accepted: string) =>
      http.inject({ url: '/sdk.js', headers: { 'accept-encoding': accepted } })
    const brotli = await ask('gzip, deflate, br, zstd')
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script)
    const zipped = await ask('gzip, br;q=0')
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(script)
    const plain = await ask('identity')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body).toBe(script)
    const tags = [brotli, zipped, plain].map(({ headers }) => String(headers.etag))
    expect(new Set(tags).size).toBe(3)
    expect(plain.headers.vary).toBe('accept-encoding')

    const again = await http.inject({
      url: '/sdk.js',
      headers: { 'accept-encoding': 'br', 'if-none-match': tags[0] },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('a chunk has a second address for a retry, and no other directory', async () => {
    const retried = await http.inject('/widget/2/chat-Ab_1-x.js')
    expect([retried.statusCode, retried.body]).toEqual([200, script])
    expect(retried.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    for (const url of ['/widget/x/chat-Ab_1-x.js', '/widget/2/3/chat-Ab_1-x.js'])
      expect([url, (await http.inject(url)).statusCode]).toEqual([url, 404])
  })

  it('only files of the build are served', async () => {
    await put('widget/secret.txt', 'secret')
    for (const url of [
      '/widget/none.js',
      '/widget/',
      '/widget/../.vite/manifest.json',
      '/widget/..%2f.vite%2fmanifest.json',
      '/widget/..%2f..%2fsecret.txt',
      '/widget/..%5c..%5csecret.txt',
      '/widget/%00',
      '/.vite/manifest.json',
    ]) {
      const answer = await http.inject(url)
      expect([url, answer.statusCode]).toEqual([url, 404])
      expect(answer.json()).toMatchObject({ code: 'not_found' })
    }
  })
})

describe('a page that was opened before an upgrade', () => {
  const upgrade = async (hash: string) => {
    await rm(path.join(root, 'widget'), { recursive: true, force: true })
    await rm(path.join(root, 'panel'), { recursive: true, force: true })
    await put(`widget/dist/widget/chat-${hash}.js`, `chat ${hash}`)
    await put(`panel/dist/assets/inbox-${hash}.js`, `inbox ${hash}`)
    await builds().keep()
  }

  it('loads the files of its own build', async () => {
    await upgrade('AAAAAAAA')
    await upgrade('BBBBBBBB')
    for (const hash of ['AAAAAAAA', 'BBBBBBBB']) {
      const chat = await http.inject(`/widget/chat-${hash}.js`)
      expect([chat.body, chat.headers['access-control-allow-origin']]).toEqual([`chat ${hash}`, '*'])
      expect(chat.headers['cache-control']).toMatch(/immutable/)
      const inbox = await http.inject(`/panel/assets/inbox-${hash}.js`)
      expect([inbox.body, inbox.headers['x-content-type-options']]).toEqual([`inbox ${hash}`, 'nosniff'])
    }
    for (const url of ['/widget/.builds.json', '/panel/assets/.builds.json', '/panel/assets/../widget/x'])
      expect((await http.inject(url)).statusCode).not.toBe(200)
  })

  it.each(['chat', 'member-de', 'call-help-de'])(
    'gets an uncached script that asks to reload when its %s is gone',
    async (part) => {
      await upgrade('BBBBBBBB')
      const answer = await http.inject(`/widget/${part}-CCCCCCCC.js`)
      expect(answer.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
      })
      const messages: string[] = []
      const run = () =>
        runInNewContext(answer.body, { console: { error: (text: string) => messages.push(text) } })
      expect(run).toThrow('gone')
      expect(messages).toEqual(['[Parley] Parley was updated after this page was loaded. Reload the page.'])
    },
  )
})

describe('a path that no file can have', () => {
  const tooLong = 'a'.repeat(5000)

  it('is missing, not an error of the server', async () => {
    await put('widget/dist/widget/chat-Ab_1-x.js', script)
    await put('panel/dist/assets/index-abc.js', script)
    for (const url of [
      `/widget/${tooLong}`,
      `/widget/${'a'.repeat(255)}/b.css`,
      '/widget/chat-Ab_1-x.js/below',
      `/panel/assets/${tooLong}.js`,
      `/panel/${tooLong}.svg`,
      '/panel/assets/index-abc.js/below',
    ]) {
      const answer = await http.inject(url)
      expect([url, answer.statusCode]).toEqual([url, 404])
      expect(answer.json()).toMatchObject({ code: 'not_found' })
    }
  })

  it('opens the panel where the panel has its routes', async () => {
    await put('panel/dist/index.html', '<!doctype html><title>Parley</title>')
    const answer = await http.inject(`/panel/${tooLong}`)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  })
})

describe('the panel', () => {
  beforeEach(async () => {
    await put('panel/dist/index.html', '<!doctype html><title>Parley</title>')
    await put('panel/dist/assets/index-abc.js', script)
    await put('panel/dist/favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  })

  it('is what / and /panel redirect to', async () => {
    for (const url of ['/', '/panel']) {
      const answer = await http.inject(url)
      expect([answer.statusCode, answer.headers.location]).toEqual([302, '/panel/'])
    }
  })

  it('serves its page for every route, uncached', async () => {
    for (const url of [
      '/panel/',
      '/panel/index.html',
      '/panel/inbox/all',
      '/panel/customers/a.b?q=x',
      '/panel/..%2fx',
    ]) {
      const answer = await http.inject(url)
      expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 200, 'no-store'])
      expect(answer.body).toContain('<title>Parley</title>')
    }
  })

  it('caches hashed files forever and others for an hour, and answers 404 for missing ones', async () => {
    expect((await http.inject('/panel/assets/index-abc.js')).headers['cache-control']).toMatch(/immutable/)
    const icon = await http.inject('/panel/favicon.svg')
    expect(icon.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=3600',
    })
    for (const url of ['/panel/assets/index-old.js', '/panel/none.js'])
      expect((await http.inject(url)).statusCode).toBe(404)
  })

  it('allows only its own scripts and no framing', async () => {
    const { headers } = await http.inject('/panel/')
    const policy = String(headers['content-security-policy']).split('; ')
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("connect-src 'self' https://support.example.com wss://support.example.com")
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'permissions-policy': expect.stringContaining('microphone=(self), camera=(self)'),
      'strict-transport-security': 'max-age=31536000',
    })
  })

  it('requires https only when it is served over https', async () => {
    const local = service('http://localhost:8080')
    const { headers } = await local.inject('/panel/')
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['content-security-policy']).toContain('ws://localhost:8080')
    await local.close()
  })

  it('answers HEAD like GET, without a body', async () => {
    const answer = await http.inject({ method: 'HEAD', url: '/panel/' })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
  })
})
