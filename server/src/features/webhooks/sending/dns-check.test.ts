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

describe('whoever saves an address is told', () => {
  test.each<[string, Resolution, string | null]>([
    ['nothing of a public one', { ok: true, addresses: ['1.1.1.1', '2606:4700::1111'] }, null],
    [
      'that one of its addresses is private',
      { ok: true, addresses: ['1.1.1.1', '10.1.0.1'] },
      'address_refused',
    ],
    ['that it leads to this machine', { ok: true, addresses: ['::1'] }, 'address_refused'],
    ['that its name does not exist', { ok: false, reason: 'not_found' }, 'name_unknown'],
    ['that its name has no address', { ok: true, addresses: [] }, 'name_unknown'],
    ['that nobody could say', { ok: false, reason: 'no_answer' }, 'name_unanswered'],
  ])('%s', async (_, resolution, warning) => {
    const { asked, clock, checkDns } = newDnsCheck(resolution)
    expect(await checkDns(url, 'shop')).toBe(warning)
    expect(asked).toEqual([['hooks.shop.com', 'shop']])
    expect(clock.running).toBe(0)
  })

  test('nothing of a network that the operator has allowed', async () => {
    const { checkDns } = newDnsCheck({ ok: true, addresses: ['10.1.0.1'] }, allowNetworks)
    expect(await checkDns(url, 'shop')).toBeNull()
  })

  test('after three seconds that nobody could say', async () => {
    const { clock, checkDns } = newDnsCheck(new Promise<Resolution>(() => {}))
    const warning = checkDns(url, 'shop')
    clock.pass(3000)
    expect(await warning).toBe('name_unanswered')
  })

  test('nothing of an address without a name, and nobody is asked', async () => {
    const { asked, checkDns } = newDnsCheck({ ok: false, reason: 'not_found' })
    expect(await checkDns('https://[2606:4700::1111]/', 'shop')).toBeNull()
    expect(asked).toEqual([])
  })
})
