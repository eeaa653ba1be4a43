import { fixed, median, percentile, row } from '../figures.ts'
import { startRelay } from '@parley/e2e/harness/relay'
import { turnCredentials } from '@parley/server/features/calls/ice'
import { behindProxy, inviteTeam, setCalls } from './team.ts'
import { startProduct } from '../chat/product.ts'
import type { CallTimes } from './place-call.ts'
import { openBrowsers } from './browsers.ts'
import { openFloor } from './floor.ts'
import { openProductPages } from './product-pages.ts'

/**
 * C2: two real browsers, each with a beeping microphone. The floor is the same two browsers with minimal signaling, alternating
 * with the product, directly and through a real relay.
 */
export async function benchSetup(databaseUrl: string, quick: boolean): Promise<void> {
  const calls = quick ? 3 : 30
  console.log(
    `\nC2  ${calls} calls each, two Chromiums on this machine; ms from the customer's click to the ring, and from the agent's ` +
      'click until both hear the other. Floor: the same browsers, microphones held, signals by a bare WebSocket',
  )
  const relay = await startRelay()
  const server = await startProduct(databaseUrl, { ...behindProxy, ...relay.environment })
  const [member] = await inviteTeam(server, 1)
  if (!member) throw new Error('Nobody was invited')
  const browsers = await openBrowsers()
  try {
    row('', 'floor ring', 'our ring', 'floor sound', 'our sound', 'ratio')
    for (const path of ['direct', 'relay'] as const) {
      await setCalls(server, { nobody: 'wait', wrap_up_seconds: 0, relay_only: path === 'relay' })
      const floor = await openFloor(browsers, configurationOf(path, relay.environment))
      const product = await openProductPages(browsers, server, member)
      const results: { floor: CallTimes; product: CallTimes }[] = []
      // Warm-up: what is loaded once is not part of a call.
      for (let call = -2; call < calls; call++) {
        const result = { floor: await floor.place(), product: await product.place() }
        if (call >= 0) results.push(result)
      }
      await floor.close()
      await product.close()
      print(path, results)
    }
    console.log('  aim: ring p99 <= 100 ms, sound p95 <= 1.3x floor')
  } finally {
    await browsers.close()
    await server.stop()
    await relay.kill()
  }
}

function print(path: string, results: { floor: CallTimes; product: CallTimes }[]): void {
  const of = (system: 'floor' | 'product', what: keyof CallTimes) => results.map((one) => one[system][what])
  for (const [name, share] of [
    ['p50', 0.5],
    ['p95', 0.95],
    ['p99', 0.99],
  ] as const) {
    const [floorRing, ring, floorSound, sound] = [
      percentile(of('floor', 'ring'), share),
      percentile(of('product', 'ring'), share),
      percentile(of('floor', 'sound'), share),
      percentile(of('product', 'sound'), share),
    ]
    row(
      `${path} ${name}`,
      fixed(floorRing),
      fixed(ring),
      fixed(floorSound),
      fixed(sound),
      fixed(sound / floorSound, 2),
    )
  }
  const ratios = results.map(({ floor, product }) => product.sound / floor.sound)
  row(`${path} median of ratios`, '', '', '', '', fixed(median(ratios), 2))
  for (const what of ['ring', 'sound'] as const) {
    const pairs = results.map(({ floor, product }) => `${fixed(floor[what], 0)}/${fixed(product[what], 0)}`)
    console.log(`  raw ${what}, floor / ours: ${pairs.join(' ')}`)
  }
}

/** Relay credentials as the service creates them, with the same secret. */
function configurationOf(path: 'direct' | 'relay', environment: Record<string, string>): RTCConfiguration {
  const { PARLEY_TURN_URLS: urls = '', PARLEY_TURN_SECRET: secret = '' } = environment
  const credentials = turnCredentials(secret, Math.floor(Date.now() / 1000) + 3600, 'floor')
  return { iceServers: [{ urls, ...credentials }], iceTransportPolicy: path === 'relay' ? 'relay' : 'all' }
}
