import { describe, expect, test } from 'vitest'
import { useWebhookFixture } from '../../testing/webhook-fixture.ts'
import { useWorkers } from '../../testing/workers.ts'
import type { Claimed, Finished } from './delivery-queue.ts'

/** Results of attempts during a database outage and after a stop. */

const fixture = useWebhookFixture()
const { startWorker, queueUp, delivered } = useWorkers(fixture)

const states = async () => (await fixture.deliveries()).map(({ state }) => state)

describe('during a database outage', () => {
  describe('while results are saved one by one because one cannot be stored', () => {
    /** Three results at once, the last one invalid; `breaks` chooses the save during which the database is unavailable, once. */
    async function threeEnds(breaks: (batch: Finished[]) => boolean) {
      await queueUp(3)
      const claimed: Claimed[] = []
      let release = () => {}
      const together = new Promise<void>((resolve) => (release = resolve))
      let failed = false
      const { ended } = startWorker({
        queue: {
          ...fixture.queue,
          async finish(batch) {
            if (!failed && breaks(batch)) {
              failed = true
              throw new Error('Connection terminated')
            }
            return fixture.queue.finish(batch)
          },
        },
        async perform(one) {
          if (claimed.push(one) === 3) release()
          await together
          return { ...delivered(one), error: one === claimed[2] ? 'NUL \u0000' : null }
        },
      })
      await ended(3)
      expect(failed).toBe(true)
      expect(await states()).toEqual(['delivered', 'delivered', 'delivered'])
    }

    test('an outage in between loses none of them', async () => {
      let split = false
      await threeEnds((batch) => {
        if (batch.length > 1) split = true
        return split && batch.length === 1
      })
    })

    test('an outage while saving without the exchange is retried', async () => {
      await threeEnds(([one]) => one?.error === 'not_stored')
    })
  })

  test('the worker does not reap its own attempts finished during the outage, so they are sent once', async () => {
    await queueUp(1)
    let away = true
    let performed = 0
    let reaped = () => {}
    const { ended } = startWorker({
      queue: {
        ...fixture.queue,
        async finish(batch) {
          if (away) throw new Error('Connection terminated')
          return fixture.queue.finish(batch)
        },
        async reap(ownAttempts) {
          const settled = await fixture.queue.reap(ownAttempts)
          reaped()
          return settled
        },
      },
      async perform(claimed) {
        performed += 1
        fixture.turn(16_000)
        return delivered(claimed)
      },
    })
    await new Promise<void>((resolve) => (reaped = resolve))
    expect(await states()).toEqual(['sending'])
    away = false
    await ended(1)
    expect(await states()).toEqual(['delivered'])
    expect(performed).toBe(1)
  })
})

describe('after stopping', () => {
  test('the result of an attempt is discarded, because its lease was released', async () => {
    await queueUp(1)
    let onStarted = () => {}
    const started = new Promise<void>((resolve) => (onStarted = resolve))
    let end = () => {}
    const held = new Promise<void>((resolve) => (end = resolve))
    const written: string[] = []
    const { worker } = startWorker({
      stopTimeoutMs: 0,
      queue: {
        ...fixture.queue,
        async finish(batch) {
          written.push(...batch.map(({ outcome }) => outcome))
          return fixture.queue.finish(batch)
        },
      },
      async perform(claimed) {
        onStarted()
        await held
        return delivered(claimed)
      },
    })
    await started
    await worker.stop()
    end()
    await new Promise(setImmediate)
    expect(written).toEqual(['interrupted'])
  })

  test('a result not saved before is saved by the stop', async () => {
    await queueUp(1)
    let away = true
    let tried = () => {}
    const firstTry = new Promise<void>((resolve) => (tried = resolve))
    const { worker } = startWorker({
      stopTimeoutMs: 0,
      queue: {
        ...fixture.queue,
        async finish(batch) {
          tried()
          if (away) throw new Error('Connection terminated')
          return fixture.queue.finish(batch)
        },
      },
    })
    await firstTry
    away = false
    await worker.stop()
    expect(await states()).toEqual(['delivered'])
  })
})
