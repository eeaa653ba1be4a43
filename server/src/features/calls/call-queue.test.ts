import { describe, expect, test } from 'vitest'
import { createRandom } from '../../testing/call-fuzz.ts'
import { fuzzSeed } from '../../testing/fuzz-seed.ts'
import {
  compareInQueue,
  maxWaitingOfNetwork,
  maxWaitingOfProvider,
  placeInQueue,
  type QueuedCall,
  type WaitingCounts,
} from './call-queue.ts'

interface Waiting extends QueuedCall {
  network: string
  phase: 'pending' | 'ringing'
}

let ids = 0

/** Counts the queue like the database query. */
function countsFor(queue: Waiting[], network: string): WaitingCounts {
  const roundsOf = (calls: Waiting[]) => calls.map(({ queue_round }) => queue_round)
  const own = queue.filter((call) => call.network === network)
  const pending = queue.filter(({ phase }) => phase === 'pending')
  return {
    round: pending.length === 0 ? null : Math.min(...roundsOf(pending)),
    network_round: own.length === 0 ? null : Math.max(...roundsOf(own)),
    of_network: own.length,
    of_provider: queue.length,
  }
}

function enter(queue: Waiting[], network: string): Waiting | null {
  const place = placeInQueue(countsFor(queue, network))
  if (place.result !== 'queued') return null
  ids += 1
  const id = String(ids).padStart(8, '0')
  const call: Waiting = { id, created_at: id, queue_round: place.round, network, phase: 'pending' }
  queue.push(call)
  return call
}

const inOrder = (queue: Waiting[]) => queue.filter(({ phase }) => phase === 'pending').sort(compareInQueue)
const positionOf = (queue: Waiting[], call: Waiting) => inOrder(queue).indexOf(call) + 1

describe('[C3] the queue takes turns between networks', () => {
  test('a flood from one network puts another caller at position 2', () => {
    const queue: Waiting[] = []
    for (let i = 0; i < 60; i++) enter(queue, 'flood')
    expect(queue).toHaveLength(maxWaitingOfNetwork)
    const customer = enter(queue, 'customer')
    expect(customer && positionOf(queue, customer)).toBe(2)
  })

  test('the flood does not move ahead when its first call is answered', () => {
    const queue: Waiting[] = []
    for (let i = 0; i < 5; i++) enter(queue, 'flood')
    const customer = enter(queue, 'customer')
    queue.splice(queue.indexOf(inOrder(queue)[0] as Waiting), 1)
    enter(queue, 'flood')
    expect(customer && positionOf(queue, customer)).toBe(1)
  })

  test('callers from different networks are served in the order of their calls', () => {
    const queue: Waiting[] = []
    const calls = ['a', 'b', 'c', 'd'].map((network) => enter(queue, network))
    expect(inOrder(queue)).toEqual(calls)
  })

  test('a network and a provider have limits on waiting calls', () => {
    const counts = { round: 0, network_round: 0, of_network: 1, of_provider: 1 }
    expect(placeInQueue({ ...counts, of_network: maxWaitingOfNetwork }).result).toBe('network_full')
    expect(placeInQueue({ ...counts, of_provider: maxWaitingOfProvider }).result).toBe('provider_full')
  })

  test(`random arrivals, rings and ends keep the queue fair (seed ${fuzzSeed})`, () => {
    const dice = createRandom(fuzzSeed)
    const queue: Waiting[] = []
    for (let step = 0; step < 5000; step++) {
      const network = `n${Math.floor(dice.below(8) ** 2 / 8)}`
      const before = new Map(inOrder(queue).map((call, at) => [call, at]))
      const ahead = new Set(inOrder(queue).map((call) => call.network))
      const isNewcomer = !queue.some((call) => call.network === network)
      const action = dice.choose({ arrive: 6, ring: 3, return: 1, end: 3, leave: 1 })
      if (action === 'arrive') {
        const call = enter(queue, network)
        if (!call) continue
        const position = positionOf(queue, call)
        if (isNewcomer)
          expect(position, 'a newcomer waits for one call per network').toBeLessThanOrEqual(ahead.size + 1)
        const own = inOrder(queue).filter((other) => other.network === network)
        expect(own.at(-1), 'a network overtook itself').toBe(call)
        for (const [other, at] of before)
          expect(positionOf(queue, other) - 1 - at, 'moved back by more than one').toBeLessThanOrEqual(1)
        const rounds = queue.filter((other) => other.network === network).map((other) => other.queue_round)
        expect(new Set(rounds).size, 'a network had two turns in a round').toBe(rounds.length)
      } else if (action === 'ring') {
        const [next] = inOrder(queue)
        if (next) next.phase = 'ringing'
      } else if (action === 'return') {
        const call = dice.pick(queue.filter(({ phase }) => phase === 'ringing'))
        if (call) call.phase = 'pending'
      } else {
        const gone = dice.pick(queue.filter(({ phase }) => (phase === 'ringing') === (action === 'end')))
        if (gone) queue.splice(queue.indexOf(gone), 1)
      }
    }
  })
})
