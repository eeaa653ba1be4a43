import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { createLogger } from './core/logger.ts'
import { migrate } from './core/migrate.ts'
import { startEmbeddedPostgres } from './core/embedded-postgres.ts'

/** `npm run openapi` writes the API's description here, so that a review shows how the API changes. */
export const snapshotFile = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url))

/** The description as text with sorted keys, so that it does not depend on the order of routes. */
export async function describeApiAsText(databaseUrl: string, dataDir: string): Promise<string> {
  const secret = 'never used: no request reaches this service'
  const environment = {
    PARLEY_BASE_URL: 'https://parley.example',
    PARLEY_DATA_DIR: dataDir,
    PARLEY_SECRET: secret,
    DATABASE_URL: databaseUrl,
    PARLEY_LOG_LEVEL: 'silent',
  }
  const config = readConfig(environment, dataDir)
  const app = await createApp({ config, databaseUrl, secret, logger: createLogger('silent') })
  await app.http.ready()
  const text = `${JSON.stringify(await app.description(), sortKeys, 2)}\n`
  await app.stop()
  return text
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-openapi-'))
  // As root, the database runs as another user, who has to reach it.
  await chmod(dataDir, 0o711)
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: { info() {}, warn: (line) => process.stderr.write(`${line}\n`) },
    durable: false,
  })
  try {
    await migrate(postgres.url)
    await writeFile(snapshotFile, await describeApiAsText(postgres.url, dataDir))
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true })
  }
}

if (import.meta.main) await main()
