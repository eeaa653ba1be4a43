import { expect, test } from 'vitest'
import { createFairLine, type FairLine } from './fair-line.ts'

/** Joins clients by name; `ends` has those whose wait is over, in order. */
function createClients(line: FairLine) {
  const ends: string[] = []
  return {
    ends,
    join(network: string, name: string) {
      const place = line.join(network)
      void place.turn.then((admitted) => ends.push(admitted ? name : `${name} refused`))
      return place
    },
    async callAll() {
      while (line.next()) await Promise.resolve()
    },
  }
}

test('a full line refuses the newcomer of a network that has its share', async () => {
  const { join, ends, callAll } = createClients(createFairLine(2))
  for (const name of ['first', 'second', 'third']) join('one', name)
  await callAll()
  expect(ends).toEqual(['third refused', 'first', 'second'])
})

test('a newcomer of another network displaces the newest of a flood', async () => {
  const line = createFairLine(4)
  const { join, ends, callAll } = createClients(line)
  for (let count = 1; count <= 4; count++) join('flood', `flood ${count}`)
  join('home', 'visitor')
  expect(line.size()).toBe(4)
  await callAll()
  expect(ends).toEqual(['flood 4 refused', 'flood 1', 'visitor', 'flood 2', 'flood 3'])
})

test('a full line of many networks refuses a further one', async () => {
  const { join, ends, callAll } = createClients(createFairLine(3))
  for (const network of ['one', 'two', 'three', 'four']) join(network, network)
  await callAll()
  expect(ends).toEqual(['four refused', 'one', 'two', 'three'])
})

test('whoever leaves frees the place', async () => {
  const line = createFairLine(2)
  const { join, ends, callAll } = createClients(line)
  const place = join('one', 'first')
  join('one', 'second')
  place.leave()
  place.leave()
  expect(line.size()).toBe(1)
  join('one', 'third')
  await callAll()
  expect(ends).toEqual(['first refused', 'second', 'third'])
  expect(line.next()).toBe(false)
})

test('newcomers displace the newest of the network with most, as networks grow and shrink', async () => {
  const line = createFairLine(6)
  const { join, ends } = createClients(line)
  join('small', 'small 1')
  join('small', 'small 2')
  const [, second, , fourth] = [1, 2, 3, 4].map((count) => join('flood', `flood ${count}`))
  join('one', 'one')
  fourth?.leave()
  second?.leave()
  join('flood', 'flood 5')
  join('two', 'two')
  await Promise.resolve()
  expect(ends).toEqual(['flood 4 refused', 'flood 2 refused', 'flood 5 refused'])
  expect(line.size()).toBe(6)
})

test('each newcomer displaces another one until all networks have the same', async () => {
  const limit = 64
  const line = createFairLine(limit)
  const { join, ends } = createClients(line)
  for (let count = 0; count < limit; count++) join('flood', `flood ${count}`)
  for (let count = 0; count < limit; count++) join(`network ${count}`, `visitor ${count}`)
  await Promise.resolve()
  const refused = Array.from({ length: limit - 1 }, (_, index) => `flood ${limit - 1 - index} refused`)
  expect(ends.toSorted()).toEqual([...refused, `visitor ${limit - 1} refused`].toSorted())
  expect(line.size()).toBe(limit)
})
