import { expect, test } from 'vitest'
import type { Attempt } from '@parley/protocol/webhook'
import { deliveriesEn as texts } from '../../messages/deliveries-en.ts'
import { failureText, missingRequestText, outcomeText } from './attempt-texts.ts'

const failed = (code: string) => ({ code, detail: null }) as Attempt['failure']

test('a failure that only a newer service knows is shown in the words of the service', () => {
  expect(failureText(texts, { failure: failed('moon_phase'), error: 'Wrong moon.' })).toBe('Wrong moon.')
  expect(failureText(texts, { failure: failed('answer_late'), error: 'Late.' })).toBe(
    'The receiver did not respond within 10 seconds.',
  )
})

test('an outcome that only a newer service knows is shown by its name', () => {
  expect(outcomeText(texts, { outcome: 'eclipsed' as Attempt['outcome'], status: null })).toBe('eclipsed')
  expect(outcomeText(texts, { outcome: 'bad_status', status: 500 })).toBe('Responded 500')
})

test.each([
  ['connection_error', 'receiver_refused', 'Nothing was sent.'],
  ['refused', 'address_refused', 'Nothing was sent.'],
  ['interrupted', null, 'It is unknown whether your server received the request.'],
  ['timeout', 'not_stored', 'The request and its response could not be stored.'],
  ['delivered', 'not_stored', 'The request and its response could not be stored.'],
  ['under_way', null, null],
] as const)('without a request, %s with %s means: %s', (outcome, code, text) => {
  const failure = code === null ? null : failed(code)
  expect(missingRequestText(texts, { request: null, outcome, failure })).toBe(text)
})
