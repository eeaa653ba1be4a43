import type { CallReason } from '@parley/protocol/call'
import { expect, test } from 'vitest'
import { outcomeText, type CallOutcome } from './call-outcome.ts'
import { m } from './messages/keys.ts'

const over = (
  status: 'ended' | 'missed' | 'rejected' | 'failed',
  reason: CallReason | null = null,
): CallOutcome => ({
  name: 'over',
  agent: null,
  end: { status, reason, ended_by: 'system' },
  seconds: status === 'ended' ? 200 : null,
})
const said = (state: CallOutcome) =>
  outcomeText(state, (key, values) =>
    key === m.endedAfter && typeof values === 'object' ? `${key} ${values['time']}` : key,
  )

test.each<[string, CallOutcome, string]>([
  ['a talk that somebody ended', over('ended'), 'endedAfter 3:20'],
  ['a talk at its longest', over('ended', 'max_duration'), 'endedAfter 3:20'],
  ['a talk that lost its agent', over('ended', 'agent_disconnected'), 'gone'],
  ['a ring that lost its customer', over('missed', 'visitor_disconnected'), 'gone'],
  ['a ring that nobody heard', over('missed', 'timeout'), 'nobody'],
  ['a queue that was too long', over('missed', 'queue_timeout'), 'nobody'],
  ['a call that was declined', over('rejected', 'declined'), 'nobody'],
  ['a call without a path', over('failed', 'media_failed'), 'failed'],
  ['nobody at a desk', { name: 'refused', code: 'nobody_available' }, 'nobody'],
  ['calls switched off meanwhile', { name: 'refused', code: 'calls_off' }, 'off'],
  ['too many calls', { name: 'refused', code: 'rate_limited' }, 'tooOften'],
  ['a call in another window', { name: 'refused', code: 'call_live' }, 'elsewhere'],
  ['no network', { name: 'refused', code: 'disconnected' }, 'unreachable'],
  ['a refusal that nobody foresaw', { name: 'refused', code: 'internal' }, 'unreachable'],
])('%s has its sentence', (_, state, sentence) => {
  expect(said(state)).toBe(sentence)
})
