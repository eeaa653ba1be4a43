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
  end: { status, reason, ended_by: 'system', ended_at: '2026-01-31T10:00:00.000+00:00' },
  seconds: status === 'ended' ? 200 : null,
})
const said = (state: CallOutcome) =>
  outcomeText(state, (key, values) =>
    key === m.endedAfter && typeof values === 'object' ? `${key} ${values['time']}` : key,
  )

test.each<[string, CallOutcome, string]>([
  ['a call that was ended', over('ended'), 'endedAfter 3:20'],
  ['a call at its maximum duration', over('ended', 'max_duration'), 'endedAfter 3:20'],
  ['a call whose agent disconnected', over('ended', 'agent_disconnected'), 'gone'],
  ['a ringing call whose customer disconnected', over('missed', 'visitor_disconnected'), 'gone'],
  ['a call that nobody answered', over('missed', 'timeout'), 'nobody'],
  ['a ringing call whose last agent disconnected', over('missed', 'agent_disconnected'), 'nobody'],
  ['a queue timeout', over('missed', 'queue_timeout'), 'nobody'],
  ['a call that was declined', over('rejected', 'declined'), 'nobody'],
  ['a call without a media connection', over('failed', 'media_failed'), 'failed'],
  ['no available agent', { name: 'refused', code: 'nobody_available' }, 'nobody'],
  ['calls switched off meanwhile', { name: 'refused', code: 'calls_off' }, 'off'],
  ['too many calls', { name: 'refused', code: 'rate_limited' }, 'tooOften'],
  ['a call in another window', { name: 'refused', code: 'call_live' }, 'elsewhere'],
  ['no network', { name: 'refused', code: 'disconnected' }, 'unreachable'],
  ['an unknown refusal', { name: 'refused', code: 'internal' }, 'unreachable'],
])('%s has its own text', (_, state, sentence) => {
  expect(said(state)).toBe(sentence)
})
