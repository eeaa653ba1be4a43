import { describe, expect, it } from 'vitest'
import { plainAddress } from './client-network.ts'
import { createCountryLookup } from './country.ts'
import { createForwardedReader } from './forwarded-address.ts'
import { createHttp } from './http.ts'
import { createLogger } from './logger.ts'

const from = (remoteAddress: string | undefined, headers: Record<string, string> = {}) => ({
  headers,
  socket: { remoteAddress },
})

describe('the country of a request', () => {
  const lookup = createCountryLookup({ header: null, trustProxy: false })

  it('is unknown for private, local and malformed addresses', () => {
    for (const address of [
      '127.0.0.1',
      '10.1.2.3',
      '172.16.2.2',
      '192.168.1.1',
      '169.254.1.1',
      '100.64.0.1',
      '255.255.255.255',
      '::1',
      '::',
      'fe80::1',
      'fe80::1%eth0',
      'fd00::1',
      '::ffff:192.168.1.1',
      'nonsense',
      '',
      undefined,
    ]) {
      expect(lookup(from(address)), address).toBe('ZZ')
    }
  })

  it('comes from the table of address ranges, for both families', () => {
    expect(lookup(from('85.214.132.117'))).toBe('DE')
    expect(lookup(from('::ffff:85.214.132.117'))).toBe('DE')
    expect(lookup(from('8.8.8.8'))).toBe('US')
    expect(lookup(from('2a02:2e0::1'))).toMatch(/^[A-Z]{2}$/)
    expect(lookup(from('2a02:2e0::1'))).not.toBe('ZZ')
  })

  it('ignores headers that were not set by a trusted proxy', () => {
    const headers = { 'x-forwarded-for': '85.214.132.117', 'cf-ipcountry': 'TR' }
    expect(lookup(from('8.8.8.8', headers))).toBe('US')
    const behindNetwork = createCountryLookup({ header: 'cf-ipcountry', trustProxy: ['10.0.0.0/8'] })
    expect(behindNetwork(from('8.8.8.8', headers))).toBe('US')
  })

  it('comes from the header of a trusted proxy, else from the forwarded address', () => {
    for (const trustProxy of [1, ['10.0.0.0/8', 'fd00::/8']]) {
      const behind = createCountryLookup({ header: 'cf-ipcountry', trustProxy })
      const forwarded = { 'x-forwarded-for': '85.214.132.117' }
      for (const proxy of ['10.0.0.7', '::ffff:10.0.0.7', 'fd00::7']) {
        expect(behind(from(proxy, { ...forwarded, 'cf-ipcountry': 'tr' }))).toBe('TR')
        expect(behind(from(proxy, { ...forwarded, 'cf-ipcountry': 'XX' }))).toBe('DE')
        expect(behind(from(proxy, { ...forwarded, 'cf-ipcountry': '<b>' }))).toBe('DE')
        expect(behind(from(proxy, forwarded))).toBe('DE')
      }
    }
  })
})

it.each([
  { trustProxy: false as const },
  { trustProxy: 1 },
  { trustProxy: 2 },
  { trustProxy: ['127.0.0.1'] },
  { trustProxy: ['127.0.0.0/8', '10.0.0.0/8'] },
])('the address is the one that Fastify finds, with $trustProxy', async ({ trustProxy }) => {
  const http = createHttp({ logger: createLogger('silent'), trustProxy })
  const read = createForwardedReader(trustProxy)
  http.get('/', (request, reply) => reply.send({ fastify: request.ip, ours: read(request.raw).address }))
  const lists = [
    '',
    '1.2.3.4',
    '1.2.3.4, 10.0.0.1',
    '6.6.6.6, 1.2.3.4,10.0.0.1',
    ' , 1.2.3.4',
    '1.2.3.4:5, 10.0.0.1:443',
    '[2001:db8::1]:5, [::ffff:10.0.0.1]:443',
    '10.0.0.1:5:6, 10.0.0.1]',
  ]
  for (const list of lists) {
    const answer = await http.inject({ url: '/', headers: { 'x-forwarded-for': list } })
    const { fastify, ours } = answer.json<{ fastify: string; ours: string }>()
    expect(ours, list).toBe(plainAddress(fastify))
  }
  await http.close()
})

it('the address is that of the visitor behind two proxies that add ports, by number and by network', () => {
  for (const trustProxy of [2, ['127.0.0.1', '10.0.0.0/8']]) {
    const read = createForwardedReader(trustProxy)
    const list = '6.6.6.6, 85.214.132.117:50123, 10.0.0.7:443'
    expect(read(from('127.0.0.1', { 'x-forwarded-for': list })).address).toBe('85.214.132.117')
  }
})
