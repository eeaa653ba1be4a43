import { describe, expect, test } from 'vitest'
import { createTestTimer } from '../../../testing/test-timer.ts'
import { createDnsCheck } from './dns-check.ts'
import type { Resolution } from './resolver.ts'
import { urlRules } from './webhook-url.ts'

const url = 'https://hooks.shop.com:8443/parley'
const allowNetworks = ['10.1.0.0/16']

function newDnsCheck(resolution: Resolution | Promise<Resolution>, networks: string[] = []) {
  const asked: string[][] = []
  const clock = createTestTimer()
  const checkDns = createDnsCheck({
    rules: urlRules(networks),
    timer: clock.timer,
    async resolve(...question) {
      asked.push(question)
      return resolution
    },
  })
  return { asked, clock, checkDns }
}

describe('the warning for a saved URL', () => {
  test.each<[string, Resolution, string | null]>([
    ['is absent for public addresses', { ok: true, addresses: ['1.1.1.1', '2606:4700::1111'] }, null],
    ['reports a private address', { ok: true, addresses: ['1.1.1.1', '10.1.0.1'] }, 'address_refused'],
    ['reports a loopback address', { ok: true, addresses: ['::1'] }, 'address_refused'],
    ['reports a name that does not exist', { ok: false, reason: 'not_found' }, 'name_unknown'],
    ['reports a name without addresses', { ok: true, addresses: [] }, 'name_unknown'],
    ['reports a failed lookup', { ok: false, reason: 'no_answer' }, 'name_unanswered'],
  ])('%s', async (_, resolution, warning) => {
    const { asked, clock, checkDns } = newDnsCheck(resolution)
    expect(await checkDns(url, 'shop')).toBe(warning)
    expect(asked).toEqual([['hooks.shop.com', 'shop']])
    expect(clock.running).toBe(0)
  })

  test('is absent for networks allowed by the operator', async () => {
    const { checkDns } = newDnsCheck({ ok: true, addresses: ['10.1.0.1'] }, allowNetworks)
    expect(await checkDns(url, 'shop')).toBeNull()
  })

  test('reports a lookup that takes longer than 3 s', async () => {
    const { clock, checkDns } = newDnsCheck(new Promise<Resolution>(() => {}))
    const warning = checkDns(url, 'shop')
    clock.pass(3000)
    expect(await warning).toBe('name_unanswered')
  })

  test('is absent for IP addresses, without a lookup', async () => {
    const { asked, checkDns } = newDnsCheck({ ok: false, reason: 'not_found' })
    expect(await checkDns('https://[2606:4700::1111]/', 'shop')).toBeNull()
    expect(asked).toEqual([])
  })
})
