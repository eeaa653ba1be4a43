import { afterAll, beforeAll, expect, test } from 'vitest'
import { startContinuityScene, type ContinuityScene } from '../../testing/continuity-setup.ts'

/** Neither a mail server of the installation nor a mailbox of the organization. */

const hour = 3_600_000
let scene: ContinuityScene
beforeAll(async () => {
  scene = await startContinuityScene({})
})
afterAll(() => scene.stop())

test('an unread message without any way to mail it is not shown as a failed mail', async () => {
  const { visitorWho, say, pass, forward, told } = scene
  const visitor = await visitorWho()
  await say(visitor.id, 'An answer')
  await pass(hour / 2)
  // More than all attempts of a failed mail.
  for (let look = 0; look < 40; look += 1) {
    forward(3 * hour)
    await pass(0)
  }
  expect(await told(visitor.id)).toEqual([])
})
