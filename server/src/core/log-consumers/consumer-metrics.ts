import { Counter, Gauge, type Registry } from 'prom-client'
import { createProbe } from '../probe.ts'

/** What one consumer counts. */
export interface ConsumerFigures {
  handled(entries: number): void
  failed(outcome: 'retry' | 'parked'): void
}

export interface ConsumerStates {
  /** Seconds that the oldest customer with entries waits, and ranges that are walked, by consumer. */
  lags(): Map<string, { seconds: number; walking: number }>
  parked(): Promise<Map<string, number>>
}

/** The consumers' figures of `/metrics`. */
export function createConsumerMetrics(registry: Registry, states: ConsumerStates) {
  const registers = [registry]
  const labelNames = ['consumer']
  const parked = createProbe(states.parked)
  void new Gauge({
    name: 'parley_log_consumer_lag_seconds',
    help: 'How long the oldest known entry has waited for the consumer in this process',
    labelNames,
    registers,
    collect() {
      for (const [consumer, { seconds }] of states.lags()) this.set({ consumer }, seconds)
    },
  })
  void new Gauge({
    name: 'parley_log_consumer_walking_ranges',
    help: 'Ranges of customers that the consumer is catching up with in this process',
    labelNames,
    registers,
    collect() {
      for (const [consumer, { walking }] of states.lags()) this.set({ consumer }, walking)
    },
  })
  void new Gauge({
    name: 'parley_log_consumer_parked',
    help: 'Entries that the consumer gave up on',
    labelNames,
    registers,
    async collect() {
      // Without the database there is no figure; the others are still useful.
      const counts = await parked().catch(() => null)
      if (counts)
        for (const consumer of states.lags().keys()) this.set({ consumer }, counts.get(consumer) ?? 0)
    },
  })
  const entries = new Counter({
    name: 'parley_log_consumer_entries_total',
    help: 'Entries that the consumer has handled',
    labelNames,
    registers,
  })
  const failures = new Counter({
    name: 'parley_log_consumer_failures_total',
    help: 'Entries that failed, by what follows: retry or parked',
    labelNames: ['consumer', 'outcome'],
    registers,
  })
  return (consumer: string): ConsumerFigures => ({
    handled: (count) => entries.inc({ consumer }, count),
    failed: (outcome) => failures.inc({ consumer, outcome }),
  })
}
