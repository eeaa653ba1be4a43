import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { StartError } from '../start-error.ts'
import type { BackupHeader, BackupManifest } from './backup-format.ts'
import { copyOut } from './schema-catalog.ts'
import { createTableDigest } from './table-digest.ts'

/**
 * Reads every restored table and compares its row count and hash with the backup's.
 * @throws {StartError} when a table differs
 */
export async function verifyRestore(
  client: Client,
  header: BackupHeader,
  manifest: BackupManifest,
): Promise<void> {
  const expected = new Map(manifest.tables.map((table) => [table.name, table]))
  for (const table of header.tables) {
    const digest = createTableDigest()
    for await (const chunk of client.query(copyTo(copyOut(table))) as AsyncIterable<Buffer>)
      digest.update(chunk)
    const { rows, sha256 } = digest.result()
    const wanted = expected.get(table.name)
    if (rows === wanted?.rows && sha256 === wanted.sha256) continue
    throw new StartError(
      `The table ${table.name} differs from the backup: ${rows} rows instead of ${wanted?.rows ?? 'none'}` +
        `${rows === wanted?.rows ? ', with other content' : ''}. Nothing was restored.`,
    )
  }
}
