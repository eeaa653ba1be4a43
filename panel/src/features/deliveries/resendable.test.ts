import { expect, test } from 'vitest'
import { mayResend } from './resendable.ts'

const waiting = { state: 'waiting' } as const
const failed = { state: 'failed' } as const

test('finished deliveries may be on pages that are not loaded', () => {
  expect(mayResend({ period: 'day' }, [waiting], true)).toBe(true)
  expect(mayResend({ period: 'day' }, [waiting], false)).toBe(false)
  expect(mayResend({ period: 'day' }, [waiting, failed], false)).toBe(true)
})

test('nothing is resent without a filter, or by a state that no finished delivery has', () => {
  expect(mayResend({}, [failed], true)).toBe(false)
  expect(mayResend({ state: 'waiting' }, [waiting], true)).toBe(false)
  expect(mayResend({ state: 'sending' }, [], true)).toBe(false)
  expect(mayResend({ state: 'failed' }, [failed], true)).toBe(true)
})
