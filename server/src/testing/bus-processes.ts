import { pino } from 'pino'
import { afterEach, expect } from 'vitest'
import { createLocalBus, type Bus, type BusMessages } from '../core/bus/bus.ts'
import type { Compact } from '../core/bus/frames.ts'
import type { CustomerOf } from '../core/bus/sharding.ts'
import { createSharedBus, type SharedBus } from '../core/bus/shared-bus.ts'
import type { OpenTransport } from '../core/bus/transport.ts'
import { natsNetwork, postgresNetwork, type BusNetwork } from './bus-networks.ts'
import { natsServerProgram } from './nats-server.ts'

declare module '../core/bus/bus.ts' {
  interface BusMessages {
    'test.hint': { n: number; text: string; customer?: string }
  }
}

type Closing = (() => Promise<unknown>)[]

export const networks: [string, (closing: Closing) => Promise<BusNetwork>][] = [
  ['PostgreSQL', postgresNetwork],
]
if (natsServerProgram !== undefined) networks.push(['NATS', natsNetwork])
else console.warn('NATS bus: NOT TESTED, because this machine has no nats-server.')

/** Hints with a customer are sent complete to those who follow the customer. */
const customerOf: CustomerOf = ([subject, message]) =>
  subject === 'test.hint' ? ((message as BusMessages['test.hint']).customer ?? null) : null

const logger = pino({ level: 'silent' })

export interface BusUser<B extends Bus = Bus> {
  bus: B
  errors: unknown[]
  /** Numbers of the received hints. */
  received: number[]
  gaps: () => number
}

function observe(bus: Bus) {
  const received: number[] = []
  const state = { gaps: 0 }
  bus.subscribe('test.hint', ({ n }) => void received.push(n))
  bus.onGap(() => (state.gaps += 1))
  return { received, gaps: () => state.gaps }
}

/** Buses that are closed after each test, as is everything in `closing`. */
export function useBuses() {
  const closing: Closing = []
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })
  return {
    closing,
    /** A process of an installation. */
    createProcess(openTransport: OpenTransport, compact: Compact = (message) => message): BusUser<SharedBus> {
      const errors: unknown[] = []
      const onError = (error: unknown) => void errors.push(error)
      const bus = createSharedBus({ openTransport, compact, customerOf, logger, onError })
      closing.push(bus.close)
      return { bus, errors, ...observe(bus) }
    },
    /** Parts of one process, on one bus. */
    createParts(count: number): BusUser[] {
      const errors: unknown[] = []
      const bus = createLocalBus((error) => void errors.push(error))
      closing.push(bus.close)
      return Array.from({ length: count }, () => ({ bus, errors, ...observe(bus) }))
    },
  }
}

/** Without the second gap of a connect, which NATS has two seconds after the first: for tests that count gaps. */
export const withoutSecondGap =
  (open: OpenTransport): OpenTransport =>
  (events) =>
    open({ ...events, onGap: () => {} })

/** Waits until each process knows another one. */
export const meet = (...buses: SharedBus[]) =>
  expect.poll(() => buses.every((bus) => bus.hasPeers())).toBe(true)
