import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { TLSSocket } from 'node:tls'
import { Client } from 'pg'
import { beforeEach, expect, inject, it, onTestFinished } from 'vitest'
import { createTestAuthority, type Certified } from '../testing/test-certificates.ts'
import { createDatabase } from '../testing/test-database.ts'
import { migrate } from './migrate.ts'
import { StartError } from './start-error.ts'

let url: string
let directory: string

beforeEach(async () => {
  const server = inject('postgresUrl')
  const name = `migrate_${process.pid}_${Date.now()}`
  url = await createDatabase(server, name)
  directory = await mkdtemp(path.join(tmpdir(), 'parley-migrations-'))
  return async () => {
    await query(server, `drop database ${name}`)
    await rm(directory, { recursive: true })
  }
})

const write = (name: string, sql: string) => writeFile(path.join(directory, name), sql)

async function query(address: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

it('refuses a migration that was edited after it ran', async () => {
  await write('0001-shop.sql', 'create table shop (id int)')
  await migrate(url, { directory })
  await write('0001-shop.sql', 'create table shop (id bigint)')
  await expect(migrate(url, { directory })).rejects.toThrow(
    /^Migration 0001-shop was edited after it ran on this database/,
  )
})

it('refuses a database that a newer version migrated, and names the fix', async () => {
  await write('0001-shop.sql', 'create table shop (id int)')
  await write('0002-till.sql', 'create table till (id int)')
  await migrate(url, { directory })
  await rm(path.join(directory, '0002-till.sql'))
  const error = await migrate(url, { directory }).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(StartError)
  expect(String(error)).toContain(
    'newer Parley: this version does not know its migration 0002-till. Start the newer',
  )
})

it('refuses a migration that is numbered before one that already ran', async () => {
  await write('0002-till.sql', 'create table till (id int)')
  await migrate(url, { directory })
  await write('0001-shop.sql', 'create table shop (id int)')
  await expect(migrate(url, { directory })).rejects.toThrow(
    'Migration 0001-shop comes too late: 0002-till already ran',
  )
  expect(await query(url, `select to_regclass('shop') as shop`)).toEqual([{ shop: null }])
})

it('refuses duplicate numbers and malformed names', async () => {
  await write('0001-shop.sql', '')
  await write('0001-till.sql', '')
  await expect(migrate(url, { directory })).rejects.toThrow('Two migrations have the number 0001')
  await rm(path.join(directory, '0001-till.sql'))
  await write('2-till.sql', '')
  await expect(migrate(url, { directory })).rejects.toThrow('Migration 2-till.sql is not named like')
})

it('rolls back a failed migration, keeps those before it, and names file and line', async () => {
  await write('0001-shop.sql', 'create table shop (id int)')
  await write('0002-till.sql', 'create table till (id int);\n\ninsert into tull values (1);\n')
  await expect(migrate(url, { directory })).rejects.toThrow(
    'Migration 0002-till.sql:3 failed and was rolled back: relation "tull" does not exist',
  )
  expect(await query(url, `select to_regclass('till') as till`)).toEqual([{ till: null }])
  expect(await query(url, 'select name from migration')).toEqual([{ name: '0001-shop' }])
})

it('reports an unreachable database in one line, without the password', async () => {
  const closed = new URL(url)
  closed.port = '1'
  closed.password = 'hunter2'
  const error = await migrate(closed.href, { directory }).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(StartError)
  expect(String(error)).toMatch(
    /The database migrate_\w+ at 127.0.0.1:1 cannot be reached \(connect ECONNREFUSED/,
  )
  expect(String(error)).not.toContain('hunter2')
})

/** Returns the address of the database behind a listener for TLS. */
async function withTls(certified: Certified): Promise<URL> {
  const { hostname, port } = new URL(url)
  const listener = createServer((socket) => {
    // The client asks for TLS before the handshake.
    socket.once('data', () => {
      const secure = new TLSSocket(socket, { isServer: true, ...certified }).on('error', () => {})
      socket.write('S')
      const target = connect(Number(port), hostname).on('error', () => {})
      secure.pipe(target).pipe(secure)
    })
  }).listen(0, 'localhost')
  await once(listener, 'listening')
  onTestFinished(() => void listener.close())
  const address = new URL(url)
  address.hostname = 'localhost'
  address.port = String((listener.address() as AddressInfo).port)
  address.searchParams.set('sslmode', 'verify-full')
  return address
}

it('trusts the private authority of sslrootcert, and names this variable without it', async () => {
  const authority = createTestAuthority()
  const address = await withTls(authority.issue({ names: ['localhost'] }))
  await expect(migrate(address.href, { directory })).rejects.toThrow(
    /cannot be reached \(unable to verify.*append sslrootcert=.* or set NODE_EXTRA_CA_CERTS/,
  )
  const file = path.join(directory, 'ca.pem')
  address.searchParams.set('sslrootcert', file)
  await expect(migrate(address.href, { directory })).rejects.toThrow(
    /^DATABASE_URL cannot be used: ENOENT.*ca\.pem/,
  )
  await writeFile(file, authority.cert)
  expect(await migrate(address.href, { directory })).toEqual([])
})

it('refuses a database of another encoding', async () => {
  const server = inject('postgresUrl')
  await query(
    server,
    `create database latin encoding 'LATIN1' locale_provider libc locale 'C' template template0`,
  )
  onTestFinished(async () => void (await query(server, 'drop database latin')))
  const latin = new URL(server)
  latin.pathname = '/latin'
  await expect(migrate(latin.href, { directory })).rejects.toThrow(
    'latin is encoded in LATIN1; Parley needs UTF8',
  )
})

it('runs new migrations in order, and none twice', async () => {
  await write('0001-shop.sql', 'create table shop (id int)')
  await write('0002-till.sql', 'alter table shop add till int; insert into shop values (1, 1)')
  expect(await migrate(url, { directory })).toEqual(['0001-shop', '0002-till'])
  await write('0003-more.sql', 'insert into shop values (2, 2)')
  expect(await migrate(url, { directory })).toEqual(['0003-more'])
  expect(await migrate(url, { directory })).toEqual([])
  expect(await query(url, 'select id from shop order by id')).toEqual([{ id: 1 }, { id: 2 }])
})

it('accepts Windows line ends in a migration', async () => {
  await write('0001-shop.sql', 'create table shop (\n  id int\n)\n')
  await migrate(url, { directory })
  await write('0001-shop.sql', 'create table shop (\r\n  id int\r\n)\r\n')
  expect(await migrate(url, { directory })).toEqual([])
})

it('runs once when processes start together', async () => {
  await write('0001-shop.sql', 'create table shop (id int)')
  const ran = await Promise.all([1, 2, 3, 4].map(() => migrate(url, { directory })))
  expect(ran.flat()).toEqual(['0001-shop'])
})

it('lets reads pass while another transaction keeps it from its lock, and goes on once that has ended', async () => {
  await write('0001-shop.sql', 'create table shop (id int); insert into shop values (1)')
  await migrate(url, { directory })
  await write('0002-till.sql', 'alter table shop add till int')
  const backup = new Client({ connectionString: url, application_name: 'nightly' })
  await backup.connect()
  await backup.query('begin; select from shop')
  const blocked = Promise.withResolvers<string>()
  const migrated = migrate(url, {
    directory,
    lockTimeoutMs: 100,
    lockRetryMs: 100,
    onBlocked: blocked.resolve,
  })
  expect(await blocked.promise).toMatch(
    /^Migration 0002-till waits until other transactions end.* The oldest is of "nightly" \(process \d+\)/,
  )
  // Waits behind the migration for at most its lock timeout.
  expect(await query(url, 'select id from shop')).toEqual([{ id: 1 }])
  await backup.end()
  expect(await migrated).toEqual(['0002-till'])
})

it('is tried again when it is the victim of a deadlock', async () => {
  await write('0001-shop.sql', 'create table shop (id int); create table victim ()')
  await migrate(url, { directory })
  // PostgreSQL ends whichever of the two transactions looks for a deadlock first.
  await write(
    '0002-till.sql',
    `do $$ begin if to_regclass('victim') is not null then raise deadlock_detected; end if; end $$;
     alter table shop add till int`,
  )
  const blocked = Promise.withResolvers<string>()
  const migrated = migrate(url, { directory, lockRetryMs: 0, onBlocked: blocked.resolve })
  expect(await Promise.race([blocked.promise, migrated])).toMatch(/^Migration 0002-till waits until other/)
  await query(url, 'drop table victim')
  expect(await migrated).toEqual(['0002-till'])
})

it('does not begin another one after it was stopped', async () => {
  await write('0001-shop.sql', 'select pg_advisory_xact_lock(1); create table shop (id int)')
  await write('0002-till.sql', 'create table till (id int)')
  const other = new Client({ connectionString: url })
  await other.connect()
  await other.query('select pg_advisory_lock(1)')
  const stopping = new AbortController()
  const migrated = migrate(url, { directory, lockTimeoutMs: 0, signal: stopping.signal })
  const stopped = expect(migrated).rejects.toThrow('aborted')
  const waiting = `select from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and locktype = 'advisory' and not granted`
  await expect.poll(() => query(url, waiting)).toHaveLength(1)
  stopping.abort()
  await other.end()
  await stopped
  expect(await query(url, 'select name from migration')).toEqual([{ name: '0001-shop' }])
})

it('can be stopped while it waits for a lock', async () => {
  await write('0001-shop.sql', 'create table shop (id int)')
  await migrate(url, { directory })
  await write('0002-till.sql', 'alter table shop add till int')
  const backup = new Client({ connectionString: url })
  await backup.connect()
  await backup.query('begin; select from shop')
  const stopping = new AbortController()
  const { signal } = stopping
  const onBlocked = () => stopping.abort()
  await expect(migrate(url, { directory, lockTimeoutMs: 100, signal, onBlocked })).rejects.toThrow('aborted')
  await backup.end()
  expect(await migrate(url, { directory })).toEqual(['0002-till'])
})

it('can be stopped while another process migrates, and says once that it waits', async () => {
  await write('0001-shop.sql', 'create table shop (id int)')
  await migrate(url, { directory })
  await write('0002-till.sql', 'alter table shop add till int')
  const backup = new Client({ connectionString: url })
  await backup.connect()
  await backup.query('begin; select from shop')
  const blocked = Promise.withResolvers<string>()
  const migrated = migrate(url, {
    directory,
    lockTimeoutMs: 100,
    lockRetryMs: 100,
    onBlocked: blocked.resolve,
  })
  await blocked.promise
  const stopping = new AbortController()
  const lines: string[] = []
  const onBlocked = (line: string) => {
    lines.push(line)
    stopping.abort()
  }
  await expect(migrate(url, { directory, signal: stopping.signal, onBlocked })).rejects.toThrow('aborted')
  expect(lines).toEqual(['Waiting for another process that migrates this database.'])
  await backup.end()
  expect(await migrated).toEqual(['0002-till'])
})

it('is not ended by limits of its role', async () => {
  await write('0001-slow.sql', 'select pg_sleep(0.2); create table shop (id int)')
  const limited = new URL(url)
  limited.searchParams.set('options', '-c statement_timeout=50')
  expect(await migrate(limited.href, { directory })).toEqual(['0001-slow'])
})
