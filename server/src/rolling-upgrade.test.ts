import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startFakeS3 } from './testing/fake-s3.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { startTestService, type TestService } from './testing/test-service.ts'

/** Processes with different builds of widget and panel, with S3. */

const script = (name: string) => `console.log("${name}");\n`.repeat(50)

let home: string
let database: TestDatabase
let s3: Awaited<ReturnType<typeof startFakeS3>>
let running: TestService[] = []

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'parley-rolling-'))
  database = await createTestDatabase()
  s3 = await startFakeS3('media')
})
afterEach(async () => {
  for (const service of running) await service.stop()
  running = []
  s3.failing.clear()
})
afterAll(async () => {
  await s3.close()
  await database.drop()
  await rm(home, { recursive: true })
})

/** Starts a process whose build has this hash, as the program does. */
async function start(hash: string): Promise<TestService> {
  const root = path.join(home, hash)
  const files = {
    [`widget/dist/widget/chat-${hash}.js`]: script(`chat ${hash}`),
    [`panel/dist/assets/inbox-page-${hash}.js`]: script(`inbox ${hash}`),
    'panel/dist/index.html': `<title>${hash}</title>`,
  }
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true })
    await writeFile(path.join(root, name), content)
  }
  const service = await startTestService({
    databaseUrl: database.url,
    keepBuildsOf: root,
    listen: 'app',
    env: {
      PARLEY_S3_BUCKET: s3.config.bucket,
      PARLEY_S3_ENDPOINT: s3.config.endpoint,
      PARLEY_S3_REGION: s3.config.region,
      PARLEY_S3_KEY_ID: s3.config.keyId,
      PARLEY_S3_SECRET: s3.config.secret,
    },
  })
  running.push(service)
  return service
}

const get = (service: TestService, url: string, headers = {}) => service.app.http.inject({ url, headers })

test('pages of either build load their files from processes of both', async () => {
  const services = [await start('AAAAAAAA'), await start('BBBBBBBB')]
  for (const service of services)
    for (const hash of ['AAAAAAAA', 'BBBBBBBB']) {
      const chat = await get(service, `/widget/chat-${hash}.js`, { 'accept-encoding': 'br' })
      expect(brotliDecompressSync(chat.rawPayload).toString()).toBe(script(`chat ${hash}`))
      expect(chat.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'content-encoding': 'br',
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
      })
      const retried = await get(service, `/widget/1/chat-${hash}.js`)
      expect(retried.body).toBe(script(`chat ${hash}`))
      const url = `/panel/assets/inbox-page-${hash}.js`
      const inbox = await get(service, url)
      expect(inbox.body).toBe(script(`inbox ${hash}`))
      expect(inbox.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      const head = await service.app.http.inject({ method: 'HEAD', url })
      expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
        200,
        '',
        String(inbox.rawPayload.length),
      ])
      const again = await get(service, url, { 'if-none-match': String(inbox.headers['etag']) })
      expect(again.statusCode).toBe(304)
    }
})

test('a file that no build has is missing, and neither media nor other objects are served', async () => {
  const service = await start('AAAAAAAA')
  s3.objects.set('2026-01-31/file-abcdefgh.js', Buffer.from('of a customer'))
  const list = [...s3.objects.keys()].find((key) => key.startsWith('builds/lists/')) ?? ''
  for (const url of [
    '/panel/assets/inbox-page-CCCCCCCC.js',
    '/panel/assets/../../2026-01-31/file-abcdefgh.js',
    '/panel/assets/..%2f..%2f2026-01-31%2ffile-abcdefgh.js',
    `/panel/assets/..%2f${list.replace('builds/', '')}`,
    '/widget/..%2f..%2fparley-storage.json',
    '/widget/..%2fpanel%2finbox-page-AAAAAAAA.js',
  ])
    expect([url, (await get(service, url)).statusCode]).toEqual([url, 404])
  const key = encodeURIComponent('builds/panel/inbox-page-AAAAAAAA.js')
  expect((await get(service, `/v1/public/media/${key}/inbox.js`)).statusCode).toBe(400)
  const gone = await get(service, '/widget/chat-CCCCCCCC.js')
  expect([gone.headers['cache-control'], gone.body.includes('Reload the page')]).toEqual(['no-store', true])
})

test('a bucket that cannot be written does not keep the service from starting', async () => {
  const older = await start('AAAAAAAA')
  s3.failing.add('PUT')
  const newer = await start('DDDDDDDD')
  const chat = await fetch(`${newer.address}/widget/chat-DDDDDDDD.js`)
  expect(await chat.text()).toBe(script('chat DDDDDDDD'))
  expect((await get(newer, '/widget/chat-AAAAAAAA.js')).body).toBe(script('chat AAAAAAAA'))
  expect((await get(older, '/panel/assets/inbox-page-DDDDDDDD.js')).statusCode).toBe(404)
})

test('a bucket that cannot be read is no missing file', async () => {
  const service = await start('AAAAAAAA')
  s3.failing.add('GET')
  for (const url of ['/widget/chat-EEEEEEEE.js', '/panel/assets/inbox-page-EEEEEEEE.js'])
    expect([url, (await get(service, url)).statusCode]).toEqual([url, 503])
  expect((await get(service, '/widget/chat-AAAAAAAA.js')).statusCode).toBe(200)
})
