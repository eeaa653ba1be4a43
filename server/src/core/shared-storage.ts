import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { Config } from '../config.ts'
import { readOrCreatePrivateFile } from './data-dir.ts'
import { boundedWaits, endIfVanished } from './database.ts'
import { StartError } from './start-error.ts'

/** Arbitrary, but the same in every process of every version. */
const lockClass = 722_653_901

const reconnectDelayMs = 1_000
const endTimeoutMs = 500

/** Where a process stores files: in a bucket, or in a directory with an identity of its own. */
export type StoragePlace =
  | { kind: 's3'; endpoint: string; bucket: string }
  | { kind: 'directory'; dataDir: string }

export const storagePlace = ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): StoragePlace =>
  s3 === null ? { kind: 'directory', dataDir } : { kind: 's3', endpoint: s3.endpoint, bucket: s3.bucket }

export interface StorageClaim {
  stop(): Promise<void>
}

const otherPlace =
  'Another process on this database stores files elsewhere, so each would miss the files of the other. ' +
  'Give all processes the same PARLEY_DATA_DIR on shared storage, or the same PARLEY_S3_BUCKET.'

/**
 * Makes sure that all processes on a database store files in one place. Each holds a shared advisory lock on its place until
 * it ends, and takes it again after it has lost its connection. PostgreSQL releases the lock of a process that is killed.
 * @param onConflict called if a process with another place was started while this one had no connection
 * @throws {StartError} when a running process uses another place
 */
export async function claimStorage(
  databaseUrl: string,
  place: StoragePlace,
  onConflict: (message: string) => void = () => {},
): Promise<StorageClaim> {
  const own = lockOf(await identityOf(place))
  const first = await takeLock(databaseUrl, own)
  if (first.hasConflict) {
    await briefly(first.client.end())
    throw new StartError(otherPlace)
  }
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = once(signal, 'abort')

  async function hold(): Promise<void> {
    let held: Lock | null = first
    let wasReported = false
    for (;;) {
      await Promise.race([held?.ended, stopped])
      if (signal.aborted) return await held?.client.end()
      await delay(reconnectDelayMs, null, { signal, ref: false }).catch(() => null)
      if (signal.aborted) return
      held = await takeLock(databaseUrl, own).catch(() => null)
      if (held?.hasConflict === true && !wasReported) onConflict(otherPlace)
      wasReported = held?.hasConflict ?? wasReported
    }
  }

  const holding = hold()
  return {
    async stop() {
      stopping.abort()
      await briefly(holding)
    },
  }
}

interface Lock {
  client: Client
  /** Resolves once the connection and with it the lock is lost. */
  ended: Promise<void>
  /** Whether a process holds the lock of another place. */
  hasConflict: boolean
}

async function takeLock(databaseUrl: string, own: number): Promise<Lock> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'parley storage',
    ...boundedWaits(),
  })
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  client.on('error', () => {})
  try {
    await client.connect()
    await endIfVanished(client)
    // After a failover the address may still lead to the former primary, whose locks nobody else sees.
    const { rows: settings } = await client.query<{ value: string }>(
      "select current_setting('transaction_read_only') as value",
    )
    if (settings[0]?.value === 'on') throw new Error('The database refuses writes.')
    await client.query('select pg_advisory_lock_shared($1, $2)', [lockClass, own])
    const { rows } = await client.query<{ other: boolean }>(
      `select exists (
         select from pg_locks
         where locktype = 'advisory' and objsubid = 2 and classid = $1::int and objid::bigint <> $2::bigint
           and database = (select oid from pg_database where datname = current_database())
       ) as other`,
      [lockClass, own],
    )
    return { client, ended, hasConflict: rows[0]?.other === true }
  } catch (error) {
    await briefly(client.end())
    throw error
  }
}

/** A server that the network no longer reaches must not delay the end. */
const briefly = (ending: Promise<unknown>) =>
  Promise.race([ending.catch(() => null), delay(endTimeoutMs, null, { ref: false })])

/** The file travels with the directory, so that a shared mount is recognized under any path. */
async function identityOf(place: StoragePlace): Promise<string> {
  if (place.kind === 's3') return `s3 ${place.endpoint} ${place.bucket}`
  return readOrCreatePrivateFile(path.join(place.dataDir, 'storage-id'), () => `${randomUUID()}\n`)
}

/** 31 bits, because PostgreSQL shows the key of a lock as an unsigned number. */
const lockOf = (identity: string) =>
  createHash('sha256').update(identity.trim()).digest().readUInt32BE() >>> 1
