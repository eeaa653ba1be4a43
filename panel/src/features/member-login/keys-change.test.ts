import { expect, test } from 'vitest'
import { keysChange } from './keys-change.ts'

const stored = { client_id: 'known', team_id: 'TEAM123456', key_id: 'KEY1234567', secret: '' }

test('unchanged values and untouched secrets are not sent', () => {
  expect(keysChange('google', stored, { ...stored, client_id: ' other ' })).toEqual({
    social: 'google',
    client_id: 'other',
  })
  expect(keysChange('apple', stored, stored)).toEqual({ social: 'apple' })
})

test('Apple’s secret is its key, and only Apple has team and key ids', () => {
  const typed = { client_id: 'known', team_id: 'TEAM999999', key_id: 'KEY1234567', secret: 'pem\n' }
  expect(keysChange('apple', stored, typed)).toEqual({
    social: 'apple',
    team_id: 'TEAM999999',
    private_key: 'pem',
  })
  expect(keysChange('x', stored, typed)).toEqual({ social: 'x', client_secret: 'pem' })
})
