import type { AgentFace } from '@parley/protocol/agent'

/** Other participants who are typing. `agent` null: the customer. */
export type Typers = readonly { agent: AgentFace | null }[]
