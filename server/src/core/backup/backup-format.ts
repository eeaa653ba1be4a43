/**
 * A backup is one tar archive, compressed with zstd. Entries, in this order:
 *
 *     backup.json             BackupHeader
 *     secret                  the secret of the data dir, unless left out
 *     files/<key>             media and recordings
 *     tables/<name>/<part>    rows in COPY's text format; no row spans two parts
 *     files/<key>
 *     manifest.json           BackupManifest; its absence means that the archive is incomplete
 */
export const headerName = 'backup.json'
export const secretName = 'secret'
export const manifestName = 'manifest.json'

export const backupFormat = 1

/** What a restore needs before the first row. */
export interface BackupHeader {
  format: typeof backupFormat
  /** The version of Parley that wrote the backup. */
  parley: string
  taken_at: string
  /** The migrations of the database, oldest first. */
  migrations: { name: string; checksum: string }[]
  tables: TableShape[]
  partitions: Partition[]
  /** Identifies PARLEY_SECRET without revealing it. */
  secret_fingerprint: string
  includes_secret: boolean
}

export interface TableShape {
  name: string
  columns: string[]
  /** The copy's `order by`, so that equal rows give equal bytes in every database. */
  order: string
}

export interface Partition {
  parent: string
  name: string
  /** As PostgreSQL writes it: `FOR VALUES FROM (...) TO (...)`. */
  bound: string
  /** Storage parameters, `fillfactor=10`. */
  options: string[]
}

export interface BackupManifest {
  tables: { name: string; rows: number; sha256: string }[]
  sequences: { name: string; value: string; is_called: boolean }[]
  files: { key: string; size: number; sha256: string }[]
  /** Keys of files that a row refers to, but that are missing from the storage or have another size. */
  damaged_files: string[]
  /** Keys of files that were removed with their rows before they could be copied. Not in archives of earlier versions. */
  removed_files?: string[]
}
