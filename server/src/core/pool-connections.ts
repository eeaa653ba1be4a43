import pg from 'pg'

const readOnlyTransaction = '25006'

/** admin_shutdown, crash_shutdown, database_dropped, idle_session_timeout and timeouts of transactions. */
const fatalStates = new Set(['57P01', '57P02', '57P04', '57P05', '25P03', '25P04'])

/**
 * Keeps unusable connections out of a pool:
 *
 * * broken ones, and ones that the server is closing: a statement that fails with severity FATAL rejects before the connection ends;
 * * one whose statement has timed out. The statement may still run later: a `begin` would collect the statements that follow in a
 *   transaction that nobody commits. And of a connection that the network has dropped, the pool would try each statement first;
 * * one whose server refuses writes: after a failover, the address leads to another server, but the connection does not.
 * @param onConnectionLost called for each connection that is lost while it is in use: its commit may take effect without a response
 */
export function replaceUnusable(pool: pg.Pool, onConnectionLost: () => void = () => {}): void {
  const inUse = new WeakSet<pg.PoolClient>()
  const unusable = new WeakSet<pg.PoolClient>()
  // The pool replaces a broken idle connection (database restart); without a listener the error would end the process.
  pool.on('error', () => {})
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (error: unknown, client) => {
    inUse.delete(client)
    // pool.query() ends a stalled connection itself.
    if (isReadTimeout(error)) onConnectionLost()
    if (unusable.has(client)) end(client)
  })
  pool.on('connect', (client) => {
    // The pool removes its own listener while a client is checked out. The query in progress rejects anyway.
    client.on('error', () => {
      if (inUse.has(client)) onConnectionLost()
    })
    onFailedQuery(client, (error) => {
      // Ended after the rollback, so that the transaction fails with this error.
      if (isReadOnly(error) || isFatal(error)) unusable.add(client)
      if (isFatal(error)) onConnectionLost()
      if (!isReadTimeout(error)) return
      end(client)
      onConnectionLost()
    })
  })
}

/** Of queries that return a promise. */
function onFailedQuery(client: pg.PoolClient, failed: (error: unknown) => void): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown
  client.query = ((...parameters: unknown[]) => {
    const result = query(...parameters)
    if (result instanceof Promise) result.catch(failed)
    return result
  }) as typeof client.query
}

/** The pool removes a connection that is ending. */
const end = (client: pg.PoolClient): void => void (client as unknown as pg.Client).end().catch(() => {})

const isReadOnly = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === readOnlyTransaction

/** The server ends the connection after this message. Its `severity` is translated (`lc_messages`), so that the usual states count, too. */
const isFatal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.severity === 'FATAL' || error.severity === 'PANIC' || fatalStates.has(error.code ?? ''))

/** pg has no code for it. */
const isReadTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

/**
 * A standby refuses writes, too. Its connection is not used again.
 * @throws if the database does not respond, or refuses writes
 */
export async function checkWritable(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    const { rows } = await client.query<{ value: string }>(
      "select current_setting('transaction_read_only') as value",
    )
    if (rows[0]?.value === 'on') throw new Error('The database refuses writes')
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw failure
  } finally {
    client.release(failure)
  }
}
