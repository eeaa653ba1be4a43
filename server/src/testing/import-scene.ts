import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { chatwootAccount } from './chatwoot-server.ts'
import {
  foundOrganization,
  startTestService,
  testSecret,
  type TestOrganization,
  type TestService,
} from './test-service.ts'

export const importProgram = fileURLToPath(new URL('../parley.ts', import.meta.url))
export const chatwootToken = 'a-secret-access-token'

export interface ImportScene {
  home: string
  service: TestService
  organization: TestOrganization
  account: ReturnType<typeof chatwootAccount>
  environment: Record<string, string | undefined>
  /** Runs `parley import chatwoot` with these arguments. */
  parley: (...words: string[]) => Promise<{ code: number; stdout: string; stderr: string }>
  /**
   * Blocks imports into `organizationId` at this conversation, which the first organization must have, until the returned connection
   * rolls back.
   */
  holdAt: (conversation: number, organizationId: string) => Promise<pg.Client>
  /** Blocks imports into an existing provider at their first write of a conversation until the returned connection rolls back. */
  holdItems: () => Promise<pg.Client>
  /** Blocks imports at their last write of a conversation, its note, until the returned connection rolls back. */
  holdNotes: () => Promise<pg.Client>
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects
  rows: (text: string, ...values: unknown[]) => Promise<any[]>
}

/** A service whose log consumers run, and an account in Chatwoot whose first agent is the owner of the organization. */
export function useImport(options: { conversations: number }): ImportScene {
  const scene: Partial<ImportScene> = {}
  const clients: pg.Client[] = []
  beforeAll(async () => {
    const home = await mkdtemp(path.join(tmpdir(), 'parley-import-'))
    const service = await startTestService({ env: { PARLEY_DATA_DIR: home } })
    await service.app.logConsumers.start()
    const organization = await foundOrganization(service, 'Ours')
    const connect = async () => {
      const client = new pg.Client({ connectionString: service.databaseUrl })
      clients.push(client)
      await client.connect()
      return client
    }
    const holdTable = async (table: string) => {
      const holder = await connect()
      await holder.query('begin')
      await holder.query(`lock table ${table} in share mode`)
      return holder
    }
    const client = await connect()
    const { rows } = await client.query<{ email: string }>('select email from auth_user')
    const environment = {
      PATH: process.env['PATH'],
      DATABASE_URL: service.databaseUrl,
      PARLEY_SECRET: testSecret,
      PARLEY_DATA_DIR: home,
      CHATWOOT_TOKEN: chatwootToken,
    }
    const complete: ImportScene = {
      home,
      service,
      organization,
      environment,
      account: chatwootAccount({ ...options, agentEmail: rows[0]?.email ?? '', fileUrl: '' }),
      parley: (...words) =>
        new Promise((resolve) => {
          const args = [importProgram, 'import', 'chatwoot', ...words]
          execFile(process.execPath, args, { env: environment, cwd: home }, (error, stdout, stderr) =>
            resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
          )
        }),
      async holdAt(conversation, organizationId) {
        const holder = await connect()
        await holder.query('begin')
        const { rowCount } = await holder.query(
          `insert into import_item (organization_id, source, kind, key, item_id)
           select $1, source, kind, key, item_id from import_item
           where organization_id = $2 and kind = 'conversation' and key = $3`,
          [organizationId, organization.id, String(conversation)],
        )
        if (rowCount !== 1) throw new Error(`Conversation ${conversation} was not imported`)
        return holder
      },
      holdItems: () => holdTable('import_item'),
      holdNotes: () => holdTable('note'),
      rows: async (text, ...values) => (await client.query(text, values)).rows,
    }
    Object.assign(scene, complete)
  })
  afterAll(async () => {
    for (const client of clients) await client.end()
    await scene.service?.stop()
    if (scene.home !== undefined) await rm(scene.home, { recursive: true, force: true })
  })
  return scene as ImportScene
}
