import type { AgentFace, Role } from '@parley/protocol/agent'
import type { ReplyValues } from '@parley/protocol/canned-reply-variables'
import type { Conversation } from '@parley/protocol/conversation'
import type { CustomerAttributes } from '@parley/protocol/visitor-context'
import type { Actor } from '@parley/protocol/event'
import type { Priority, SnoozeInput } from '@parley/protocol/triage'
import { AppError } from '../core/app-error.ts'
import type { EventLog } from '../core/event-log.ts'
import type { AuthorizeAgent } from '../core/permissions.ts'
import { createAutomationConsumer } from '../features/automation/automation-consumer.ts'
import { automationRoutes, type AutomationRouteDeps } from '../features/automation/automation-routes.ts'
import {
  createPerformAction,
  type ActingRule,
  type RuleCommands,
} from '../features/automation/rule-actions.ts'
import { createRuleRuns, type RuleRunDeps } from '../features/automation/rule-runs.ts'
import { createRules } from '../features/automation/rules.ts'
import { createRunRetention } from '../features/automation/run-retention.ts'
import { runsOfRule } from '../features/automation/run-store.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

type Change<Rest extends unknown[], Result = unknown> = (
  organizationId: string,
  conversationId: string,
  ...rest: Rest
) => Promise<Result>
type Labelling = (
  organizationId: string,
  conversationId: string,
  labelId: string,
  by: { runId: string; face: AgentFace },
) => Promise<boolean>
/** A rule as the author of a change. */
interface RuleAuthor {
  organizationId: string
  agentId: null
  face: AgentFace
}

export interface AutomationPorts {
  log: EventLog
  agents: {
    authorizeAgent: AuthorizeAgent
    agentExists: (organizationId: string, id: string) => Promise<boolean>
  }
  customers: { find: (organizationId: string, customerId: string) => Promise<AutomationCustomer | undefined> }
  businessHours: { isOpen: (organizationId: string, teamId: string | null) => Promise<boolean> }
  visitorContext: { attributesOf: (customerIds: string[]) => Promise<Map<string, CustomerAttributes>> }
  conversations: {
    shown: (organizationId: string, conversationId: string) => Promise<Conversation | undefined>
    conversationsById: AutomationRouteDeps['conversationsById']
    firstMessage: RuleRunDeps['firstMessage']
    lastMessage: RuleRunDeps['lastMessage']
    lifecycle: {
      assign: Change<[agentId: string | null, actor: Actor], boolean>
      close: Change<[actor: Actor, seen: { ruleSeq: number } | null]>
    }
    sendMessage: (
      sender: { type: 'system'; organizationId: string; customerId: string; owner: null },
      message: { client_id: string; content: string; conversationId: string },
    ) => Promise<unknown>
  }
  labels: {
    find: (organizationId: string, labelId: string) => Promise<object | undefined>
    isUsable: (organizationId: string, labelId: string) => Promise<boolean>
    labelling: { add: Labelling; remove: Labelling }
  }
  notes: {
    create: (
      author: { organizationId: string; agentId: string; role: Role; face: AgentFace },
      conversationId: string,
      note: { client_id: string; content: string },
    ) => Promise<unknown>
  }
  teams: {
    exists: (organizationId: string, teamId: string) => Promise<boolean>
    assign: (
      organizationId: string,
      conversationId: string,
      teamId: string | null,
      by: RuleAuthor,
    ) => Promise<boolean>
  }
  triage: {
    triage: {
      prioritize: (by: RuleAuthor, conversationId: string, priority: Priority | null) => Promise<boolean>
      snooze: (by: RuleAuthor, conversationId: string, input: SnoozeInput) => Promise<boolean>
    }
  }
  webhooks: {
    exists: (organizationId: string, webhookId: string) => Promise<boolean>
    /** Queues a delivery to one webhook once. @throws AppError not_found, webhook_inactive */
    enqueueDirect: (
      organizationId: string,
      webhookId: string,
      event: {
        id: string
        type: 'automation.triggered'
        customer_id: string
        conversation_id: string
        data: object
      },
    ) => Promise<boolean>
  }
}

interface AutomationCustomer {
  external_id: string
  first_name: string | null
  last_name: string | null
  email: string | null
}

/** Automation rules: a consumer of the log runs them. */
export function composeAutomation(infra: Infrastructure, ports: AutomationPorts) {
  const { db, clock } = infra
  const { log, agents, conversations } = ports
  const rules = createRules({
    ...infra,
    agentExists: agents.agentExists,
    teamExists: ports.teams.exists,
    labelExists: async (organizationId, labelId) =>
      (await ports.labels.find(organizationId, labelId)) !== undefined,
    labelUsable: ports.labels.isUsable,
    webhookExists: ports.webhooks.exists,
  })
  const runs = createRuleRuns({
    db,
    log,
    clock,
    perform: createPerformAction({ clock, commands: commandsOf(ports) }),
    conversation: conversations.shown,
    firstMessage: conversations.firstMessage,
    lastMessage: conversations.lastMessage,
    attributesOf: async (customerId) =>
      (await ports.visitorContext.attributesOf([customerId])).get(customerId),
    isOpen: ports.businessHours.isOpen,
  })
  return defineFeature({
    consumers: [createAutomationConsumer({ ...infra, runs })],
    jobs: { 'sweep-automation-runs': { cron: '53 3 * * *', run: createRunRetention(infra) } },
    routes: (http) =>
      automationRoutes(http, {
        rules,
        runs,
        runsOfRule: (ruleId, page) => runsOfRule(db, ruleId, page),
        conversationsById: conversations.conversationsById,
        authorizeAgent: agents.authorizeAgent,
      }),
  })
}

/** Expressed by the commands of other features, in the name of the rule. */
const commandsOf = (ports: AutomationPorts): RuleCommands => ({
  ...attributeCommands(ports),
  ...contentCommands(ports),
})

const faceOf = (rule: ActingRule['rule']): AgentFace => ({ ...rule, avatar_url: null })
const authorOf = ({ organizationId, rule }: ActingRule): RuleAuthor => ({
  organizationId,
  agentId: null,
  face: faceOf(rule),
})
const actorOf = ({ runId }: ActingRule): Actor => ({ type: 'system', run_id: runId })

type AttributeCommands = Omit<RuleCommands, 'reply' | 'note' | 'callWebhook' | 'customerValues'>

function attributeCommands(ports: AutomationPorts): AttributeCommands {
  const { teams } = ports
  const { lifecycle } = ports.conversations
  const { labelling } = ports.labels
  const { triage } = ports.triage
  return {
    assign: (by, agentId) => lifecycle.assign(by.organizationId, by.conversation.id, agentId, actorOf(by)),
    moveToTeam: (by, teamId) => teams.assign(by.organizationId, by.conversation.id, teamId, authorOf(by)),
    label: (by, labelId) =>
      labelling.add(by.organizationId, by.conversation.id, labelId, {
        runId: by.runId,
        face: faceOf(by.rule),
      }),
    unlabel: (by, labelId) =>
      labelling.remove(by.organizationId, by.conversation.id, labelId, {
        runId: by.runId,
        face: faceOf(by.rule),
      }),
    prioritize: (by, priority) => triage.prioritize(authorOf(by), by.conversation.id, priority),
    snooze: (by, input) => triage.snooze(authorOf(by), by.conversation.id, input),
    async close(by, ruleSeq) {
      const seen = ruleSeq === undefined ? null : { ruleSeq }
      await lifecycle.close(by.organizationId, by.conversation.id, actorOf(by), seen)
      return true
    },
  }
}

/**
 * Treats a used client_id as success: it belongs to one action of one run, so an interrupted attempt has stored the text, and
 * a variable in it has changed since.
 */
async function unlessStored(store: () => Promise<unknown>): Promise<true> {
  try {
    await store()
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'client_id_conflict')) throw error
  }
  return true
}

function contentCommands(ports: AutomationPorts): Omit<RuleCommands, keyof AttributeCommands> {
  const { conversations, customers, notes, webhooks } = ports
  return {
    async reply({ organizationId, customerId, conversation }, { id, content }) {
      const sender = { type: 'system', organizationId, customerId, owner: null } as const
      const message = { client_id: id, content, conversationId: conversation.id }
      return unlessStored(() => conversations.sendMessage(sender, message))
    },
    async note({ organizationId, conversation, rule }, { id, content }) {
      const author = { organizationId, agentId: rule.id, role: 'agent', face: faceOf(rule) } as const
      return unlessStored(() => notes.create(author, conversation.id, { client_id: id, content }))
    },
    async callWebhook({ organizationId, customerId, conversation, rule, trigger }, { id, webhookId }) {
      const customer = await customers.find(organizationId, customerId)
      return webhooks.enqueueDirect(organizationId, webhookId, {
        id,
        type: 'automation.triggered',
        customer_id: customerId,
        conversation_id: conversation.id,
        data: {
          rule_id: rule.id,
          rule_name: rule.name,
          trigger,
          customer_id: customerId,
          provider_id: conversation.provider_id,
          external_id: customer?.external_id ?? '',
          conversation_id: conversation.id,
        },
      })
    },
    async customerValues(organizationId, customerId): Promise<ReplyValues> {
      const customer = await customers.find(organizationId, customerId)
      if (!customer) return {}
      const { first_name: first, last_name: last, email } = customer
      return {
        'customer.name': [first, last].filter(Boolean).join(' '),
        'customer.first_name': first,
        'customer.last_name': last,
        'customer.email': email,
      }
    },
  }
}
