import type pg from 'pg'
import { onTestFinished } from 'vitest'

/** Locks what the statement locks, as a frozen process would, until the test ends at the latest. Resolves with its release. */
export async function holdLock(
  pool: pg.Pool,
  statement: string,
  parameters: string[],
): Promise<() => Promise<void>> {
  const connection = await pool.connect()
  let isHeld = true
  onTestFinished(() => {
    if (isHeld) connection.release(true)
  })
  await connection.query('begin')
  await connection.query(statement, parameters)
  return async () => {
    isHeld = false
    await connection.query('rollback')
    connection.release()
  }
}
