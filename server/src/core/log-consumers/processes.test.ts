import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { recorder } from '../../testing/recorder-consumer.ts'
import { useTestLog } from '../../testing/test-log.ts'
import { newId } from '../ids.ts'
import { rangeCount, type ConsumerLimits } from './log-consumer.ts'

/** Processes that share consumers: real ones where they are killed. */

const lines = useTestLog()
const { append, appendElsewhere, customer, handled, seqs, start } = lines
vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 })

const program = fileURLToPath(new URL('../../testing/log-consumer-worker.ts', import.meta.url))

/** A real process; `says` resolves once it prints that line. */
function spawnWorker(options: { hang?: boolean } = {}) {
  const argument = JSON.stringify({ databaseUrl: lines.url, hang: false, ...options })
  const child: ChildProcess = spawn(process.execPath, [program, argument], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed = new Set<string>()
  let tell = () => {}
  if (child.stdout)
    createInterface(child.stdout).on('line', (line) => {
      printed.add(line)
      tell()
    })
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  lines.cleanUps.push(() => end('SIGKILL'))
  return {
    async says(line: string): Promise<void> {
      while (!printed.has(line)) await new Promise<void>((resolve) => (tell = resolve))
    },
    end,
  }
}

/** Ranges by owner. */
async function owners(): Promise<number[]> {
  const { rows } = await lines.pool.query<{ count: number }>(
    'select count(*)::int as count from log_consumer_range where owner is not null group by owner order by owner',
  )
  return rows.map(({ count }) => count).sort((a, b) => a - b)
}

const manyCustomers = (count: number) => Promise.all(Array.from({ length: count }, () => customer()))

describe('a process that is killed between its work and the move of its cursor', () => {
  test('leaves nothing behind: the next one does it all, once, within seconds', async () => {
    const ids = await manyCustomers(8)
    const doomed = spawnWorker({ hang: true })
    await doomed.says('working')
    const successor = spawnWorker()
    await successor.says('ready')
    expect(await handled()).toEqual([])
    await doomed.end('SIGKILL')
    const killedAt = performance.now()
    await expect.poll(async () => (await handled()).length, { timeout: 30_000 }).toBe(8)
    expect(performance.now() - killedAt).toBeLessThan(15_000)
    for (const id of ids) expect(await seqs(id)).toEqual([1])
    await successor.end('SIGTERM')
  })

  test('five times over, under load: every entry is handled once and in order', async () => {
    const ids = await manyCustomers(30)
    const over = new AbortController()
    const writing = (async () => {
      while (!over.signal.aborted) for (const id of ids) await appendElsewhere(id, 'message.created')
    })()
    const workers = [spawnWorker(), spawnWorker()]
    for (let kill = 0; kill < 5; kill += 1) {
      const worker = workers.shift()
      await worker?.says('ready')
      const enough = (await handled()).length + 20
      await expect.poll(async () => (await handled()).length, { timeout: 20_000 }).toBeGreaterThan(enough)
      await worker?.end('SIGKILL')
      workers.push(spawnWorker())
    }
    over.abort()
    await writing
    const { rows } = await lines.pool.query<{ total: number }>(
      'select sum(last_seq)::int as total from customer_log',
    )
    await expect.poll(async () => (await handled()).length, { timeout: 30_000 }).toBe(rows[0]?.total)
    for (const id of ids) {
      const got = await seqs(id)
      expect(got).toEqual(got.map((_seq, index) => index + 1))
    }
  })
})

describe('two processes', () => {
  test('share the ranges evenly, and each entry is handled once', async () => {
    const first = await start([recorder()])
    expect(await owners()).toEqual([rangeCount])
    const second = await start([recorder()], { hints: false })
    await first.look()
    await second.look()
    expect(await owners()).toEqual([rangeCount / 2, rangeCount / 2])
    const ids = await manyCustomers(40)
    for (const id of ids) await append(id, 'message.created')
    await first.settled()
    await second.look()
    await second.settled()
    for (const id of ids) expect(await seqs(id)).toEqual([1, 2])
  })

  test('of which one stops: the other has all at its next look', async () => {
    const first = await start([recorder()])
    const second = await start([recorder()])
    await first.look()
    await second.look()
    await first.stop()
    await second.look()
    expect(await owners()).toEqual([rangeCount])
    const id = await customer()
    await second.settled()
    expect(await seqs(id)).toEqual([1])
  })

  test('of which one has claimed ranges without getting the response: it has them at its next look', async () => {
    const consumers = await start([recorder()], { hints: false })
    const { rows } = await lines.pool.query<{ id: string }>('select id from log_consumer_process')
    const other = newId()
    await lines.pool.query(
      "insert into log_consumer_process (id, consumers, lease_until) values ($1, '{}', now() + interval '1 minute')",
      [other],
    )
    await lines.pool.query('update log_consumer_range set owner = $1', [other])
    await consumers.look()
    await lines.pool.query('update log_consumer_range set owner = $1', [rows[0]?.id])
    const id = await customer()
    await consumers.look()
    await consumers.settled()
    expect(await seqs(id)).toEqual([1])
  })

  /** A consumer that stops inside its transaction as soon as it has the message of this customer. */
  async function hangingProcess(id: string, limits: Partial<ConsumerLimits> = {}) {
    const entered = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const plain = recorder()
    const consumers = await start(
      [
        {
          ...plain,
          async handle(trx, batch, signal) {
            if (batch.some(({ entries }) => entries.some(({ type }) => type === 'message.created'))) {
              entered.resolve()
              await release.promise
            }
            await plain.handle(trx, batch, signal)
          },
        },
      ],
      { limits },
    )
    lines.cleanUps.push(async () => release.resolve())
    await append(id, 'message.created')
    await entered.promise
    return { consumers, release: release.resolve }
  }

  /** Its lease has always expired for the others, also after it was renewed. */
  const expired = { leaseMs: 0 }

  test('of which one hangs: the other takes its ranges, passes over what it has locked, and handles nothing twice', async () => {
    const [id, other] = [await customer(), await customer()]
    const first = await hangingProcess(id, expired)
    const second = await start([recorder()], { hints: false, settle: false })
    expect(await owners()).toEqual([rangeCount])
    await appendElsewhere(other, 'message.created')
    await second.look()
    await expect.poll(() => seqs(other)).toEqual([1, 2])
    expect(await seqs(id)).toEqual([1])
    first.release()
    await first.consumers.settled()
    await second.settled()
    expect(await seqs(id)).toEqual([1, 2])
  })

  test('of which one hangs and loses its connection: what it does late counts for nothing', async () => {
    const id = await customer()
    const first = await hangingProcess(id, expired)
    // Waits until the connection's locks are released.
    await lines.pool.query(
      "select pg_terminate_backend(pid, 10000) from pg_stat_activity where state = 'idle in transaction' and datname = current_database()",
    )
    const second = await start([recorder()], { hints: false })
    expect(await seqs(id)).toEqual([1, 2])
    first.release()
    await first.consumers.look()
    await first.consumers.settled()
    await second.settled()
    expect(await seqs(id)).toEqual([1, 2])
  })

  test('of which one stops before it has handled what it found: the other finds it, too', async () => {
    const [id, other] = [await customer(), await customer()]
    const first = await hangingProcess(id)
    const unhandled = await customer()
    await appendElsewhere(unhandled, 'message.created')
    for (let looks = 0; looks < 3; looks += 1) await first.consumers.look()
    const stopping = first.consumers.stop()
    first.release()
    await stopping
    const second = await start([recorder()], { hints: false })
    await appendElsewhere(other, 'message.created')
    await second.look()
    await second.settled()
    for (const each of [id, unhandled, other]) expect(await seqs(each)).toEqual([1, 2])
  })

  test('whose ranges change hands while they work handle each entry once', async () => {
    const both = [await start([recorder()]), await start([recorder()])]
    const ids = await manyCustomers(20)
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(ids.map((id) => append(id, 'message.created')))
      await lines.pool.query('update log_consumer_range set owner = null')
      await Promise.all(both.map((consumers) => consumers.look()))
    }
    // The first look may leave ranges that both of them have tried to claim.
    for (const consumers of both) await consumers.look()
    for (const consumers of both) await consumers.settled()
    for (const id of ids) expect(await seqs(id)).toEqual(Array.from({ length: 11 }, (_, index) => index + 1))
  })
})
