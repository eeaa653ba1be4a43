import type { AgentChange } from './agent-presence-store.ts'

declare module '../../core/bus/bus.ts' {
  interface BusMessages {
    'presence.agents': { process: string; version: number } & AgentMessage
  }
}

/** What a process announces about its agents. */
export type AgentMessage =
  /** `version` was reached by these changes. */
  | { kind: 'changes'; changes: AgentChange[] }
  | { kind: 'heartbeat' }
  /** Its agents reconnect elsewhere within `graceMs`. */
  | { kind: 'left'; graceMs: number }
