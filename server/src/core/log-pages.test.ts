import { expect, test } from 'vitest'
import { useTestLog } from '../testing/test-log.ts'
import { fittingSlice, readLog, type LogSlice } from './log-reader.ts'
import { maxPageBytes } from './page-size.ts'

const lines = useTestLog()
const bytesOf = ({ entries }: LogSlice) => Buffer.byteLength(JSON.stringify(entries))

/** A customer with this many entries of 48 KB: 8,000 characters that JSON escapes. */
async function largeLog(count: number) {
  const customerId = await lines.customer()
  await lines.append(customerId, ...Array.from({ length: count - 1 }, () => 'message.created' as const))
  const { rows } = await lines.pool.query<{ organization_id: string }>(
    `update event_log set data = jsonb_build_object('content', repeat(E'\\x01', 8000)) returning organization_id`,
  )
  return { customerId, organizationId: rows[0]?.organization_id ?? '' }
}

test('[F7] a page of large entries ends early, and pages have every entry once', async () => {
  const log = await largeLog(120)
  const seen: number[] = []
  for (let after = 0; after < 120;) {
    const page = await readLog(lines, { ...log, after, max: 500, reader: 'agents' })
    if (!page) throw new Error('No such customer')
    expect(page.after).toBe(after)
    expect(page.to).toBeGreaterThan(after)
    expect(bytesOf(page)).toBeLessThanOrEqual(maxPageBytes)
    seen.push(...page.entries.map(({ seq }) => seq))
    after = page.to
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => index + 1))
})

test('a page of small entries has as many as were asked for', async () => {
  const customerId = await lines.customer()
  await lines.append(customerId, ...Array.from({ length: 249 }, () => 'message.created' as const))
  const { rows } = await lines.pool.query<{ id: string }>('select organization_id as id from customer_log')
  const query = { customerId, organizationId: rows[0]?.id ?? '', reader: 'customer' } as const
  expect(await readLog(lines, { ...query, after: 10, max: 220 })).toMatchObject({ after: 10, to: 230 })
  const rest = await readLog(lines, { ...query, after: 10, max: 500 })
  expect(rest?.to).toBe(250)
  expect(rest?.entries).toHaveLength(240)
})

test('a single entry is a page, however large it is', () => {
  const entry = (seq: number) => ({ seq, data: { content: 'x'.repeat(maxPageBytes) } })
  const slice = { after: 4, to: 9, entries: [entry(6), entry(8)] } as unknown as LogSlice
  expect(fittingSlice(slice)).toMatchObject({ after: 4, to: 6, entries: [{ seq: 6 }] })
})
