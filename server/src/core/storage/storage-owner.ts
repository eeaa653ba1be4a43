import { randomUUID } from 'node:crypto'
import { escapeIdentifier, type Pool } from 'pg'
import { StartError } from '../start-error.ts'
import type { FileStorage } from './file-storage.ts'
import { markOwned, markRestoring, readMark, readVolumeMark, type StorageMark } from './storage-mark.ts'

/**
 * Keeps a database from deleting files of another one: the id of the database is in `storage_owner` and in the storage, as its
 * mark (docs/decisions/media-storage.md).
 */

/** A connection or a pool. */
type Queryable = Pick<Pool, 'query'>

type Verdict =
  | 'own'
  /** Without a mark, but with files of this database: it was used by a version without marks, or copied without its mark. */
  | 'unmarked'
  /** Like `unmarked`, although the database has marked its storage. */
  | 'mark_missing'
  /** Empty, and neither it nor the database was used before. */
  | 'unused'
  /** Empty. The database used another one, which has none of its files. */
  | 'new'
  /** Marked as that of another database. */
  | 'foreign'
  /** A restore fills it for another database, or was interrupted. */
  | 'restoring'
  /** Without a mark, with files, of which the database knows none. */
  | 'unknown_files'
  /** Without a mark and without the files of this database. */
  | 'files_missing'
  | Exclude<VolumeVerdict, 'own'>

/** A folder of the storage that may be a volume of its own. */
type VolumeVerdict =
  | 'own'
  /** Never marked, and nothing says that it is not mounted: the storage was marked by a version without marks of volumes. */
  | 'volume_unmarked'
  /** The database knows no file of it, and it has lost its mark. */
  | 'volume_mark_missing'
  /** Another one, or not mounted. */
  | 'volume_missing'

/**
 * Marks the storage as owned by this database if it has no owner. Processes of one database that start at once write the same
 * mark.
 * @throws {StartError} when the storage is another database's, or lacks the files of this one
 */
export async function claimFiles(database: Queryable, storage: FileStorage): Promise<void> {
  await claim(database, storage, await judge(database, storage))
}

/**
 * Like `claimFiles`, but a storage without any file, such as a volume that is not mounted, does not stop the service: it gets no
 * mark.
 * @returns the error to log in that case
 * @throws {StartError} when the service must not start
 */
export async function claimFilesAtStart(
  database: Queryable,
  storage: FileStorage,
): Promise<StartError | undefined> {
  const verdict = await judge(database, storage)
  if (verdict === 'volume_missing') return refusal(verdict)
  // Another storage with files is refused: files that are added to it would make it look like the one of this database.
  if (verdict === 'files_missing' && (await storage.isEmpty())) return refusal(verdict)
  await claim(database, storage, verdict)
  return undefined
}

/** Changes nothing. @throws {StartError} when `claimFiles` would refuse the storage */
export async function checkClaimable(database: Queryable, storage: FileStorage): Promise<void> {
  requireClaimable(await judge(database, storage))
}

async function claim(database: Queryable, storage: FileStorage, verdict: Verdict): Promise<void> {
  if (verdict === 'own') return
  requireClaimable(verdict)
  await database.query('insert into storage_owner (id) values ($1) on conflict do nothing', [randomUUID()])
  await markOwned(storage, (await ownId(database)) ?? '')
  // Another database may have written its mark at the same time.
  const judged = await judge(database, storage)
  if (judged !== 'own' && judged !== 'volume_unmarked') throw refusal('foreign')
}

function requireClaimable(verdict: Verdict): void {
  switch (verdict) {
    case 'foreign':
    case 'restoring':
    case 'unknown_files':
    case 'files_missing':
    case 'volume_missing':
      throw refusal(verdict)
    default:
  }
}

/**
 * Changes nothing. For commands, and before files are removed: the mark may have been taken over since the start, or the volume
 * is no longer mounted.
 * @throws {StartError} when the storage is not the one that the service of this database uses
 */
export async function confirmFiles(database: Queryable, storage: FileStorage): Promise<void> {
  const verdict = await judge(database, storage)
  if (verdict === 'own' || verdict === 'unmarked' || verdict === 'unused' || verdict === 'volume_unmarked')
    return
  throw refusal(verdict)
}

/**
 * For a service that started without its files: what it has stored since is no sign of them.
 * @throws {StartError} when the storage or one of its volumes does not have the mark of this database
 */
export async function confirmMarked(database: Queryable, storage: FileStorage): Promise<void> {
  const verdict = await judge(database, storage)
  if (verdict === 'own') return
  if (verdict === 'foreign' || verdict === 'restoring') throw refusal(verdict)
  throw refusal(verdict.startsWith('volume_') ? 'volume_missing' : 'files_missing')
}

/**
 * Marks the storage as that of this database, whatever it says. Databases with the former mark can no longer use it.
 * @throws {StartError} when a volume without the latest files cannot be written
 */
export async function takeOverFiles(database: Queryable, storage: FileStorage): Promise<void> {
  // A new id: a copy of this database has the former one.
  const owner = randomUUID()
  await database.query(
    'insert into storage_owner (id) values ($1) on conflict (singleton) do update set id = excluded.id',
    [owner],
  )
  await markOwned(storage, owner)
  if ((await judge(database, storage)) === 'volume_missing')
    throw new StartError(
      'The folder recordings of the file storage cannot be written. Correct this and repeat the command.',
    )
}

/** Changes nothing. @throws {StartError} when the storage has files or another database's mark, unless `files` is 'taken over' */
export async function checkRestorable(
  database: Queryable,
  storage: FileStorage,
  files: 'taken over' | 'none',
): Promise<void> {
  const mark = await readMark(storage)
  const isUsable =
    files === 'taken over' ||
    mark.kind === 'restoring' ||
    (mark.kind === 'owned' && mark.owner === (await ownId(database))) ||
    (mark.kind === 'none' && (await storage.isEmpty()))
  if (!isUsable)
    throw new StartError(
      'The file storage has files of another database. Restore into an empty data dir or bucket. To use the files that are there, ' +
        'once that database is no longer used by any Parley, add --take-over-storage.',
    )
}

/** Reserves the storage for a restore, which `takeOverFiles` completes. @throws {StartError} as `checkRestorable` */
export async function reserveForRestore(
  database: Queryable,
  storage: FileStorage,
  files: 'taken over' | 'none',
): Promise<void> {
  await checkRestorable(database, storage, files)
  await markRestoring(storage)
}

async function judge(database: Queryable, storage: FileStorage): Promise<Verdict> {
  const [mark, id] = [await readMark(storage), await ownId(database)]
  if (mark.kind === 'owned') return mark.owner === id ? judgeVolumes(database, storage, mark) : 'foreign'
  // The database that is restored has no id yet.
  if (mark.kind === 'restoring' && id !== undefined) return 'restoring'
  const keys = await latestKeys(database)
  if (keys.length > 0) {
    if (!(await hasOneOf(storage, keys))) return 'files_missing'
    if ((await judgeVolumes(database, storage, mark)) === 'volume_missing') return 'volume_missing'
    return id === undefined ? 'unmarked' : 'mark_missing'
  }
  if (!(await storage.isEmpty())) return 'unknown_files'
  return id === undefined ? 'unused' : 'new'
}

/** Returns the verdict on the first volume that is not this database's. */
async function judgeVolumes(
  database: Queryable,
  storage: FileStorage,
  mark: StorageMark,
): Promise<VolumeVerdict> {
  for (const volume of storage.volumes) {
    const verdict = await judgeVolume(database, storage, mark, volume)
    if (verdict !== 'own') return verdict
  }
  return 'own'
}

async function judgeVolume(
  database: Queryable,
  storage: FileStorage,
  mark: StorageMark,
  volume: string,
): Promise<VolumeVerdict> {
  const isMarked = mark.kind === 'owned' && mark.volumes.includes(volume)
  if (isMarked) {
    const found = await readVolumeMark(storage, volume)
    if (found.kind !== 'none')
      return found.kind === 'owned' && found.owner === mark.owner ? 'own' : 'volume_missing'
  }
  const keys = (await latestKeys(database)).filter((key) => key.startsWith(`${volume}/`))
  if (keys.length === 0) return isMarked ? 'volume_mark_missing' : 'volume_unmarked'
  // What was stored since the volume was unmounted is no sign of it.
  return !isMarked && (await hasOneOf(storage, keys)) ? 'volume_unmarked' : 'volume_missing'
}

/** Whether this database has claimed a storage before. */
export const hasClaimedFiles = async (database: Queryable): Promise<boolean> =>
  (await ownId(database)) !== undefined

/** undefined: none yet, also before the migration. */
async function ownId(database: Queryable): Promise<string | undefined> {
  const table = await database.query<{ there: boolean }>(
    `select to_regclass('storage_owner') is not null as there`,
  )
  if (table.rows[0]?.there !== true) return undefined
  return (await database.query<{ id: string }>('select id from storage_owner')).rows[0]?.id
}

const keysPerTable = 20

/** Of every table with the columns `storage_key` and `size`, as in a backup. Keys begin with the day. */
async function latestKeys(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select table_name::text as name from information_schema.columns
     where table_schema = current_schema() and column_name in ('storage_key', 'size')
     group by table_name having count(*) = 2 order by table_name`,
  )
  const keys: string[] = []
  for (const { name } of rows) {
    const found = await database.query<{ key: string }>(
      `select storage_key as key from ${escapeIdentifier(name)} where storage_key is not null order by storage_key desc limit $1`,
      [keysPerTable],
    )
    keys.push(...found.rows.map(({ key }) => key))
  }
  return keys
}

async function hasOneOf(storage: FileStorage, keys: string[]): Promise<boolean> {
  for (const key of keys) {
    const stream = await storage.read(key, { start: 0, end: 0 })
    stream?.destroy()
    if (stream !== undefined) return true
  }
  return false
}

const check = 'Check DATABASE_URL, PARLEY_DATA_DIR and PARLEY_S3_BUCKET.'

const volumeMissing =
  'The folder recordings of the file storage has no parley-storage.json of this database, or none of the latest recordings: it is another ' +
  'volume, or not mounted. Mount the right one and restart Parley, and copy that file with the recordings if you moved them. If they are lost, run ' +
  '`parley take-over-storage` to continue without them.'

const reasons: Record<Exclude<Verdict, 'own' | 'unmarked' | 'unused' | 'volume_unmarked'>, string> = {
  mark_missing:
    'The file storage has files of this database, but no parley-storage.json: it was not mounted when Parley started, or copied without ' +
    `it. ${check} The next start of Parley writes it.`,
  new: `The file storage is empty and not the one that the service uses. ${check}`,
  foreign:
    `The file storage belongs to another database. ${check} To restore a backup into this database, run \`parley restore\` first. ` +
    'If no Parley uses the other database any more, run `parley take-over-storage`.',
  restoring:
    'A restore into the file storage is running or was interrupted. Repeat it if it was interrupted, or run `parley take-over-storage` to ' +
    'use the storage with this database.',
  unknown_files:
    `The file storage has files, but the database knows none of them. ${check} To restore a backup into this database, run ` +
    '`parley restore` first. To use the storage anyway, run `parley take-over-storage`.',
  files_missing:
    `The file storage has none of the latest files of this database: it is another one, or not mounted. ${check} ` +
    'If the files are lost, run `parley take-over-storage` to continue without them.',
  volume_mark_missing: volumeMissing,
  volume_missing: volumeMissing,
}

const refusal = (verdict: keyof typeof reasons): StartError => new StartError(reasons[verdict])
