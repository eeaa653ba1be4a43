import { afterAll, beforeAll, expect, test } from 'vitest'
import { startContinuityScene, type ContinuityScene } from '../../testing/continuity-setup.ts'

const minute = 60_000
let scene: ContinuityScene
beforeAll(async () => {
  scene = await startContinuityScene()
})
afterAll(() => scene.stop())

test('what was written before a block is mailed once the customer is unblocked within three days', async () => {
  const { service, organization, confirmed, say, pass, forward, mailsTo } = scene
  const visitor = await confirmed()
  const block = (isBlocked: boolean) =>
    service.call('PATCH', `/v1/organizations/${organization.id}/customers/${visitor.id}`, {
      cookie: organization.cookie,
      body: { is_blocked: isBlocked },
    })
  await say(visitor.id, 'Before the block')
  expect((await block(true)).status).toBe(200)
  await pass(30 * minute)
  const before = mailsTo(visitor.email).length
  expect((await block(false)).status).toBe(200)
  await pass(60 * minute)
  expect(mailsTo(visitor.email)).toHaveLength(before + 1)
  expect(mailsTo(visitor.email).at(-1)?.text).toContain('Before the block')

  await say(visitor.id, 'Before a long block')
  expect((await block(true)).status).toBe(200)
  for (let count = 0; count < 30; count += 1) {
    forward(3 * 60 * minute)
    await pass(0)
  }
  expect((await block(false)).status).toBe(200)
  await pass(60 * minute)
  expect(mailsTo(visitor.email)).toHaveLength(before + 1)
})
