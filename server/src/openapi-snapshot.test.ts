import { errorCodes, type ErrorCode } from '@parley/protocol/error'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeApiAsText, snapshotFile } from './openapi-snapshot.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'parley-openapi-'))
})
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true })
})

/** Operations of the snapshot, named `method path`. */
async function operations(): Promise<(OpenAPIV3_1.OperationObject & { name: string })[]> {
  const { paths = {} } = JSON.parse(await readFile(snapshotFile, 'utf8')) as OpenAPIV3_1.Document
  return Object.entries(paths).flatMap(([address, item]) =>
    Object.entries(item as Record<string, OpenAPIV3_1.OperationObject>).map(([method, operation]) => ({
      name: `${method} ${address}`,
      ...operation,
    })),
  )
}

test('docs/openapi.json matches the API', async () => {
  const current = await describeApiAsText(database.url, dataDir)
  const snapshot = await readFile(snapshotFile, 'utf8')
  expect(JSON.parse(snapshot), 'docs/openapi.json is stale: run `npm run openapi`').toEqual(
    JSON.parse(current),
  )
})

test('only public operations and sign-in need no authentication', async () => {
  for (const { name, security } of await operations()) {
    const isOpen = name.includes(' /v1/public/') || name === 'post /v1/auth/sign-in/email'
    expect(security, name).toEqual(isOpen ? [] : expect.arrayContaining([{ session: [] }]))
  }
})

test('the description names the session cookie of an installation with https', async () => {
  const { components } = JSON.parse(await readFile(snapshotFile, 'utf8')) as OpenAPIV3_1.Document
  expect(components?.securitySchemes?.['session']).toMatchObject({ name: '__Secure-parley.session_token' })
})

test('every error that the description of an operation names is among its responses', async () => {
  const missing = (await operations()).flatMap(({ name, description = '', responses = {} }) =>
    [...description.matchAll(/`(\w+)`/g)]
      .map(([, word]) => word as ErrorCode)
      .filter((code) => {
        if (!(code in errorCodes)) return false
        const response = responses[errorCodes[code].status] as OpenAPIV3_1.ResponseObject | undefined
        return response?.description.includes(code) !== true
      })
      .map((code) => `${name}: ${code}`),
  )
  expect(missing).toEqual([])
})
