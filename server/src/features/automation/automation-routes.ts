import {
  Rule,
  RuleChange,
  RuleInput,
  RuleOrder,
  RuleRun,
  RuleTest,
  RuleTestInput,
} from '@parley/protocol/automation'
import { Page, PageQuery } from '@parley/protocol/pager'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import { decodeCursor, encodeCursor, pageOf } from '../../core/paging.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import type { Rules } from './rules.ts'
import type { RuleRuns } from './rule-runs.ts'
import type { RunRow } from './run-store.ts'

const tags = ['Automation']
const base = '/v1/organizations/:organization_id/automation-rules'
const OrganizationParams = Type.Object({ organization_id: Id }, closed)
const RuleParams = Type.Object({ organization_id: Id, rule_id: Id }, closed)
const defaultMax = 50

export interface AutomationRouteDeps {
  rules: Rules
  runs: Pick<RuleRuns, 'test'>
  runsOfRule: (
    ruleId: string,
    page: { max: number; after: { created_at: string; id: string } | null },
  ) => Promise<RunRow[]>
  /** Names of the customers of these conversations. */
  conversationsById: (
    organizationId: string,
    ids: string[],
  ) => Promise<Map<string, { customer: { id: string; name: string | null } }>>
  authorizeAgent: AuthorizeAgent
}

/** For admins only, because rules send messages in the name of the organization. Not for API keys: they have the API itself. */
export function automationRoutes(http: Http, deps: AutomationRouteDeps): void {
  const { rules, authorizeAgent } = deps

  http.get(
    base,
    {
      schema: {
        tags,
        summary: 'List automation rules in the order in which they run',
        params: OrganizationParams,
        response: { 200: Type.Object({ data: Type.Array(Rule) }, closed) },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      return { data: await rules.list(organizationId) }
    },
  )

  http.post(
    base,
    {
      schema: {
        tags,
        summary: 'Create an automation rule; it runs after the others',
        params: OrganizationParams,
        body: RuleInput,
        response: { 201: Rule },
      },
    },
    async (request, reply) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      return reply.code(201).send(await rules.create(organizationId, request.body))
    },
  )

  http.put(
    `${base}/order`,
    {
      schema: {
        tags,
        summary: 'Set the order of all automation rules',
        params: OrganizationParams,
        body: RuleOrder,
        response: { 200: Type.Object({ data: Type.Array(Rule) }, closed) },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      await rules.order(organizationId, request.body.ids)
      return { data: await rules.list(organizationId) }
    },
  )

  oneRuleRoutes(http, deps)
}

function oneRuleRoutes(http: Http, { rules, runs, authorizeAgent, ...deps }: AutomationRouteDeps): void {
  http.patch(
    `${base}/:rule_id`,
    {
      schema: {
        tags,
        summary: 'Change an automation rule, or switch it on or off',
        params: RuleParams,
        body: RuleChange,
        response: { 200: Rule },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      return rules.change(organizationId, request.params.rule_id, request.body)
    },
  )

  http.delete(
    `${base}/:rule_id`,
    {
      schema: {
        tags,
        summary: 'Delete an automation rule and its list of runs',
        params: RuleParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      await rules.remove(organizationId, request.params.rule_id)
      return reply.code(204).send(null)
    },
  )

  http.post(
    `${base}/:rule_id/test`,
    {
      schema: {
        tags,
        summary: 'Compare a conversation with the conditions of a rule, without running it',
        params: RuleParams,
        body: RuleTestInput,
        response: { 200: RuleTest },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      const rule = await rules.find(organizationId, request.params.rule_id)
      return runs.test(rule, request.body.conversation_id)
    },
  )

  http.get(
    `${base}/:rule_id/runs`,
    {
      schema: {
        tags,
        summary: 'List the runs of an automation rule, newest first',
        description: 'Kept for 90 days.',
        params: RuleParams,
        querystring: Type.Object(PageQuery, closed),
        response: { 200: Page(RuleRun) },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      const rule = await rules.find(organizationId, request.params.rule_id)
      const { max = defaultMax, cursor } = request.query
      const rows = await deps.runsOfRule(rule.id, { max: max + 1, after: decodeCursor(cursor) })
      const conversations = await deps.conversationsById(
        organizationId,
        rows.map((row) => row.conversation_id),
      )
      const page = pageOf(rows, max, 'DESC', (row) => encodeCursor(row.created_at, row.id))
      return {
        ...page,
        data: page.data.map((row) => runOf(row, conversations.get(row.conversation_id)?.customer)),
      }
    },
  )
}

const runOf = (row: RunRow, customer?: { id: string; name: string | null }): RuleRun => ({
  id: row.id,
  rule_id: row.rule_id,
  conversation_id: row.conversation_id,
  customer: customer ?? { id: row.customer_id, name: null },
  outcome: row.outcome,
  results: row.results,
  created_at: row.created_at,
})
