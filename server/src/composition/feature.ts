import type { agentCommands, widgetCommands } from '@parley/protocol/upstream'
import type { Http } from '../core/http.ts'
import type { RecurringJob } from '../core/jobs.ts'
import type { LogConsumer } from '../core/log-consumers/log-consumer.ts'
import type { Handlers } from '../realtime/command-table.ts'
import type { AgentContext, WidgetContext } from '../realtime/contexts.ts'

export type WidgetHandlers = Handlers<typeof widgetCommands, WidgetContext>
export type AgentHandlers = Handlers<typeof agentCommands, AgentContext>

/** What a feature may contribute to the service. Workers and resources register with the lifecycle instead. */
export interface Feature {
  routes?(http: Http): void
  /** Socket commands, by method. */
  widget?: Partial<WidgetHandlers>
  agent?: Partial<AgentHandlers>
  /** By name, unique over all features. */
  jobs?: Record<string, RecurringJob>
  /** Durable consumers of the event log. */
  consumers?: LogConsumer[]
  /** Runs before sockets are told to reconnect, while they still work. */
  beforeDrain?(): Promise<void>
}

/** Checks a feature's contributions and keeps its exact type, which also has what other features may use. */
export const defineFeature = <const F extends Feature>(feature: F): F => feature

export interface Contributions {
  routes: ((http: Http) => void)[]
  widget: WidgetHandlers
  agent: AgentHandlers
  jobs: Record<string, RecurringJob>
  consumers: LogConsumer[]
  beforeDrain: (() => Promise<void>)[]
}

/** Methods that a feature handles in any case. */
type Handled<F, Side extends 'widget' | 'agent'> =
  F extends Record<Side, infer H>
    ? { [M in keyof H]-?: object extends Pick<H, M> ? never : M }[keyof H]
    : never

/** Commands of the protocol that none of the features handles. */
export type Unhandled<F> =
  | Exclude<keyof WidgetHandlers, Handled<F, 'widget'>>
  | Exclude<keyof AgentHandlers, Handled<F, 'agent'>>

/** Merges what features contribute. @throws Error for a command or a job that two features have */
export function collect(features: readonly Feature[]): Contributions {
  return {
    routes: features.flatMap(({ routes }) => routes ?? []),
    // Complete: a composition without a handler for every command cannot be built.
    widget: merge(features.map(({ widget }) => widget)) as WidgetHandlers,
    agent: merge(features.map(({ agent }) => agent)) as AgentHandlers,
    jobs: merge(features.map(({ jobs }) => jobs)),
    consumers: features.flatMap(({ consumers }) => consumers ?? []),
    beforeDrain: features.flatMap(({ beforeDrain }) => beforeDrain ?? []),
  }
}

function merge<T extends object>(parts: (T | undefined)[]): T | Record<never, never> {
  const merged = {}
  for (const part of parts) {
    for (const name of Object.keys(part ?? {}))
      if (name in merged) throw new Error(`Two features contribute ${name}`)
    Object.assign(merged, part)
  }
  return merged
}
