import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { freePort } from '../core/free-port.ts'
import { newId } from '../core/ids.ts'
import { createSecrets } from '../core/secrets.ts'
import { kill } from '../testing/killed-processes.ts'
import { spawnService } from '../testing/service-program.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { testSecret } from '../testing/test-service.ts'
import { withClient } from './command-database.ts'
import { examine } from './doctor.ts'
import { secretProblem } from './existing-secret.ts'

const otherSecret = 'another secret of 32 characters!'

let database: TestDatabase
let dataDir: string
beforeEach(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'parley-secret-'))
  return async () => {
    await database.drop()
    await rm(dataDir, { recursive: true })
  }
})

/** As a service with this secret. */
const addWidget = (secret: string) =>
  withClient(database.url, async (client) => {
    const id = newId()
    const organizationId = newId()
    const key = createSecrets(secret).seal('prv_sk_', `provider.secret_key:${id}`)
    await client.query(`insert into organization (id, name, created_at) values ($1, 'Acme', now())`, [
      organizationId,
    ])
    await client.query(
      `insert into provider (id, organization_id, name, secret_key, secret_key_made_at, appearance, created_at)
       values ($1, $2, 'Shop', $3, now(), '{}', now())`,
      [id, organizationId, key],
    )
  })

async function examinedSecret(): Promise<string | undefined> {
  const env = { DATABASE_URL: database.url, PARLEY_SECRET: testSecret, PARLEY_DATA_DIR: dataDir }
  const findings = await examine(readConfig(env, dataDir), null)
  return findings.find(({ subject }) => subject === 'secret')?.text
}

test('doctor reports a secret that decrypts none of the keys in the database', async () => {
  expect(await examinedSecret()).toBeUndefined()
  await addWidget(otherSecret)
  expect(await examinedSecret()).toMatch(/^PARLEY_SECRET is not the secret of this database: .*\/secret\. /)
  await addWidget(testSecret)
  expect(await examinedSecret()).toBeUndefined()
})

test('doctor reports that the next start would create another secret, once there are keys', async () => {
  const problem = () => withClient(database.url, (client) => secretProblem(client, { secret: null, dataDir }))
  expect(await problem()).toBeNull()
  await addWidget(otherSecret)
  expect(await problem()).toBe(`There is no secret in ${dataDir}. Set PARLEY_SECRET as for the service.`)
  await withClient(database.url, (client) => client.query('drop table provider, webhook cascade'))
  expect(await problem()).toBeNull()
})

test(
  'a start with another secret logs an error that names both places, and serves',
  { timeout: 60_000 },
  async () => {
    await addWidget(otherSecret)
    const port = await freePort(0)
    const child = spawnService({ port, dataDir, databaseUrl: database.url }, ['ignore', 'pipe', 'pipe'])
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => (output += text.toString()))
    try {
      await expect.poll(() => output, { timeout: 50_000, interval: 20 }).toContain('Parley is running')
    } finally {
      await kill(child)
    }
    const line = output.split('\n').find((text) => text.includes('is not the secret of this database'))
    expect(line).toContain('PARLEY_SECRET is not')
    expect(line).toContain(path.join(dataDir, 'secret'))
    expect(line).toMatch(/"level":(50|"error")/)
  },
)
