import { expect, test } from 'vitest'
import type { RuleAction } from '@parley/protocol/automation'
import { emptyDraft } from './rule-draft.ts'
import { goneInRule } from './rule-references.ts'

const lists = { agent: [], label: [], team: [{ id: 'sales' }], webhook: [] }
const drafted = (...actions: RuleAction[]) => ({
  ...emptyDraft,
  actions: actions.map((action, key) => ({ key, action })),
})

test('a rule whose references all exist, or are nobody, has nothing to correct', () => {
  const draft = drafted(
    { type: 'team', team_id: 'sales' },
    { type: 'team', team_id: null },
    { type: 'assign', agent_id: null },
    { type: 'assign', agent_id: '' },
    { type: 'unlabel', label_id: 'archived' },
    { type: 'close' },
  )
  expect(goneInRule(lists, draft)).toEqual([])
})

test('deleted teams, agents and webhooks and archived labels are found where the rule refers to them', () => {
  const draft = drafted(
    { type: 'close' },
    { type: 'team', team_id: 'night' },
    { type: 'assign', agent_id: 'ann' },
    { type: 'label', label_id: 'archived' },
    { type: 'webhook', webhook_id: 'orders' },
  )
  const trigger = { type: 'label_added', label_id: 'archived' } as const
  const team = '11111111-0000-7000-8000-000000000000'
  expect(goneInRule(lists, { ...draft, trigger, filter: { team } })).toEqual([
    { at: 'trigger', kind: 'label' },
    { at: 'condition', field: 'team', kind: 'team' },
    { at: 'action', key: 1, kind: 'team' },
    { at: 'action', key: 2, kind: 'agent' },
    { at: 'action', key: 3, kind: 'label' },
    { at: 'action', key: 4, kind: 'webhook' },
  ])
})
