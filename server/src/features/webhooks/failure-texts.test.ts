import { failureCodes } from '@parley/protocol/webhook'
import { expect, test } from 'vitest'
import { readFailure, storedFailure } from './failure-texts.ts'

test.each(failureCodes)('%s survives storage and has a message', (code) => {
  for (const detail of [null, 'hooks.shop.com', 'two words']) {
    const read = readFailure(storedFailure({ code, detail }))
    expect(read.failure).toEqual({ code, detail })
    expect(read.error).toMatch(/^[A-Z].+\.$/)
  }
})

test('messages contain the host name and the TLS error', () => {
  expect(readFailure('name_unknown hooks.shop.com').error).toBe(
    'The host name hooks.shop.com does not exist or has no address.',
  )
  expect(readFailure('tls_failed alert').error).toBe('The TLS handshake with the receiver failed (alert).')
})

test('sentences stored by older versions are returned unchanged, and null as null', () => {
  const error = 'The receiver refused the connection.'
  expect(readFailure(error)).toEqual({ failure: null, error })
  expect(readFailure('constructor')).toEqual({ failure: null, error: 'constructor' })
  expect(readFailure(null)).toEqual({ failure: null, error: null })
})
