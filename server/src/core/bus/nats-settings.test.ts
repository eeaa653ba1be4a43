import { expect, test } from 'vitest'
import { environmentReader } from '../environment.ts'
import { readNatsSettings } from './nats-settings.ts'

const read = (url: string | undefined) => {
  const reader = environmentReader({ NATS_URL: url })
  return { settings: readNatsSettings(reader), problems: reader.problems }
}

test.each([
  ['http://nats.example.com', /write nats:/],
  ['nats.example.com:4222', /write nats:/],
  ['nats://', /write nats:/],
  ['nats://one:4222,nonsense', /write nats:/],
  ['nats://u:secret@one,nats://two', /different schemes or credentials/],
  ['nats://one,tls://two', /different schemes or credentials/],
  ['nats://u:secret%@one', /percent-encoded/],
])('%s is refused, without quoting the password', (url, reason) => {
  const { settings, problems } = read(url)
  expect(settings).toBeNull()
  expect(problems).toEqual([expect.stringMatching(reason)])
  expect(problems.join('')).not.toContain('secret')
})

test('the URL determines servers, TLS and credentials', () => {
  expect(read(undefined).settings).toBeNull()
  expect(read('nats://nats.example.com').settings).toEqual({
    servers: ['nats.example.com:4222'],
    tls: false,
    login: null,
  })
  expect(read('tls://u:p%40ss@one:5222, tls://u:p%40ss@two').settings).toEqual({
    servers: ['one:5222', 'two:4222'],
    tls: true,
    login: { user: 'u', pass: 'p@ss' },
  })
  expect(read('nats://token@one').settings).toMatchObject({ login: { token: 'token' } })
})
