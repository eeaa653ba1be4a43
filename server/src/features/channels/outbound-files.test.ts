import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseNow } from '../../core/database-time.ts'
import { done, file, startOutboundScene, type OutboundScene } from '../../testing/outbound-scene.ts'
import type { SendOutcome } from './adapter.ts'
import { pauseLimitedAccount } from './limits.ts'
import type { OutboundDeps } from './outbound.ts'

/** Files that the storage does not deliver. */

let scene: OutboundScene
beforeAll(async () => {
  scene = await startOutboundScene()
})
afterAll(() => scene.stop())

const refuse = () => Promise.reject(new Error('EIO'))

/** One process, whose platform answers once it has the file. */
function start(openFile: OutboundDeps['openFile'], answer: () => SendOutcome = () => done) {
  const errors: unknown[] = []
  const { look, recorded } = scene.start(
    async ({ part, openFile: open }) => {
      const body = part.kind === 'file' ? await open(part.media) : undefined
      if (body) await buffer(body)
      return answer()
    },
    { openFile, onError: (error) => errors.push(error) },
  )
  return {
    errors,
    recorded,
    async attempt(): Promise<void> {
      await scene.database.pool.query('update channel_contact set outbound_not_before = null')
      await look()
    },
  }
}

it.for([
  { name: 'Unopened', when: 'when it is opened', openFile: refuse },
  {
    name: 'Unread',
    when: 'while it is read',
    openFile: async () => Readable.from({ [Symbol.asyncIterator]: () => ({ next: refuse }) }),
  },
])('a file that fails $when fails its message after an hour, and the next ones are sent', async (failing) => {
  const ids = await scene.queue(await scene.connect(failing.name), 'ada', [[file], []])
  const { attempt, errors, recorded } = start(failing.openFile)
  for (let count = 0; count < 21; count += 1) {
    expect(await scene.statesOf(ids)).toEqual(['pending', 'pending'])
    await attempt()
  }
  expect(await scene.statesOf(ids)).toEqual(['failed', 'sent'])
  expect(recorded[0]?.delivery).toEqual({ state: 'failed', reason: 'unavailable' })
  expect(errors).toHaveLength(21)
})

it('a message is sent after an outage of the storage, also if its platform does not respond at first', async () => {
  const ids = await scene.queue(await scene.connect('Outage'), 'ada', [[file]])
  let isOut = true
  const unavailable = Array.from({ length: 10 }, (): SendOutcome => ({ outcome: 'unavailable' }))
  const answers: SendOutcome[] = [...unavailable, { outcome: 'doubtful' }]
  const { attempt } = start(
    async () => (isOut ? refuse() : Readable.from([Buffer.from('a file')])),
    () => answers.shift() ?? done,
  )
  for (let count = 0; count < 20; count += 1) await attempt()
  isOut = false
  for (let count = 0; count < 12; count += 1) {
    expect(await scene.statesOf(ids)).toEqual(['pending'])
    await attempt()
  }
  expect(await scene.statesOf(ids)).toEqual(['sent'])
})

it('a message fails after twelve attempts without a response of its platform, also after an outage of the storage', async () => {
  const ids = await scene.queue(await scene.connect('Unresponsive'), 'ada', [[file]])
  let isOut = true
  const { attempt } = start(
    async () => (isOut ? refuse() : Readable.from([Buffer.from('a file')])),
    () => ({ outcome: 'unavailable' }),
  )
  for (let count = 0; count < 5; count += 1) await attempt()
  isOut = false
  for (let count = 0; count < 12; count += 1) {
    expect(await scene.statesOf(ids)).toEqual(['pending'])
    await attempt()
  }
  expect(await scene.statesOf(ids)).toEqual(['failed'])
})

it('a message that waits for the storage says nothing about limits of the platform', async () => {
  const account = await scene.connect('Limited')
  const isPaused = async () => {
    const { rows } = await scene.database.pool.query(
      'select from channel_connection where provider_id = $1 and paused_until > now()',
      [account.providerId],
    )
    return rows.length === 1
  }
  const limit = scene.start(async () => ({ outcome: 'later', seconds: 60 }), {
    onLimit: (told) => pauseLimitedAccount(scene.database.db, told, databaseNow(Date.now)),
  })
  await scene.queue(account, 'ada', [[file]])
  await start(refuse).attempt()
  await scene.queue(account, 'bea', [[]])
  await limit.look()
  expect(await isPaused()).toBe(false)
  await scene.queue(account, 'cleo', [[]])
  await limit.look()
  expect(await isPaused()).toBe(true)
})
