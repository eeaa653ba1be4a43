import type { NewInvitation } from '@parley/protocol/agent'
import { expect, inject, it } from 'vitest'
import { useCallScene } from './harness/call-scene.ts'
import { foundOrganization, type Organization } from './harness/people.ts'

const scene = useCallScene()

/** An organization that the owner of the scene's is a member of. */
async function joinOther(): Promise<Organization> {
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
  return other
}

it('leaving a call for another organization, signing out or closing the tab asks first', async () => {
  const other = await joinOther()
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

it('leaving for another organization asks first while a call note is not saved', async () => {
  const other = await joinOther()
  const panel = await scene.asOwner('/inbox/mine')
  const { page, profile, face, bar } = panel
  profile.expectErrors(/503/)
  await panel.untilState('Available')
  const customer = await scene.customer()
  await customer.call()
  await panel.accept.click()
  await bar.getByRole('timer').waitFor()
  const calls = /\/v1\/organizations\/[^/]+\/calls\/[0-9a-f-]+$/
  await page.route(calls, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 503, json: { code: 'unavailable' } })
      : route.fallback(),
  )
  await bar.getByRole('button', { name: 'Note' }).click()
  await bar.getByRole('textbox').fill('Call back on Monday')
  await panel.hangUp.click()
  await bar.getByText('Not saved.').waitFor()

  await face.click()
  await page.getByRole('link', { name: 'Other shop' }).click()
  const question = page.getByRole('dialog', { name: 'Leave before the note is saved?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await question.waitFor({ state: 'detached' })

  await page.unroute(calls)
  await bar.getByRole('button', { name: 'Try again' }).click()
  await bar.getByText('Saved', { exact: true }).waitFor()
  await face.click()
  await page.getByRole('link', { name: 'Other shop' }).click()
  await page.waitForURL(other.panel('/**'))
})

it('leaving for another organization while a call note is too long to be saved says to shorten it, unless another one is retried', async () => {
  await joinOther()
  const { page, profile, face } = await scene.asOwner('/inbox/mine')
  profile.expectErrors(/503/)
  const keep = (text: string) => {
    const key = `parley-call-note:${scene.organization.owner.agentId}:${crypto.randomUUID()}`
    return page.evaluate((note) => sessionStorage.setItem(note.key, note.text), { key, text })
  }
  const question = page.getByRole('dialog', { name: 'Leave before the note is saved?' })
  const leaveAfterReload = async () => {
    await page.reload()
    await face.click()
    await page.getByRole('link', { name: 'Other shop' }).click()
    await question.waitFor()
  }
  await keep('x'.repeat(4001))
  await leaveAfterReload()
  await question.getByText('This window keeps it until you shorten it to 4,000 characters.').waitFor()

  await page.route(/\/v1\/organizations\/[^/]+\/calls\/[0-9a-f-]+$/, (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable' } }),
  )
  await keep('Call back on Monday')
  await leaveAfterReload()
  await question.getByText('tries again when you return to this organization here.').waitFor()
})
