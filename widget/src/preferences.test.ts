import { expect, test, vi } from 'vitest'
import { isSignOut } from './preferences.ts'

const key = 'parley.w1'
const active = '{"active":true,"login":"custom 42"}'
const out = '{"active":true,"login":"out"}'

test.each([
  ['the member was signed out', { key, oldValue: active }, out, true],
  ['the first preference is a sign-out', { key, oldValue: null }, out, true],
  ['the site stores something else', { key: 'cart', oldValue: null }, out, false],
  ['another widget’s member was signed out', { key: 'parley.w2', oldValue: active }, out, false],
  ['a draft was saved after a sign-out', { key, oldValue: out }, out, false],
  ['a draft was saved', { key, oldValue: active }, active, false],
  [
    'the draft looked like a sign-out',
    { key, oldValue: JSON.stringify({ drafts: { visitor: out } }) },
    out,
    true,
  ],
  ['the member has signed in again since', { key, oldValue: active }, active, false],
])('%s: a sign-out is recognized by its change', (_, event, stored, expected) => {
  vi.stubGlobal('localStorage', { getItem: (name: string) => (name === key ? stored : null) })
  expect(isSignOut('w1', event)).toBe(expected)
  vi.unstubAllGlobals()
})
