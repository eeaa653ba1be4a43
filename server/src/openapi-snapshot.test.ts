import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
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

test('docs/openapi.json matches the API', async () => {
  const current = await describeApiAsText(database.url, dataDir)
  const snapshot = await readFile(snapshotFile, 'utf8')
  expect(JSON.parse(snapshot), 'docs/openapi.json is stale: run `npm run openapi`').toEqual(
    JSON.parse(current),
  )
})
