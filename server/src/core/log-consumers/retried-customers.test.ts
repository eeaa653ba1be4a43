import { describe, expect, test } from 'vitest'
import { recorder } from '../../testing/recorder-consumer.ts'
import { useTestLog } from '../../testing/test-log.ts'
import { discover } from './discovery.ts'
import { firstCustomer, rangeCount, type LogConsumer } from './log-consumer.ts'
import { hasUnhandled } from './unhandled-entries.ts'
import { customersBehind } from './walk.ts'

/** Entries that arrive while an earlier one of their customer waits for a retry: hints and discovery pass over them. */

const lines = useTestLog()
const { append, customer, seqs, start } = lines

const limits = { attempts: 2, retryMs: 60_000 }

/** Writes like `recorder`, after `before` has resolved for each entry. */
function recorderAfter(before: (seq: number, signal: AbortSignal) => Promise<void>): LogConsumer {
  const plain = recorder()
  return {
    ...plain,
    async handle(trx, batch, signal) {
      for (const { entries } of batch) for (const { seq } of entries) await before(seq, signal)
      await plain.handle(trx, batch, signal)
    },
  }
}

const failing = async (seq: number): Promise<void> => {
  if (seq === 1) throw new Error('Cannot handle')
}

async function pass(consumers: { look(): Promise<void>; settled(): Promise<void> }): Promise<void> {
  lines.turn(600_000)
  await consumers.look()
  await consumers.settled()
}

async function waiting(): Promise<number> {
  const { rows } = await lines.pool.query('select from log_cursor where retry_at is not null')
  return rows.length
}

async function isBehind(): Promise<boolean> {
  const before = new Date(lines.clock() + 60_000).toISOString()
  const { organizationId } = lines
  return lines.db.transaction().execute((trx) => hasUnhandled(trx, recorder(), { organizationId, before }))
}

describe('entries behind one that failed', () => {
  test.each([
    ['handled', false, [1, 2, 3]],
    ['parked', true, [2, 3]],
  ])(
    'are not lost when the process ends after that one was %s',
    async (_outcome, failsAgain, handledInTheEnd) => {
      const id = await customer()
      const first = await start([recorderAfter(failing)], { limits })
      await append(id, 'message.created', 'message.created')
      await first.stop()
      // Discovers them, passes over them, and stores that.
      await (await start([recorderAfter(failing)], { limits })).stop()
      lines.turn(600_000)
      const hasReached = Promise.withResolvers<void>()
      const third = await start(
        [
          recorderAfter(async (seq, signal) => {
            if (seq === 1) return failsAgain ? await failing(seq) : undefined
            hasReached.resolve()
            await new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(new Error('Ended')))
            })
          }),
        ],
        { limits, settle: false },
      )
      await hasReached.promise
      expect(await isBehind()).toBe(true)
      await third.stop()
      await start([recorder()])
      expect(await seqs(id)).toEqual(handledInTheEnd)
      expect(await waiting()).toBe(0)
      expect(await isBehind()).toBe(false)
    },
  )

  test('are not lost if they came without a hint during the retry, or during the batch after it', async () => {
    const id = await customer()
    let isBroken = true
    const begun = [1, 2].map(() => Promise.withResolvers<void>())
    const ended = [1, 2].map(() => Promise.withResolvers<void>())
    const consumers = await start(
      [
        recorderAfter(async (seq) => {
          if (isBroken) return failing(seq)
          begun[seq - 1]?.resolve()
          await ended[seq - 1]?.promise
        }),
      ],
      { limits, hints: false },
    )
    isBroken = false
    lines.turn(600_000)
    await consumers.look()
    for (const step of [0, 1]) {
      await begun[step]?.promise
      await lines.appendElsewhere(id, 'message.created')
      await consumers.look()
      ended[step]?.resolve()
    }
    await consumers.settled()
    expect(await seqs(id)).toEqual([1, 2, 3])
  })

  test('are handled also if the customer is no longer selected', async () => {
    const id = await customer()
    let isSelected = true
    let isBroken = true
    const consumer = recorderAfter(async (seq) => {
      if (isBroken) await failing(seq)
    })
    const selectCustomers = async (_db: unknown, ids: string[]) => new Set(isSelected ? ids : [])
    const consumers = await start([{ ...consumer, selectCustomers }], { limits })
    await append(id, 'message.created', 'message.created')
    await consumers.settled()
    isSelected = false
    isBroken = false
    await pass(consumers)
    expect(await seqs(id)).toEqual([1, 2, 3])
    expect(await waiting()).toBe(0)
  })
})

test.each([
  ['nothing', true],
  ['nothing', false],
  ['an entry of another type', true],
  ['an entry of another type', false],
])(
  'a retry that succeeds, with %s behind it, is not repeated (selected: %s)',
  async (behind, staysSelected) => {
    const id = await customer()
    let isBroken = true
    let isSelected = true
    const consumer = recorderAfter(async (seq) => {
      if (isBroken) await failing(seq)
    })
    const selectCustomers = async (_db: unknown, ids: string[]) => new Set(isSelected ? ids : [])
    const consumers = await start([{ ...consumer, selectCustomers }], { limits })
    expect(await waiting()).toBe(1)
    if (behind !== 'nothing') await append(id, 'receipt.updated')
    isSelected = staysSelected
    isBroken = false
    await pass(consumers)
    await pass(consumers)
    expect(await seqs(id)).toEqual([1])
    expect(await waiting()).toBe(0)
  },
)

test('discovery and the walk pass over customers who wait for a retry, but not once it was made', async () => {
  const id = await customer()
  await (await start([recorder()])).stop()
  const { snapshot } = await discover(lines.db, [], '1:1:')
  await append(id, 'message.created')
  const found = async (error: string | null) => {
    await lines.pool.query('update log_cursor set retry_at = now(), last_error = $1', [error])
    const { missed } = await discover(lines.db, [recorder()], snapshot)
    const ranges = Array.from({ length: rangeCount }, (_, range) => range)
    const behind = await customersBehind(lines.db, 'recorder', { after: firstCustomer, ranges, max: 10 })
    return [missed.map(({ customerId }) => customerId), behind]
  }
  expect(await found('Error')).toEqual([[], []])
  expect(await found(null)).toEqual([[id], [id]])
})
