import type { AgentFace } from '@parley/protocol/agent'

/** Who of the other side is typing. `agent` null: the customer. */
export type Typers = readonly { agent: AgentFace | null }[]
