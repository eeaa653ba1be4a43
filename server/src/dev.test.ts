import { subprotocol } from '@parley/protocol/rpc'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFile,
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { connect } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { freePort } from './core/free-port.ts'

/** Runs `npm run dev` in a copy of the repository and edits its sources. */

const repository = fileURLToPath(new URL('../../', import.meta.url))
const notCopied = new Set(['node_modules', '.git', '.parley', 'dist', 'bench', 'e2e', 'docs', '.ci'])
// The test builds the widget twice and starts a database.
const waitMs = 120_000
vi.setConfig({ testTimeout: waitMs, hookTimeout: waitMs })

let copy: string
let baseUrl: string
let dev: ChildProcess
let output = ''

beforeAll(async () => {
  copy = await realpath(await mkdtemp(path.join(tmpdir(), 'parley-dev-')))
  await chmod(copy, 0o711)
  await copyRepository()
  const port = await freePort(0)
  baseUrl = `http://localhost:${port}`
  dev = spawn(process.execPath, ['server/src/dev.ts'], {
    cwd: copy,
    env: { ...process.env, PORT: String(port), NODE_ENV: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [dev.stdout, dev.stderr])
    stream?.on('data', (text: Buffer) => (output += text.toString()))
})
afterAll(async () => {
  await stopDev()
  await rm(copy, { recursive: true, force: true })
})

async function stopDev(): Promise<void> {
  if (dev.exitCode !== null || dev.signalCode !== null) return
  const ended = once(dev, 'exit')
  dev.kill('SIGTERM')
  await ended
}

/** Installed packages are symlinks to the repository's; workspaces are symlinks to the copy. */
async function copyRepository(): Promise<void> {
  await cp(repository, copy, {
    recursive: true,
    filter: (source) => !notCopied.has(path.basename(source)),
  })
  const packages = path.join(repository, 'node_modules')
  await mkdir(path.join(copy, 'node_modules/@parley'), { recursive: true })
  for (const name of await readdir(packages)) {
    if (name !== '@parley' && name !== '.cache')
      await symlink(path.join(packages, name), path.join(copy, 'node_modules', name))
  }
  for (const workspace of ['client', 'panel', 'protocol', 'server', 'widget'])
    await symlink(path.join(copy, workspace), path.join(copy, 'node_modules/@parley', workspace))
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  await vi
    .waitUntil(() => condition().catch(() => false), { timeout: waitMs, interval: 100 })
    .catch((error) => {
      throw new Error(`${String(error)}
${output}`)
    })
}

const textOf = async (address: string) => (await fetch(`${baseUrl}${address}`)).text()

/** Whether a chunk referenced by the served sdk.js contains the text. */
async function servesChunkWith(text: string): Promise<boolean> {
  const names = await readdir(path.join(copy, 'widget/dist/widget'))
  const sdk = await textOf('/sdk.js')
  for (const name of names) {
    const hash = /-([\w-]{8})\.js$/.exec(name)?.[1] ?? name
    if (sdk.includes(hash) && (await textOf(`/widget/${name}`)).includes(text)) return true
  }
  return false
}

test('editing a source updates the served widget chunk', async () => {
  const marker = 'edited in a test of dev'
  await until(() => servesChunkWith(''))
  expect(await servesChunkWith(marker)).toBe(false)
  await appendFile(path.join(copy, 'widget/src/chat/composer.tsx'), `\nconsole.info('${marker}')\n`)
  await until(() => servesChunkWith(marker))
})

test('the panel is served with hot module replacement', async () => {
  await until(async () => (await textOf('/panel/')).includes('/panel/@vite/client'))
  const page = await textOf('/panel/')
  const token = /wsToken = "([\w-]+)"/.exec(await textOf('/panel/@vite/client'))?.[1]
  const socket = new WebSocket(`${baseUrl.replace('http', 'ws')}/panel/?token=${token}`, 'vite-hmr')
  const updates: { type: string; updates?: { path: string }[] }[] = []
  socket.on('message', (text: Buffer) => updates.push(JSON.parse(text.toString())))
  await once(socket, 'open')

  const [, entry = ''] = /src="\/panel\/(src\/[\w.]+)"/.exec(page) ?? []
  const marker = 'edited panel in a test of dev'
  expect(await textOf(`/panel/${entry}`)).not.toContain(marker)
  await appendFile(path.join(copy, 'panel', entry), `\nconsole.info('${marker}')\n`)
  await until(async () => updates.some(({ type }) => type === 'update' || type === 'full-reload'))
  expect(await textOf(`/panel/${entry}`)).toContain(marker)
  socket.close()
})

test('requests and sockets of the service use the same address', async () => {
  await until(async () => (await fetch(`${baseUrl}/readyz`)).ok)
  const socket = new WebSocket(`${baseUrl.replace('http', 'ws')}/v1/public/socket`, subprotocol, {
    origin: baseUrl,
  })
  const [frame] = (await once(socket, 'message')) as [Buffer]
  expect(JSON.parse(frame.toString())).toMatchObject({ method: 'challenge' })
  socket.close()
})

test('the service restarts when its sources change', async () => {
  await until(async () => (await fetch(`${baseUrl}/readyz`)).ok)
  const main = path.join(copy, 'server/src/main.ts')
  expect(await readFile(main, 'utf8')).not.toContain('restarted service')
  await appendFile(main, `\nconsole.info('restarted service')\n`)
  await until(async () => /restarted service[^]*Parley is running at/.test(output))
  expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200)
})

test('SIGTERM stops the service, its database and Vite', async () => {
  await until(async () => output.includes('Parley is running at'))
  const database = new URL((await readFile(path.join(copy, '.parley/postgres/url'), 'utf8')).trim())
  await stopDev()
  for (const { hostname, port } of [new URL(baseUrl), database])
    await expect(once(connect(Number(port), hostname), 'connect')).rejects.toThrow('ECONNREFUSED')
})
