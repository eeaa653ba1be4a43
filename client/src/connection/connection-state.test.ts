import {
  array,
  assert,
  constant,
  constantFrom,
  nat,
  oneof,
  property,
  record,
  type Arbitrary,
} from 'fast-check'
import { expect, test } from 'vitest'
import { transition, type ConnectionEvent, type ConnectionState } from './connection-state.ts'

const event: Arbitrary<ConnectionEvent> = oneof(
  constantFrom<ConnectionEvent>(
    { type: 'try' },
    { type: 'opened' },
    { type: 'accepted' },
    { type: 'stopped' },
  ),
  record({ type: constant('lost' as const), until: nat(), attempts: nat() }),
  record({
    type: constant('refused' as const),
    code: constantFrom('bad_frame' as const, 'forbidden' as const),
  }),
)

const run = (events: ConnectionEvent[]) => events.reduce(transition, { name: 'offline' } as ConnectionState)

test('ready is only reached through connecting and authenticating', () => {
  assert(
    property(array(event), (events) => {
      const names: string[] = ['offline']
      let state: ConnectionState = { name: 'offline' }
      for (const one of events) {
        const next = transition(state, one)
        if (next !== state) names.push(next.name)
        state = next
      }
      const way = names.join(' ')
      for (const [index, name] of names.entries()) {
        if (name === 'ready') expect(names[index - 1], way).toBe('authenticating')
        if (name === 'authenticating') expect(names[index - 1], way).toBe('connecting')
        if (name === 'waiting')
          expect(['connecting', 'authenticating', 'ready'], way).toContain(names[index - 1])
      }
    }),
  )
})

test('every state can be left by retrying or stopping', () => {
  assert(
    property(array(event), (events) => {
      const stopped = transition(run(events), { type: 'stopped' })
      expect(stopped.name).toBe('offline')
      expect(transition(stopped, { type: 'try' }).name).toBe('connecting')
    }),
  )
})

test('a late event returns the same state object', () => {
  const waiting: ConnectionState = { name: 'waiting', until: 5, attempts: 1 }
  expect(transition(waiting, { type: 'lost', until: 9, attempts: 2 })).toBe(waiting)
  expect(transition(waiting, { type: 'opened' })).toBe(waiting)
  const ready: ConnectionState = { name: 'ready' }
  expect(transition(ready, { type: 'try' })).toBe(ready)
})
