import type { AgentFace } from '@parley/protocol/agent'

/** Who of the other side types at this moment. `agent` null: the customer. */
export type Typers = readonly { agent: AgentFace | null }[]
