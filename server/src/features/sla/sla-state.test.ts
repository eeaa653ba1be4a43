import { slaMetrics } from '@parley/protocol/sla-metric'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alarmOf, deadlinesOf } from './deadlines.ts'
import {
  advance,
  count,
  newState,
  underPolicy,
  type AppliedPolicy,
  type SlaEvent,
  type SlaState,
} from './sla-state.ts'

const policy: AppliedPolicy = {
  id: 'policy',
  name: 'Standard',
  counting: 'business_hours',
  targets: { first_response: 3600, next_response: 1800, resolution: 7200 },
}
/** Open in the first half of each hour. */
const halfHours = (from: number, to: number): number => {
  const until = (at: number) => Math.floor(at / 3_600_000) * 1800 + Math.min(1800, (at % 3_600_000) / 1000)
  return until(to) - until(from)
}
const halfHoursAfter = (from: number, seconds: number): number => {
  let at = from
  while (halfHours(from, at) < seconds) at += 1000
  return at
}
const rules = { countOpen: halfHours, policy }

const events: fc.Arbitrary<SlaEvent> = fc.constantFrom<SlaEvent>(
  { type: 'ended' },
  { type: 'customer_wrote' },
  { type: 'answered', by: 'human' },
  { type: 'answered', by: 'ai' },
  { type: 'snoozed' },
  { type: 'unsnoozed' },
)
const histories = fc.array(fc.tuple(events, fc.integer({ min: 0, max: 7_200_000 })), { maxLength: 20 })

/** Begins with a message at 0; then each event follows the last one after its milliseconds. */
function play(history: [SlaEvent, number][], onEach: (state: SlaState, at: number) => SlaState) {
  let at = 0
  let state = advance(newState(), { type: 'started', waiting: true }, at, rules).state
  const outcomes = []
  for (const [event, ms] of history) {
    state = onEach(state, at + ms / 2)
    at += ms
    const next = advance(state, event, at, rules)
    state = next.state
    outcomes.push(...next.outcomes)
  }
  return { state: count(state, at + 600_000, halfHours), outcomes }
}

describe('the clocks', () => {
  test('count the same however often they are read in between', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const plain = play(history, (state) => state)
        const read = play(history, (state, at) => count(state, at, halfHours))
        for (const metric of slaMetrics) {
          expect(read.state.clocks[metric]?.open ?? 0).toBeCloseTo(plain.state.clocks[metric]?.open ?? 0, 6)
          expect(read.state.clocks[metric]?.all ?? 0).toBeCloseTo(plain.state.clocks[metric]?.all ?? 0, 6)
        }
        expect(read.outcomes.map(({ metric }) => metric)).toEqual(plain.outcomes.map(({ metric }) => metric))
        expect(read.state.results).toEqual(plain.state.results)
      }),
    )
  })

  test('of the resolution count exactly while the customer waits, awake, in an open conversation', () => {
    fc.assert(
      fc.property(histories, (history) => {
        let [waiting, snoozed, open, at, expected] = [true, false, true, 0, 0]
        for (const [event, ms] of [...history, [null, 600_000] as const]) {
          if (waiting && !snoozed && open) expected += halfHours(at, at + ms)
          at += ms
          if (event?.type === 'ended') [open, snoozed] = [false, false]
          if (event?.type === 'customer_wrote') waiting = true
          if (event?.type === 'answered') waiting = false
          if (event?.type === 'snoozed') snoozed = true
          if (event?.type === 'unsnoozed') snoozed = false
        }
        const { state } = play(history, (same) => same)
        if (open) expect(state.clocks.resolution?.open).toBeCloseTo(expected, 6)
        else expect(state.clocks).toEqual({})
      }),
    )
  })

  test('do not run from before the customer’s message when a process whose clock is behind ends the snooze', () => {
    const history: [SlaEvent, number][] = [
      [{ type: 'started', waiting: false }, 0],
      [{ type: 'customer_wrote' }, 0],
      [{ type: 'answered', by: 'human' }, 1000],
      [{ type: 'snoozed' }, 2000],
      [{ type: 'customer_wrote' }, 5000],
      [{ type: 'unsnoozed' }, 4700],
    ]
    let state = newState()
    for (const [event, at] of history) ({ state } = advance(state, event, at, rules))
    expect(state.running_since).toBe(5000)
  })

  test('of a row of an earlier release continue from where they ran', () => {
    const { latest: _, ...earlier } = advance(
      newState(),
      { type: 'started', waiting: true },
      5000,
      rules,
    ).state
    const { state } = advance(earlier, { type: 'customer_wrote' }, 4700, rules)
    expect(state).toMatchObject({ running_since: 5000, clocks: { resolution: { all: 0 } } })
  })

  test.each([
    ['before its deadline', 'clock', 3_599_999, 'met'],
    ['at its deadline', 'clock', 3_600_000, 'breached'],
    ['before a deadline at closing time', 'business_hours', 5_399_999, 'met'],
    ['at closing time', 'business_hours', 5_400_000, 'breached'],
    ['after closing time', 'business_hours', 6_000_000, 'breached'],
  ] as const)(
    'are judged alike whether or not a worker has read them: answered %s by %s',
    (_, counting, at, result) => {
      const judge = { ...policy, counting }
      let state = advance(newState(), { type: 'started', waiting: true }, 0, rules).state
      const due = deadlinesOf(state, judge, halfHoursAfter)[0]?.due_at ?? 0
      expect(at < due ? 'met' : 'breached').toBe(result)
      const answer = () =>
        advance(state, { type: 'answered', by: 'human' }, at, { ...rules, policy: judge }).state.results
      expect(answer()).toEqual({ first_response: result })
      // Sums of seconds are not exact.
      for (let read = 334; read < at; read += 334) state = count(state, read, halfHours)
      expect(answer()).toEqual({ first_response: result })
    },
  )

  test('end once: no metric has two outcomes without a new start', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { outcomes } = play(history, (state) => state)
        const ofMetric = (wanted: string) => outcomes.filter(({ metric }) => metric === wanted).length
        expect(ofMetric('first_response')).toBeLessThanOrEqual(1)
        expect(ofMetric('resolution')).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('deadlines', () => {
  const started = advance(newState(), { type: 'started', waiting: true }, 0, rules).state
  const always = (from: number, seconds: number) => from + Math.max(0, seconds) * 1000

  test('are those of running clocks, the first one first, with a warning before each', () => {
    const deadlines = deadlinesOf(started, policy, always)
    expect(deadlines.map(({ metric, warn_at, due_at }) => [metric, warn_at, due_at])).toEqual([
      ['first_response', 2_700_000, 3_600_000],
      ['resolution', 5_400_000, 7_200_000],
    ])
    expect(alarmOf(deadlines)).toBe(2_700_000)
    expect(deadlinesOf({ ...started, running_since: null }, policy, always)).toEqual([])
    expect(deadlinesOf(started, null, always)).toEqual([])
    expect(deadlinesOf(started, policy, () => null)).toEqual([])
  })

  test('that were announced cause no further alarm', () => {
    const [deadline] = deadlinesOf(started, policy, always)
    if (!deadline) throw new Error('There is no deadline')
    expect(alarmOf([{ ...deadline, warned: true }])).toBe(3_600_000)
    expect(alarmOf([{ ...deadline, warned: true, breached: true }])).toBeNull()
  })

  test('can be announced again only if another policy gives more time', () => {
    const breached = {
      ...started,
      clocks: { first_response: { open: 4000, all: 4000, warned: true, breached: true } },
    }
    expect(underPolicy(breached, policy).clocks.first_response).toMatchObject({
      warned: true,
      breached: true,
    })
    const longer = { ...policy, targets: { ...policy.targets, first_response: 36_000 } }
    expect(underPolicy(breached, longer).clocks.first_response).toMatchObject({
      open: 4000,
      warned: false,
      breached: false,
    })
  })
})
