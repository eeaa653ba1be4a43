import type { NewInvitation } from '@parley/protocol/agent'
import { expect, inject, it } from 'vitest'
import { useCallScene } from './harness/call-scene.ts'
import { foundOrganization } from './harness/people.ts'

const scene = useCallScene()

it('leaving a call for another organization, signing out or closing the tab asks first', async () => {
  const service = inject('service')
  const other = await foundOrganization(service, 'Other shop')
  const { owner } = scene.organization
  const invitation: NewInvitation = await other.call(other.owner, 'POST', '/invitations', { role: 'agent' })
  const accepted = await fetch(`${service.url}/v1/public/invitations/accept`, {
    method: 'POST',
    headers: { cookie: owner.cookie, origin: service.url, 'content-type': 'application/json' },
    body: JSON.stringify({ token: invitation.url.split('#')[1] }),
  })
  expect(accepted.ok).toBe(true)

  const panel = await scene.asOwner('/inbox/mine')
  const { page, face, bar } = panel
  await panel.untilState('Available')
  const customer = await scene.customer()
  await customer.call()
  await panel.accept.click()
  await bar.getByRole('timer').waitFor()
  const asksBeforeClosing = () =>
    page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await asksBeforeClosing()).toBe(true)

  await face.click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('Your call ends if you leave.').waitFor()

  await face.click()
  await page.getByRole('link', { name: 'Other shop' }).click()
  const question = page.getByRole('dialog', { name: 'Leave during the call?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await question.waitFor({ state: 'detached' })
  await bar.getByRole('timer').waitFor()
  await customer.until('active')
  // Within the organization the call continues.
  await page.getByRole('link', { name: 'Customers' }).click()
  await page.waitForURL(/\/customers/)

  await panel.hangUp.click()
  await bar.getByText('You hung up.').waitFor()
  expect(await asksBeforeClosing()).toBe(false)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await face.click()
  await page.getByRole('link', { name: 'Other shop' }).click()
  await page.waitForURL(other.panel('/**'))
  await page.getByRole('main').waitFor()
  const callsOfOther = `/v1/organizations/${other.id}/calls`
  await expect.poll(() => requests).toContain(`${callsOfOther}/missed`)
  // The bar of the other organization's call is not shown here.
  expect(requests.filter((path) => path.startsWith(`${callsOfOther}/0`))).toEqual([])
})
