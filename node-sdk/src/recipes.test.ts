import { signatureHeaders, signingKey } from '@parley/server/features/webhooks/sending/signature'
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { blocksOf } from './documentation.ts'
import { testWith } from './toolchains.ts'

/** Runs the receivers of docs/webhooks.md, if language and library are installed, against deliveries of our signer. */

const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
const otherSecret = `whsec_${Buffer.alloc(32, 6).toString('base64')}`
const body = Buffer.from(
  JSON.stringify({
    event_id: 'evt_1',
    type: 'webhook.test',
    timestamp: 't',
    data: { message: 'İyi günler 👋' },
  }),
)
const now = () => Math.floor(Date.now() / 1000)

interface Attempt {
  headers: Record<string, string>
  body: Buffer
}
const signed = (at = now(), key = secret): Attempt => ({
  headers: signatureHeaders('evt_1', at, body, signingKey(key)),
  body,
})
/** Attempts that every receiver must reject. */
const wrong = (): Record<string, Attempt> => ({
  stale: signed(now() - 600),
  'ahead of time': signed(now() + 600),
  'of another secret': signed(now(), otherSecret),
  changed: { ...signed(), body: Buffer.concat([body, Buffer.from(' ')]) },
  'of another id': { body, headers: { ...signed().headers, 'webhook-id': 'evt_2' } },
  'without a signature': { body, headers: { ...signed().headers, 'webhook-signature': 'v1' } },
  garbled: { body, headers: { ...signed().headers, 'webhook-signature': 'v1,%%%,x' } },
  'of another version': {
    body,
    headers: {
      ...signed().headers,
      'webhook-signature': signed().headers['webhook-signature']!.replace('v1,', 'v2,'),
    },
  },
  unsigned: { body, headers: {} },
})

let folder: string
let program: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-recipe-'))
})
afterEach(async () => {
  await stop()
  rmSync(folder, { recursive: true })
})

async function stop(): Promise<void> {
  if (program?.exitCode === null) {
    program.kill()
    await once(program, 'exit')
  }
  program = undefined
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A documented receiver and the command that runs it. */
interface Receiver {
  command: string
  args: (port: number) => string[]
  file: string
  source: string
}

/** Starts a receiver and waits until it accepts connections. */
async function start(receiver: Receiver): Promise<string> {
  const url = await spawnWith(receiver, secret)
  await expect
    .poll(
      () =>
        fetch(url).then(
          () => true,
          () => program?.exitCode ?? 'not yet',
        ),
      { timeout: 30_000 },
    )
    .toBe(true)
  return url
}

async function spawnWith({ command, args, file, source }: Receiver, secret: string): Promise<string> {
  writeFileSync(path.join(folder, file), source)
  const port = await freePort()
  program = spawn(command, args(port), {
    cwd: folder,
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret },
    stdio: 'ignore',
  })
  return `http://127.0.0.1:${port}/`
}

/** Secrets that some libraries decode to an empty or short key. */
const incompleteSecrets = ['', 'whsec_', 'whsec_====', `whsec_${'%'.repeat(40)}`, `whsec_${'_'.repeat(40)}`]

async function expectToVerify(receiver: Receiver): Promise<void> {
  for (const incomplete of incompleteSecrets) {
    const url = await spawnWith(receiver, incomplete)
    await expectNotToServe(url, incomplete)
  }
  const url = await start(receiver)
  const answer = async ({ headers, body }: Attempt) => {
    const json = { 'content-type': 'application/json', ...headers }
    const { status } = await fetch(url, { method: 'POST', headers: json, body: new Uint8Array(body) })
    return status
  }
  for (const [what, attempt] of Object.entries(wrong()))
    expect([what, await answer(attempt)]).toEqual([what, 401])
  expect(await answer(signed())).toBe(204)
  expect(await answer(signed(now() - 240))).toBe(204)
}

/** An event signed with an empty key. */
function forged(): Attempt {
  const at = String(now())
  const signature = createHmac('sha256', '').update(`evt_1.${at}.`).update(body).digest('base64')
  return {
    headers: { 'webhook-id': 'evt_1', 'webhook-timestamp': at, 'webhook-signature': `v1,${signature}` },
    body,
  }
}

/** The program exits, or every request fails, as with PHP. */
async function expectNotToServe(url: string, incomplete: string): Promise<void> {
  const { headers } = forged()
  const outcome = () =>
    fetch(url, { method: 'POST', headers, body: new Uint8Array(body) }).then(
      ({ status }) => status,
      () => (program?.exitCode === null ? 'not yet' : 'ended'),
    )
  await expect.poll(outcome, { timeout: 30_000, message: `"${incomplete}"` }).toBeOneOf(['ended', 500])
  await stop()
}

const [pythonReceiver = '', pythonFunction = ''] = blocksOf('python')

/** The library in Maven's local repository. */
const javaLibrary = path.join(
  homedir(),
  '.m2/repository/com/standardwebhooks/standardwebhooks/1.2.0/standardwebhooks-1.2.0.jar',
)

/** Fails if a crate is not in cargo's cache. */
const rustProject = [
  'cargo init -q --vcs none --name receiver',
  'cargo add -q --offline standardwebhooks axum serde_json',
  'cargo add -q --offline tokio --features full',
  `cargo fetch -q --offline --target "$(rustc -vV | sed -n 's/host: //p')"`,
].join(' && ')

describe('the documented receivers accept signed events, reject all others, and require a complete secret', () => {
  test('Node', async () => {
    const [source = ''] = blocksOf('js')
    const modules = path.dirname(
      path.dirname(path.dirname(createRequire(import.meta.url).resolve('standardwebhooks'))),
    )
    symlinkSync(modules, path.join(folder, 'node_modules'))
    const file = 'receiver.mjs'
    await expectToVerify({ command: process.execPath, args: () => [file], file, source })
  }, 60_000)

  testWith('python3', ['-c', 'import standardwebhooks'], 'Python', async () => {
    const file = 'receiver.py'
    await expectToVerify({ command: 'python3', args: () => [file], file, source: pythonReceiver })
  })

  testWith('ruby', ['-rsinatra/base', '-rstandardwebhooks', '-rpuma', '-e', ''], 'Ruby', async () => {
    const [source = ''] = blocksOf('ruby')
    const file = 'receiver.rb'
    const args = (port: number) => [file, '-p', String(port), '-o', '127.0.0.1']
    await expectToVerify({ command: 'ruby', args, file, source })
  })

  testWith('javap', ['-cp', javaLibrary, 'com.standardwebhooks.Webhook'], 'Java', async () => {
    const [source = ''] = blocksOf('java')
    const file = 'Receiver.java'
    writeFileSync(path.join(folder, file), source)
    execFileSync('javac', ['-cp', javaLibrary, file], { cwd: folder })
    const args = () => ['-cp', `${javaLibrary}${path.delimiter}.`, 'Receiver']
    await expectToVerify({ command: 'java', args, file, source })
  })

  testWith(
    'sh',
    ['-c', `cd "$(mktemp -d)" && ${rustProject}`],
    'Rust',
    async () => {
      const [source = ''] = blocksOf('rust')
      const target = path.resolve(import.meta.dirname, '../../node_modules/.cache/rust-receiver')
      execFileSync('sh', ['-c', rustProject], { cwd: folder })
      writeFileSync(path.join(folder, 'src/main.rs'), source)
      execFileSync('cargo', ['build', '-q', '--offline', '--target-dir', target], { cwd: folder })
      const command = path.join(target, 'debug/receiver')
      await expectToVerify({ command, args: () => [], file: 'src/main.rs', source })
    },
    300_000,
  )
})

testWith(
  'python3',
  ['--version'],
  'the function without a library accepts and rejects the same events',
  () => {
    const check = `${pythonFunction}
import sys
for line in sys.stdin:
    given = json.loads(line)
    try:
        print(verify(given["secret"], given["headers"], base64.b64decode(given["body"]))["data"]["message"])
    except Exception:
        print("refused")
`
    writeFileSync(path.join(folder, 'check.py'), check)
    const attempts = [...Object.values(wrong()), signed(), signed(now() - 240)]
    const lines = attempts.map(({ headers, body }) =>
      JSON.stringify({ secret, headers, body: body.toString('base64') }),
    )
    const keyless = JSON.stringify({ secret: 'whsec_', ...signed(), body: body.toString('base64') })
    const { stdout, stderr } = spawnSync('python3', ['check.py'], {
      cwd: folder,
      input: [...lines, keyless].join('\n'),
      encoding: 'utf8',
      env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
    })
    expect(stderr).toBe('')
    const expected = [
      ...Object.values(wrong()).map(() => 'refused'),
      'İyi günler 👋',
      'İyi günler 👋',
      'refused',
    ]
    expect(stdout.trim().split('\n')).toEqual(expected)
  },
)
