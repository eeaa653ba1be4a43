import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Rule, RuleChange, RuleInput, RuleRun, RuleTest } from '@parley/protocol/automation'
import type { Conversation } from '@parley/protocol/conversation'
import type { PageOf } from '@parley/protocol/pager'
import { api, organizationPath } from '../api/api.ts'
import { organizationKey } from './organization-queries.ts'

const rulesPath = (organizationId: string, rest = '') =>
  organizationPath(organizationId, `/automation-rules${rest}`)
const rulePath = (organizationId: string, ruleId: string, rest = '') =>
  rulesPath(organizationId, `/${encodeURIComponent(ruleId)}${rest}`)

/** In the order in which they run. Admins only. */
export const rulesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'rules'],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: Rule[] }>(rulesPath(organizationId), { signal })).data,
  })

/** Newest first. */
export const ruleRunsQuery = (organizationId: string, ruleId: string) =>
  infiniteQueryOptions({
    queryKey: [...organizationKey(organizationId), 'rule-runs', ruleId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<PageOf<RuleRun>>(rulePath(organizationId, ruleId, '/runs'), {
        query: { max: 30, cursor: pageParam },
        signal,
      }),
    getNextPageParam: (page) => page.pager.next ?? undefined,
  })

/** Conversations to compare a rule with: the latest open ones. */
export const recentConversationsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'rule-test-conversations'],
    queryFn: async ({ signal }) =>
      (
        await api.get<PageOf<Conversation>>(organizationPath(organizationId, '/conversations'), {
          query: { view: 'open', max: 20 },
          signal,
        })
      ).data,
  })

export const createRule = (organizationId: string, input: RuleInput) =>
  api.post<Rule>(rulesPath(organizationId), input)

export const changeRule = (organizationId: string, ruleId: string, change: RuleChange) =>
  api.patch<Rule>(rulePath(organizationId, ruleId), change)

export const deleteRule = (organizationId: string, ruleId: string) =>
  api.delete<null>(rulePath(organizationId, ruleId))

export const orderRules = async (organizationId: string, ids: string[]): Promise<Rule[]> =>
  (await api.put<{ data: Rule[] }>(rulesPath(organizationId, '/order'), { ids })).data

export const testRule = (organizationId: string, ruleId: string, conversationId: string) =>
  api.post<RuleTest>(rulePath(organizationId, ruleId, '/test'), { conversation_id: conversationId })
