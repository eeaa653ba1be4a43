import { slaMetrics, type SlaMetric } from '@parley/protocol/sla-metric'
import type { SlaPolicy } from '@parley/protocol/sla'

/**
 * What the clocks of one episode of a conversation have counted. They run at the same times: while the conversation is open, not
 * snoozed, and the customer waits for an answer. Both countings are kept, also without a policy, so that another
 * policy can take over at any time.
 */
export interface SlaState {
  open: boolean
  snoozed: boolean
  /** The customer's message is the last one. */
  waiting: boolean
  /** A human answered in this episode. */
  answered: boolean
  /** Milliseconds up to which time is counted; null: the clocks are paused. */
  running_since: number | null
  /**
   * Time of the latest entry, in milliseconds: clocks of processes differ, and an entry can be older than the one before. Absent in
   * rows of earlier releases.
   */
  latest?: number
  /** Position up to which the log is part of the facts that the state was made from; absent if it was made from entries alone. */
  facts_seq?: number
  clocks: { [M in SlaMetric]?: ClockState }
  /** How clocks of this episode ended, the last of each metric. */
  results: { [M in SlaMetric]?: 'met' | 'breached' }
}

export interface ClockState {
  /** Seconds. */
  open: number
  all: number
  /** Whether the warning and the breach were announced. */
  warned: boolean
  breached: boolean
}

export type SlaEvent =
  | { type: 'started'; waiting: boolean }
  | { type: 'ended' }
  | { type: 'customer_wrote' }
  | { type: 'answered'; by: 'human' | 'ai' }
  | { type: 'snoozed' }
  | { type: 'unsnoozed' }

/** Seconds within business hours between two instants in milliseconds. */
export type CountOpen = (from: number, to: number) => number

export interface Outcome {
  metric: SlaMetric
  result: 'met' | 'breached'
  target: number
  spent: number
  at: number
}

export type AppliedPolicy = Pick<SlaPolicy, 'id' | 'name' | 'counting' | 'targets'>

export const newState = (): SlaState => ({
  open: false,
  snoozed: false,
  waiting: false,
  answered: false,
  running_since: null,
  clocks: {},
  results: {},
})

const newClock = (): ClockState => ({ open: 0, all: 0, warned: false, breached: false })

/** Counts up to `at`. Paused clocks do not change: entries that are older than `at` may follow. */
export function count(state: SlaState, at: number, countOpen: CountOpen): SlaState {
  const since = state.running_since
  if (since === null || at <= since) return state
  const open = countOpen(since, at)
  const all = (at - since) / 1000
  const clocks: SlaState['clocks'] = {}
  for (const metric of slaMetrics) {
    const clock = state.clocks[metric]
    if (clock) clocks[metric] = { ...clock, open: clock.open + open, all: clock.all + all }
  }
  return { ...state, running_since: at, clocks }
}

/**
 * Counts up to the event and applies it. An event that is older than the one before, or than what is counted, applies at that time.
 * Applying an event again changes nothing.
 */
export function advance(
  before: SlaState,
  event: SlaEvent,
  time: number,
  rules: { countOpen: CountOpen; policy: AppliedPolicy | null },
): { state: SlaState; outcomes: Outcome[] } {
  const at = Math.max(time, before.latest ?? 0, before.running_since ?? 0)
  const state = count(before, at, rules.countOpen)
  const outcomes: Outcome[] = []

  const end = (metrics: SlaMetric[]): Pick<SlaState, 'clocks' | 'results'> => {
    const clocks = { ...state.clocks }
    const results = { ...state.results }
    for (const metric of metrics) {
      const clock = clocks[metric]
      delete clocks[metric]
      const outcome = clock && outcomeOf(metric, clock, at, rules.policy)
      if (!outcome) continue
      results[metric] = outcome.result
      if (!clock.breached) outcomes.push(outcome)
    }
    return { clocks, results }
  }

  return { state: running(apply(state, event, end), at), outcomes }
}

function apply(
  state: SlaState,
  event: SlaEvent,
  end: (metrics: SlaMetric[]) => Pick<SlaState, 'clocks' | 'results'>,
): SlaState {
  switch (event.type) {
    case 'started':
      return {
        ...newState(),
        open: true,
        waiting: event.waiting,
        clocks: { first_response: newClock(), resolution: newClock() },
      }
    case 'ended':
      // After closing, an answer is no longer due: response clocks end without an outcome.
      return { ...state, ...withoutResponses(end(['resolution'])), open: false, snoozed: false }
    case 'customer_wrote': {
      const asksAgain = state.open && state.answered && !state.waiting && !state.clocks.next_response
      const clocks = asksAgain ? { ...state.clocks, next_response: newClock() } : state.clocks
      return { ...state, clocks, waiting: true }
    }
    case 'answered':
      if (event.by === 'ai') return { ...state, waiting: false }
      return { ...state, ...end(['first_response', 'next_response']), answered: true, waiting: false }
    case 'snoozed':
      return { ...state, snoozed: true }
    default:
      return { ...state, snoozed: false }
  }
}

function withoutResponses({ clocks, results }: Pick<SlaState, 'clocks' | 'results'>) {
  const { first_response: _, next_response: __, ...rest } = clocks
  return { clocks: rest, results }
}

function running(state: SlaState, at: number): SlaState {
  const runs = state.open && !state.snoozed && state.waiting
  return { ...state, latest: at, running_since: runs ? at : null }
}

/** What the clock has counted in the policy's terms, in seconds. */
export const spentOf = (clock: ClockState, policy: AppliedPolicy): number =>
  policy.counting === 'clock' ? clock.all : clock.open

/**
 * Whether the clock has counted up to its deadline: from that instant on, also if nothing has announced it. In whole milliseconds, as
 * deadlines are, because sums of seconds are not exact.
 */
export const isOver = (clock: ClockState, policy: AppliedPolicy, target: number): boolean =>
  Math.round(spentOf(clock, policy) * 1000) >= target * 1000

function outcomeOf(
  metric: SlaMetric,
  clock: ClockState,
  at: number,
  policy: AppliedPolicy | null,
): Outcome | null {
  const target = policy?.targets[metric] ?? null
  if (policy === null || target === null) return null
  const isBreach = clock.breached || isOver(clock, policy, target)
  return { metric, result: isBreach ? 'breached' : 'met', target, spent: spentOf(clock, policy), at }
}

/** Last quarter of the target, at most two hours: enough to answer, and short enough to be rare. */
export const warningLead = (target: number): number => Math.min(target / 4, 7200)

/**
 * The state under another policy, as far as it is counted. A clock that the new target gives more time is no longer breached, and can
 * be breached again.
 */
export function underPolicy(state: SlaState, policy: AppliedPolicy | null): SlaState {
  const clocks: SlaState['clocks'] = {}
  for (const metric of slaMetrics) {
    const clock = state.clocks[metric]
    if (!clock) continue
    const target = policy?.targets[metric] ?? null
    clocks[metric] =
      policy === null || target === null
        ? { ...clock, warned: false, breached: false }
        : {
            ...clock,
            warned: clock.warned && isOver(clock, policy, target - warningLead(target)),
            breached: clock.breached && isOver(clock, policy, target),
          }
  }
  return { ...state, clocks }
}

/** Whether the clocks that ran when the state was written still run: an entry that is not applied yet may have stopped them. */
export function isCurrent(
  { running_since: since }: SlaState,
  facts: { status: 'open' | 'closed'; snoozed_seq: number | null; waiting_since: string | null },
): boolean {
  return (
    since !== null &&
    facts.status === 'open' &&
    facts.snoozed_seq === null &&
    facts.waiting_since !== null &&
    Date.parse(facts.waiting_since) <= since
  )
}

/**
 * The state of a conversation that was open before its organization had policies. How long its customer has been waiting is
 * known, earlier waits are not. Waiting in another product does not count: an import must not breach deadlines `now`.
 */
export function stateFromFacts(
  facts: {
    status: 'open' | 'closed'
    snoozed_seq: number | null
    waiting_since: string | null
    first_response_time: number | null
    imported: boolean
    last_seq: number
  },
  now: number,
): SlaState {
  const answered = facts.first_response_time !== null
  const waiting = facts.waiting_since !== null
  const state: SlaState = {
    ...newState(),
    open: facts.status === 'open',
    snoozed: facts.snoozed_seq !== null,
    waiting,
    answered,
    facts_seq: facts.last_seq,
  }
  if (!state.open) return state
  state.clocks = {
    ...(!answered && { first_response: newClock() }),
    ...(answered && waiting && { next_response: newClock() }),
    resolution: newClock(),
  }
  if (facts.waiting_since === null) return running(state, 0)
  const since = Date.parse(facts.waiting_since)
  return running(state, facts.imported ? Math.max(since, now) : since)
}
