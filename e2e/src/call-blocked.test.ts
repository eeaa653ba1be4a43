import { expect, it } from 'vitest'
import { useCallScene } from './harness/call-scene.ts'
import { heardIn } from './harness/tone.ts'

const scene = useCallScene()

it('blocking a customer ends their call: both browsers close the connection', async () => {
  const panel = await scene.asOwner()
  await panel.untilState('Available')
  const customer = await scene.customer()
  await customer.call()
  await panel.accept.click()
  await customer.until('active')
  expect(await heardIn(panel.page)).toBeGreaterThan(0)

  const { organization } = scene
  const { data } = await organization.call(organization.owner, 'GET', '/customers')
  await organization.call(organization.owner, 'PATCH', `/customers/${data[0].id}`, { is_blocked: true })

  await customer.until('over')
  await panel.bar.getByText('The customer was blocked or closed their account.').waitFor()
  for (const page of [panel.page, customer.page]) {
    await page.waitForFunction(() =>
      window.rtcConnections.every(({ connectionState }) => connectionState === 'closed'),
    )
  }
  await customer.page.evaluate(() => window.calls.prepare())
  await customer.until('ready')
  await customer.page.evaluate(() => window.calls.start(null))
  await customer.until('refused')
})
