import { expect, test } from 'vitest'
import type { Attempt, DeliveryDetail } from '@parley/protocol/webhook'
import { storyOf } from './delivery-story.ts'

type Case = [
  state: DeliveryDetail['state'],
  attempts: [outcome: Attempt['outcome'], finishedAt: string][],
  updatedAt: string,
]

function story([state, outcomes, updatedAt]: Case, days = 1) {
  const list = outcomes.map(([outcome, at]) => ({ outcome, finished_at: at }) as Attempt)
  const attempts = list.filter(({ outcome }) => outcome !== 'interrupted').length
  const createdAt = '2026-03-01T10:00:00.000Z'
  const delivery = { state, attempts, created_at: createdAt, updated_at: updatedAt, attempt_list: list }
  return storyOf(delivery, Date.parse(createdAt) + days * 24 * 3600 * 1000)
}

test('a delivery waits for its next automatic attempt after a failed one', () => {
  expect(story(['waiting', [['bad_status', '10:00']], '10:00'])).toBe('waiting')
  const interrupted: Case = [
    'waiting',
    [
      ['timeout', '10:00'],
      ['interrupted', '10:10'],
    ],
    '10:00',
  ]
  expect(story(interrupted)).toBe('waiting')
})

test.each<[string, Case]>([
  ['before its first attempt', ['waiting', [], '10:00']],
  ['after an interrupted first attempt', ['waiting', [['interrupted', '10:01']], '10:00']],
  ['when a delivered one is resent', ['waiting', [['delivered', '10:00']], '10:05']],
  ['when a failed one is resent', ['waiting', [['bad_status', '10:00']], '10:05']],
])('a delivery is queued %s', (_when, example) => {
  expect(story(example)).toBe('queued')
})

test('a failed resend of a delivery that was received does not mean that all attempts failed', () => {
  const resent: Case[1] = [
    ['delivered', '10:00'],
    ['connection_error', '10:05'],
  ]
  expect(story(['failed', resent, '10:05'])).toBe('failedAgain')
  expect(story(['failed', [['bad_status', '10:00']], '10:00'])).toBe('failed')
})

test('after 14 days only a delivery without any attempt asks to be resent', () => {
  expect(story(['failed', [], '10:00'], 15)).toBe('unsent')
  expect(story(['failed', [['interrupted', '10:00']], '10:00'], 15)).toBe('expired')
  expect(story(['failed', [['timeout', '10:00']], '10:00'], 15)).toBe('expired')
  expect(story(['failed', [['timeout', '10:00']], '10:00'], 13)).toBe('failed')
})

test('a delivery is cancelled without being sent only if no attempt has ended', () => {
  expect(story(['cancelled', [], '10:00'])).toBe('cancelled')
  expect(story(['cancelled', [['delivered', '10:00']], '10:05'])).toBe('stopped')
})
