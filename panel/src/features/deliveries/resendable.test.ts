import { expect, test } from 'vitest'
import { mayResend } from './resendable.ts'

const now = Date.parse('2026-03-20T10:00:00.000Z')
const recent = { attempts: 3, created_at: '2026-03-19T10:00:00.000Z' }
const waiting = { ...recent, state: 'waiting' } as const
const failed = { ...recent, state: 'failed' } as const

test('finished deliveries may be on pages that are not loaded', () => {
  expect(mayResend({ period: 'day' }, [waiting], true, now)).toBe(true)
  expect(mayResend({ period: 'day' }, [waiting], false, now)).toBe(false)
  expect(mayResend({ period: 'day' }, [waiting, failed], false, now)).toBe(true)
})

test('nothing is resent without a filter, or by a state that no finished delivery has', () => {
  expect(mayResend({}, [failed], true, now)).toBe(false)
  expect(mayResend({ state: 'waiting' }, [waiting], true, now)).toBe(false)
  expect(mayResend({ state: 'sending' }, [], true, now)).toBe(false)
  expect(mayResend({ state: 'failed' }, [failed], true, now)).toBe(true)
})

test('deliveries of events older than 14 days are resent only if they failed without an attempt', () => {
  const old = { ...failed, created_at: '2026-03-06T09:59:59.000Z' }
  expect(mayResend({ state: 'failed' }, [old], false, now)).toBe(false)
  expect(mayResend({ state: 'failed' }, [old, failed], false, now)).toBe(true)
  expect(mayResend({ state: 'failed' }, [{ ...old, attempts: 0 }], false, now)).toBe(true)
  expect(mayResend({ state: 'cancelled' }, [{ ...old, attempts: 0, state: 'cancelled' }], false, now)).toBe(
    false,
  )
})
