import { readConfig } from '../config.ts'
import { systemClock } from '../core/clock.ts'
import { openDatabase } from '../core/database.ts'
import { listParked, requeueParked, type ParkedEntry } from '../core/log-consumers/parked-entries.ts'
import { migrate } from '../core/migrate.ts'
import { openExistingDatabase } from './command-database.ts'
import { readArguments, UsageError } from './read-arguments.ts'

const maxListed = 100

type Task =
  | { name: 'list'; which: { consumer?: string } }
  | { name: 'requeue'; which: Parameters<typeof requeueParked>[1] }

/**
 * `parley parked`: lists the entries that log consumers gave up on, newest first. `parley parked requeue`: has them handled again.
 * Works whether the service is running or not.
 */
export async function run(words: string[]): Promise<number> {
  const task = readTask(words)
  const config = readConfig(process.env, process.cwd())
  const database = await openExistingDatabase(config)
  try {
    if (!database.isInUse) await migrate(database.url)
    const handle = openDatabase(database.url)
    try {
      if (task.name === 'list') {
        const entries = await listParked(handle.db, { ...task.which, max: maxListed + 1 })
        process.stdout.write(entries.length === 0 ? nothingFound(task.which) : describe(entries))
        return 0
      }
      const count = await requeueParked({ db: handle.db, clock: systemClock }, task.which)
      process.stdout.write(count === 0 ? nothingFound(task.which) : requeued(count))
      // Named entries that do not exist are probably a typing error.
      return count === 0 && task.which.consumer !== undefined ? 1 : 0
    } finally {
      await handle.close()
    }
  } finally {
    await database.close()
  }
}

function readTask(words: string[]): Task {
  const { positionals } = readArguments(words, { max: words[0] === 'requeue' ? 4 : 1, options: {} })
  const [first, consumer, customerId, position] = positionals
  if (first !== 'requeue') return { name: 'list', which: first === undefined ? {} : { consumer: first } }
  if (consumer === undefined) return { name: 'requeue', which: {} }
  if (customerId === undefined) return { name: 'requeue', which: { consumer } }
  if (!uuid.test(customerId) || !/^[1-9]\d{0,14}$/.test(position ?? ''))
    throw new UsageError('Name one entry by customer and position, as "parley parked" lists them.')
  return { name: 'requeue', which: { consumer, customer_id: customerId, seq: Number(position) } }
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

function describe(entries: ParkedEntry[]): string {
  const rows = entries
    .slice(0, maxListed)
    .map((entry) => [
      entry.consumer,
      entry.customer_id,
      `${entry.seq}`,
      entry.type,
      entry.parked_at,
      `${entry.attempts}`,
      entry.requeued_at === null ? entry.error : `${entry.error} (requeued)`,
    ])
  const table = [['consumer', 'customer', 'position', 'type', 'parked at', 'attempts', 'reason'], ...rows]
  const widths = table.reduce<number[]>(
    (max, row) => row.map((cell, index) => Math.max(max[index] ?? 0, cell.length)),
    [],
  )
  const lines = table.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  if (entries.length > maxListed) lines.push(`There are more than these ${maxListed}.`)
  return `${lines.join('\n')}\n`
}

const nothingFound = ({ consumer }: { consumer?: string }): string =>
  consumer === undefined ? 'No entries are parked.\n' : 'No parked entries match.\n'

const requeued = (count: number): string =>
  `${count === 1 ? '1 entry' : `${count} entries`} requeued. The running service handles them within seconds. An entry that fails is parked again.\n`
