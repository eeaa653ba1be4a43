import { signatureHeaders, signingKey } from '@parley/server/features/webhooks/sending/signature'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
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
  if (program?.exitCode === null) {
    program.kill()
    await once(program, 'exit')
  }
  program = undefined
  rmSync(folder, { recursive: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Starts a receiver and waits until it accepts connections. */
async function start(command: string, file: string, source: string): Promise<string> {
  writeFileSync(path.join(folder, file), source)
  const port = await freePort()
  program = spawn(command, [file], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}/`
  await expect
    .poll(
      () =>
        fetch(url).then(
          () => true,
          () => program?.exitCode ?? 'not yet',
        ),
      { timeout: 10_000 },
    )
    .toBe(true)
  return url
}

async function expectToVerify(url: string): Promise<void> {
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

const [pythonReceiver = '', pythonFunction = ''] = blocksOf('python')

describe('the documented receivers accept signed events and respond to all others with 401', () => {
  test('Node', async () => {
    const [source = ''] = blocksOf('js')
    const modules = path.dirname(
      path.dirname(path.dirname(createRequire(import.meta.url).resolve('standardwebhooks'))),
    )
    symlinkSync(modules, path.join(folder, 'node_modules'))
    // The GET that detects the start is rejected as well.
    await expectToVerify(await start(process.execPath, 'receiver.mjs', source))
  })

  testWith('python3', ['-c', 'import standardwebhooks'], 'Python', async () => {
    await expectToVerify(await start('python3', 'receiver.py', pythonReceiver))
  })
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
