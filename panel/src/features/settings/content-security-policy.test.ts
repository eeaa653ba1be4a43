import { expect, test } from 'vitest'
import { contentSecurityPolicy, serviceOrigin } from './content-security-policy.ts'

test('the origin comes from the snippet and may differ from the panel’s', () => {
  const snippet = '<script async src="https://support.shop.example/sdk.js"></script>'
  expect(serviceOrigin(snippet, 'https://panel.internal')).toBe('https://support.shop.example')
  expect(serviceOrigin('<script>', 'https://panel.internal')).toBe('https://panel.internal')
})

test('sockets need their own scheme', () => {
  expect(contentSecurityPolicy('https://a.example')).toContain(
    'connect-src https://a.example wss://a.example',
  )
  expect(contentSecurityPolicy('http://localhost:8080')).toContain('ws://localhost:8080')
})
