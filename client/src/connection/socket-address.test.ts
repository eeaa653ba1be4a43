import { expect, test } from 'vitest'
import { httpOrigin, proofTarget } from './socket-address.ts'

test.each([
  ['wss://support.example/v1/public/socket', 'https://support.example/v1/public/socket'],
  [
    'wss://support.example:8443/base/v1/public/socket?x=1#y',
    'https://support.example:8443/base/v1/public/socket',
  ],
  ['ws://localhost:8080/v1/public/socket', 'http://localhost:8080/v1/public/socket'],
  ['wss://support.example:443/v1/public/socket', 'https://support.example/v1/public/socket'],
])('[H6] a proof for %s names %s', (socket, target) => {
  expect(proofTarget(socket)).toBe(target)
})

test('relative addresses resolve against the http origin of the socket', () => {
  expect(httpOrigin('wss://support.example:8443/v1/socket')).toBe('https://support.example:8443')
  expect(httpOrigin('ws://localhost:8080/v1/socket')).toBe('http://localhost:8080')
})
