import { expect, test } from 'vitest'
import { contentSecurityPolicy, serviceOrigin } from './content-security-policy.ts'

test('the address comes from the snippet, which may be another than the panel has', () => {
  const snippet = '<script async src="https://support.shop.example/sdk.js"></script>'
  expect(serviceOrigin(snippet, 'https://panel.internal')).toBe('https://support.shop.example')
  expect(serviceOrigin('<script>', 'https://panel.internal')).toBe('https://panel.internal')
})

test('a socket needs its own scheme', () => {
  expect(contentSecurityPolicy('https://a.example')).toContain(
    'connect-src https://a.example wss://a.example',
  )
  expect(contentSecurityPolicy('http://localhost:8080')).toContain('ws://localhost:8080')
})
