import type { AgentFace } from '@parley/protocol/agent'
import type { LogEntry } from '@parley/protocol/event'
import type { StoredEntry } from '../core/event-log.ts'
import { createFanOut } from '../realtime/fan-out.ts'
import { logCommands } from '../realtime/log-commands.ts'
import { createJoinNewCustomer } from '../realtime/new-customer.ts'
import { typingCommands } from '../realtime/typing.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface RealtimePorts {
  renderEntry: (entry: StoredEntry) => LogEntry
  agents: { faceOf: (organizationId: string, agentId: string) => Promise<AgentFace | undefined> }
  customers: { idsOf: (visitors: string[]) => Promise<Map<string, string>> }
}

/** Sockets follow logs: replay, fan-out and typing. */
export function composeRealtime(
  infra: Infrastructure,
  { renderEntry: render, agents, customers }: RealtimePorts,
) {
  const onError = infra.logErrors('realtime')
  const fanOut = createFanOut({ ...infra, render, findCustomers: customers.idsOf, onError })
  infra.lifecycle.onStop(fanOut.close)
  const log = logCommands({ ...infra, fanOut, render })
  const typing = typingCommands({ ...infra, fanOut, faceOf: agents.faceOf })
  return defineFeature({
    fanOut,
    onAgentTyping: typing.onAgentTyping,
    joinNewCustomer: createJoinNewCustomer({ ...infra, fanOut, onError }),
    widget: { ...log.widget, ...typing.widget },
    agent: { ...log.agent, ...typing.agent },
  })
}
