import { createHash, randomUUID } from 'node:crypto'
import path from 'node:path'
import { Client } from 'pg'
import type { Config } from '../config.ts'
import { readOrCreatePrivateFile } from './data-dir.ts'
import { StartError } from './start-error.ts'

/** Arbitrary, but the same in every process of every version. */
const lockClass = 722_653_901

/** Where a process stores files: in a bucket, or in a directory with an identity of its own. */
export type StoragePlace =
  | { kind: 's3'; endpoint: string; bucket: string }
  | { kind: 'directory'; dataDir: string }

export const storagePlace = ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): StoragePlace =>
  s3 === null ? { kind: 'directory', dataDir } : { kind: 's3', endpoint: s3.endpoint, bucket: s3.bucket }

export interface StorageClaim {
  stop(): Promise<void>
}

/**
 * Makes sure that all processes on a database store files in one place. Each holds a shared advisory lock on its place until
 * it ends; PostgreSQL releases the lock of a process that is killed.
 * @throws {StartError} when a running process uses another place
 */
export async function claimStorage(databaseUrl: string, place: StoragePlace): Promise<StorageClaim> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'parley storage' })
  // Losing the connection releases the lock, and only later starts are checked less strictly.
  client.on('error', () => {})
  await client.connect()
  const own = lockOf(await identityOf(place))
  await client.query('select pg_advisory_lock_shared($1, $2)', [lockClass, own])
  const { rows } = await client.query<{ other: boolean }>(
    `select exists (
       select from pg_locks
       where locktype = 'advisory' and objsubid = 2 and classid = $1::int and objid::bigint <> $2::bigint
         and database = (select oid from pg_database where datname = current_database())
     ) as other`,
    [lockClass, own],
  )
  if (rows[0]?.other !== true) return { stop: () => client.end() }
  await client.end()
  throw new StartError(
    'Another process on this database stores files elsewhere, so each would miss the files of the other. ' +
      'Give all processes the same PARLEY_DATA_DIR on shared storage, or the same PARLEY_S3_BUCKET.',
  )
}

/** The file travels with the directory, so that a shared mount is recognized under any path. */
async function identityOf(place: StoragePlace): Promise<string> {
  if (place.kind === 's3') return `s3 ${place.endpoint} ${place.bucket}`
  return readOrCreatePrivateFile(path.join(place.dataDir, 'storage-id'), () => `${randomUUID()}\n`)
}

/** 31 bits, because PostgreSQL shows the key of a lock as an unsigned number. */
const lockOf = (identity: string) =>
  createHash('sha256').update(identity.trim()).digest().readUInt32BE() >>> 1
