import { decode } from '@jridgewell/sourcemap-codec'
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from './core/free-port.ts'
import { sendFirstMessage } from './testing/first-message.ts'
import { createTestDatabase } from './testing/test-database.ts'

const root = path.join(import.meta.dirname, '../..')
const minutes = (count: number) => count * 60_000

/** An empty folder with the two packages of a release installed. */
let folder: string
const running: ChildProcess[] = []

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-package-'))
  const packages = path.join(folder, 'packages')
  execFileSync(process.execPath, [path.join(root, '.ci/pack.ts'), packages], { cwd: root, stdio: 'pipe' })
  const tarballs = readdirSync(packages).map((name) => `./packages/${name}`)
  writeFileSync(path.join(folder, 'package.json'), '{"private": true}')
  execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs], {
    cwd: folder,
    stdio: 'pipe',
  })
}, minutes(8))
afterAll(async () => {
  for (const child of running) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
}, minutes(1))

const parley = (...words: string[]) => path.join(folder, 'node_modules/.bin', ...words)

test('the tarballs are named after the version, and their manifests agree with it', () => {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  expect(readdirSync(path.join(folder, 'packages')).toSorted()).toEqual([
    `parley-node-${version}.tgz`,
    `parley-server-${version}.tgz`,
  ])
  expect(execFileSync(parley('parley'), ['check'], { cwd: folder, encoding: 'utf8' })).toContain(
    `Parley ${version}\n`,
  )
})

test('the package has the source maps of our own modules, and the licences of others', () => {
  const dist = path.join(folder, 'node_modules/@parley/server/server/dist')
  const maps = readdirSync(dist).filter((name) => name.endsWith('.map'))
  const sources = maps.flatMap(
    (name) => (JSON.parse(readFileSync(path.join(dist, name), 'utf8')) as { sources: string[] }).sources,
  )
  expect(sources).toContain('../src/app.ts')
  expect(sources.join('\n')).not.toContain('node_modules')
  expect(readFileSync(path.join(dist, 'LICENSES.txt'), 'utf8')).toMatch(/^fastify [\d.]+ \(MIT\)$/m)
})

test('the source maps lead from the method calls of the bundle to those of the source', () => {
  const dist = path.join(folder, 'node_modules/@parley/server/server/dist')
  const lines = (file: string) => readFileSync(file, 'utf8').split('\n')
  const found = { same: 0, other: 0 }
  for (const name of readdirSync(dist).filter((file) => file.endsWith('.js'))) {
    const map = path.join(dist, `${name}.map`)
    if (!existsSync(map)) continue
    const { sources, mappings } = JSON.parse(readFileSync(map, 'utf8')) as {
      sources: string[]
      mappings: string
    }
    const code = lines(path.join(dist, name))
    const texts = sources.map((source) =>
      source === '' ? [] : lines(path.resolve(root, 'server/dist', source)),
    )
    for (const [number, segments] of decode(mappings).entries())
      for (const [column, source = 0, line = 0, sourceColumn = 0] of segments) {
        const text = texts[source]?.[line] ?? ''
        const method = /^\w+(?=\()/.exec(text.slice(sourceColumn))?.[0]
        if (method === undefined || !/[\w)]\.$/.test(text.slice(0, sourceColumn))) continue
        found[code[number]?.startsWith(method, column) ? 'same' : 'other'] += 1
      }
  }
  expect(found.same).toBeGreaterThan(5_000)
  // A constant that the minifier has put into a call has the place of the call.
  expect(found.other / found.same).toBeLessThan(0.01)
})

test('a stack trace of the packaged service names lines of the source', async () => {
  const database = await createTestDatabase()
  writeFileSync(
    path.join(folder, 'fault.mjs'),
    `import { Server } from 'node:net'
Server.prototype.listen = () => { throw new Error('No port today') }`,
  )
  const { status, stderr } = spawnSync(parley('parley'), [], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      PORT: String(await freePort(0)),
      DATABASE_URL: database.url,
      PARLEY_BASE_URL: 'https://parley.test',
      PARLEY_SECRET: 'q7Jk2vR0bD9xWmE4tYc6LzU1nHs8AfGp3iOjKdB5eVw=',
      PARLEY_DATA_DIR: path.join(folder, 'without-port'),
      NODE_OPTIONS: '--import ./fault.mjs',
    },
  })
  expect(status).toBe(1)
  expect(stderr).toContain('Error: No port today')
  const frames = [...stderr.matchAll(/@parley\/server\/server\/src\/(\S+):(\d+):(\d+)/g)].map(
    ([, file = '', line, column]) => {
      const text = readFileSync(path.join(root, 'server/src', file), 'utf8').split('\n')[Number(line) - 1]
      return `${file}: ${/^\w+/.exec(text?.slice(Number(column) - 1) ?? '')?.[0]}`
    },
  )
  expect(frames.slice(0, 2)).toEqual(['core/listener.ts: listen', 'core/listener.ts: ensureUnused'])
  expect(frames.join('\n')).toContain('main.ts: ')
  await database.drop()
})

test('the panel contains the production version of React', () => {
  const assets = path.join(folder, 'node_modules/@parley/server/panel/dist/assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  expect(scripts).not.toHaveLength(0)
  for (const name of scripts)
    expect(readFileSync(path.join(assets, name), 'utf8'), name).not.toContain(
      'Each child in a list should have',
    )
})

test(
  'parley starts in an empty folder, serves widget and panel, accepts the first message, and stops on a signal',
  async () => {
    const port = await freePort(0)
    const child = spawn(parley('parley'), [], {
      cwd: folder,
      env: { ...process.env, PORT: String(port), PARLEY_DATA_DIR: path.join(folder, 'data') },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.push(child)
    let output = ''
    child.stdout.on('data', (text: Buffer) => (output += text.toString()))
    await expect.poll(() => output, { timeout: minutes(2) }).toContain('Parley is running at')

    const baseUrl = `http://localhost:${port}`
    for (const page of ['/panel/', '/sdk.js', '/shop/', '/v1/reference/'])
      expect((await fetch(baseUrl + page)).status, page).toBe(200)
    expect((await sendFirstMessage(baseUrl, 'Hello')).seq).toBeGreaterThan(0)

    const archive = path.join(folder, 'parley.tar.zst')
    const command = (dataDir: string, ...words: string[]) =>
      execFileSync(parley('parley'), words, {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, PARLEY_DATA_DIR: path.join(folder, dataDir) },
      })
    expect(command('data', 'backup', archive)).toContain('It includes the secret of the data dir')
    expect(command('other', 'restore', archive)).toContain('Restored and verified: ')
    const secretOf = (dataDir: string) => readFileSync(path.join(folder, dataDir, 'secret'), 'utf8').trim()
    expect(secretOf('other')).toBe(secretOf('data'))

    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  },
  minutes(4),
)

test('the SDK package contains JavaScript and types', () => {
  writeFileSync(
    path.join(folder, 'program.mjs'),
    `import { verifyWebhook } from '@parley/node'
try { verifyWebhook({}, '{}', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw') } catch (error) { console.log(error.code) }`,
  )
  const output = execFileSync('node', ['program.mjs'], { cwd: folder, encoding: 'utf8' })
  expect(output.trim()).toBe('headers_missing')
  expect(readdirSync(path.join(folder, 'node_modules/@parley/node'))).toEqual(
    expect.arrayContaining(['index.js', 'index.d.ts', 'README.md']),
  )
})
