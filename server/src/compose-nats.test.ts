import { connect } from '@nats-io/transport-node'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readNatsSettings } from './core/bus/nats-settings.ts'
import { environmentReader } from './core/environment.ts'
import { freePort } from './core/free-port.ts'
import { installationDir } from './core/installation.ts'
import { documentedEnv } from './testing/compose-file.ts'
import { natsServerProgram } from './testing/nats-server.ts'

if (natsServerProgram === undefined)
  console.warn('The NATS server of compose.yaml: NOT TESTED, because this machine has no nats-server.')

const script = path.join(installationDir, 'docs/several/start-nats.sh')
const env = documentedEnv()

test('the NATS server of compose.yaml does not start without a password', () => {
  const { status, stderr } = spawnSync('sh', [script], {
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toContain('Set NATS_PASSWORD in .env')
})

describe.skipIf(natsServerProgram === undefined)('the NATS server of compose.yaml', () => {
  let directory: string
  let port: number
  let stop: () => Promise<void>
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'parley-compose-nats-'))
    port = await freePort(0)
    const child = spawn('sh', [script], {
      env: {
        PATH: `${process.env['PATH']}:/usr/sbin`,
        TMPDIR: directory,
        NATS_PORT: String(port),
        NATS_PASSWORD: env['NATS_PASSWORD'],
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ended = once(child, 'exit')
    stop = async () => {
      child.kill()
      await ended
    }
    for await (const line of createInterface({ input: child.stderr }))
      if (line.includes('Server is ready')) break
    child.stderr.resume()
  })
  afterAll(async () => {
    await stop()
    await rm(directory, { recursive: true })
  })

  test('accepts the NATS_URL of docs/operating.md, and no other login', async () => {
    const settings = readNatsSettings(environmentReader(env))
    const servers = [`127.0.0.1:${port}`]
    const connection = await connect({ servers, ...settings?.login })
    const received = connection.subscribe('parley.test', { max: 1 })
    connection.publish('parley.test', 'hello')
    for await (const message of received) expect(message.string()).toBe('hello')
    await connection.close()
    for (const login of [{}, { user: 'parley', pass: 'guessed' }, { user: 'parley', pass: '' }])
      await expect(connect({ servers, reconnect: false, ...login })).rejects.toThrow(/authorization/i)
  })
})
