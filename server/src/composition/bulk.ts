import type { Actor } from '@parley/protocol/event'
import type { AgentIdentity, AuthorizeAgent } from '../core/permissions.ts'
import { bulkRoutes } from '../features/bulk/bulk-routes.ts'
import { createBulk, type BulkDeps, type SeenMessage } from '../features/bulk/bulk.ts'
import type { Infrastructure } from './infrastructure.ts'
import { defineFeature } from './feature.ts'

type Command<Rest extends unknown[], Result = unknown> = (
  organizationId: string,
  conversationId: string,
  ...rest: Rest
) => Promise<Result>
type Labels = (
  organizationId: string,
  conversationId: string,
  labelId: string,
  by: AgentIdentity,
) => Promise<boolean>

export interface BulkPorts {
  agents: { authorizeAgent: AuthorizeAgent }
  conversations: {
    lifecycle: {
      assign: Command<[agentId: string | null, actor: Actor], boolean>
      close: Command<[actor: Actor, seen: SeenMessage | null]>
      reopen: Command<[actor: Actor]>
    }
  }
  labels: { labelling: { add: Labels; remove: Labels } }
  teams: {
    assign: (
      organizationId: string,
      conversationId: string,
      teamId: string | null,
      by: AgentIdentity,
    ) => Promise<boolean>
  }
  triage: {
    triage: Pick<BulkDeps, 'prioritize'> & {
      snooze: (
        by: AgentIdentity,
        conversationId: string,
        input: { until: string | null },
        listed?: SeenMessage,
      ) => Promise<boolean>
      wake: (
        organizationId: string,
        conversationId: string,
        wake: { reason: 'agent'; by: AgentIdentity },
      ) => Promise<boolean>
    }
  }
}

/** Bulk changes of conversations. */
export function composeBulk(infra: Infrastructure, ports: BulkPorts) {
  const {
    agents,
    conversations,
    labels,
    teams,
    triage: { triage },
  } = ports
  const { lifecycle } = conversations
  const { labelling } = labels
  const actorOf = (by: AgentIdentity): Actor => ({ type: 'agent', id: by.agentId })
  const bulk = createBulk({
    async close(by, id, seen) {
      await lifecycle.close(by.organizationId, id, actorOf(by), seen)
      return true
    },
    async reopen(by, id) {
      await lifecycle.reopen(by.organizationId, id, actorOf(by))
      return true
    },
    assign: (by, id, agentId) => lifecycle.assign(by.organizationId, id, agentId, actorOf(by)),
    label: (by, id, labelId) => labelling.add(by.organizationId, id, labelId, by),
    unlabel: (by, id, labelId) => labelling.remove(by.organizationId, id, labelId, by),
    prioritize: triage.prioritize,
    snooze: (by, id, until, seen) => triage.snooze(by, id, { until }, seen ?? undefined),
    unsnooze: (by, id) => triage.wake(by.organizationId, id, { reason: 'agent', by }),
    moveToTeam: (by, id, teamId) => teams.assign(by.organizationId, id, teamId, by),
    onError: infra.logErrors('bulk change'),
  })
  return defineFeature({
    routes: (http) => bulkRoutes(http, { bulk, authorizeAgent: agents.authorizeAgent }),
  })
}
