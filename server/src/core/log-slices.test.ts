import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import { useTestLog } from '../testing/test-log.ts'
import { newId } from './ids.ts'
import { readLog, type LogSlice } from './log-reader.ts'
import { readLogSlices, type SliceQuery } from './log-slices.ts'

const lines = useTestLog()

/** Reads these positions in one call. `read`: how many positions the statement was asked for. */
async function slicesOf(queries: SliceQuery[], max = 32) {
  const query = vi.spyOn(lines.pool, 'query')
  const found = await readLogSlices(lines.pool, queries, max)
  expect(query).toHaveBeenCalledTimes(1)
  const [{ values }] = query.mock.calls[0] as unknown as [pg.QueryConfig<string[]>]
  query.mockRestore()
  return {
    slices: queries.map((one) => found.get(one)),
    read: values?.[0]?.split(',').length,
  }
}

const seqsOf = (slice: LogSlice | undefined) => slice && [slice.after, ...slice.entries.map(({ seq }) => seq)]

async function customerWith(entries: number): Promise<Omit<SliceQuery, 'after'>> {
  const customerId = await lines.customer()
  const more = Array.from({ length: entries - 1 }, () => 'message.created' as const)
  await lines.append(customerId, ...more)
  return { organizationId: lines.organizationId, customerId, reader: 'customer' }
}

test('followers at the same position of the same log share what is read, others do not', async () => {
  const [one, other] = [await customerWith(4), await customerWith(3)]
  const { slices, read } = await slicesOf([
    { ...one, after: 1 },
    { ...other, after: 1 },
    { ...one, after: 1 },
    { ...one, after: 2 },
    { ...one, after: 1, reader: 'agents' },
    { ...other, after: 1 },
    { ...one, after: 1 },
  ])
  expect(read).toBe(4)
  expect(slices.map(seqsOf)).toEqual([
    [1, 2, 3, 4],
    [1, 2, 3],
    [1, 2, 3, 4],
    [2, 3, 4],
    [1, 2, 3, 4],
    [1, 2, 3],
    [1, 2, 3, 4],
  ])
  expect(slices[2]).toBe(slices[0])
  expect(slices[6]).toBe(slices[0])
  expect(slices[5]).toBe(slices[1])
  expect(slices[4]).not.toBe(slices[0])
})

test('[L7] a customer of another organization, or of none, has no slice, and the others keep theirs', async () => {
  const known = await customerWith(2)
  const { slices } = await slicesOf([
    { ...known, organizationId: newId(), after: 0 },
    { ...known, after: 0 },
    { ...known, customerId: newId(), after: 0 },
  ])
  expect(slices.map(seqsOf)).toEqual([undefined, [0, 1, 2], undefined])
})

test('[L3] [L6] a slice is what a follower alone would read, whatever the position and the reader', async () => {
  const log = await customerWith(12)
  await lines.pool.query(`update event_log set audience = 'agents' where seq in (3, 9)`)
  await lines.pool.query('update customer_log set cleared_seq = 6')
  await lines.pool.query(`update event_log set type = 'messages.cleared' where seq = 7`)
  const queries = [0, 2, 5, 6, 11, 12, 40].flatMap((after) => [
    { ...log, after },
    { ...log, after, reader: 'agents' as const },
  ])
  const { slices } = await slicesOf(queries, 5)
  const alone = await Promise.all(queries.map((query) => readLog(lines, { ...query, max: 5 })))
  expect(slices).toEqual(alone)
  expect(slices.map(seqsOf)).toContainEqual([5, 7, 8, 10])
  expect(slices.at(-1)).toEqual({ after: 12, to: 12, entries: [] })
})
