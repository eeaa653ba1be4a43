import { expect, test } from 'vitest'
import { undoClose } from './undo-close.ts'

const ada = { id: 'ada', name: 'Ada', avatar_url: null }
const until = '2026-01-31T10:00:00.000+00:00'

test('a closed conversation is reopened first, then assigned to its agent, and then snoozed until its time', () => {
  expect(undoClose({ agent: ada, snooze: { until } }, 7)).toEqual([
    { action: 'reopen' },
    { action: 'assign', body: { agent_id: 'ada' } },
    { action: 'snooze', body: { until, seen_seq: 7 } },
  ])
})

test('a conversation without agent and snooze is only reopened', () => {
  expect(undoClose({ agent: null, snooze: null }, 7)).toEqual([{ action: 'reopen' }])
})
