import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from './core/free-port.ts'
import { sendFirstMessage } from './testing/first-message.ts'

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

test('a stack trace of the packaged service names a source line, and the package has the licences of others', () => {
  const dist = path.join(folder, 'node_modules/@parley/server/server/dist')
  const maps = readdirSync(dist).filter((name) => name.endsWith('.map'))
  const sources = maps.flatMap(
    (name) => (JSON.parse(readFileSync(path.join(dist, name), 'utf8')) as { sources: string[] }).sources,
  )
  expect(sources).toContain('../src/app.ts')
  expect(sources.join('\n')).not.toContain('node_modules')
  expect(readFileSync(path.join(dist, 'LICENSES.txt'), 'utf8')).toMatch(/^fastify [\d.]+ \(MIT\)$/m)
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
