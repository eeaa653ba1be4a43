import { beforeAll, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { holdRequest } from './harness/held-request.ts'
import { visitorLine } from './harness/line.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'

const service = inject('service')
const browser = useBrowser()
let organization: Organization

beforeAll(async () => {
  organization = await foundOrganization(service, 'Timelines')
})

it('a customer’s page lists conversations and notes, can be filtered, and links to the conversation', async () => {
  const line = await visitorLine(service, organization.provider.id)
  const { conversation_id: conversationId, customer_id: customerId } = await line.say('Where is my parcel?')
  for (let count = 1; count <= 21; count++)
    await organization.call(organization.owner, 'POST', `/conversations/${conversationId}/notes`, {
      client_id: `01890000-0000-7000-8000-0000000000${count + 10}`,
      content: `Note number ${count}`,
    })
  await line.close()
  const profile = await browser.profile()
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel(`/customers/${customerId}`))
  const timeline = page.getByRole('region', { name: 'Timeline' })
  const items = timeline.getByRole('listitem')
  await items.nth(19).waitFor()
  expect(await items.first().innerText()).toContain('Note number 21')
  await timeline.getByRole('button', { name: 'Show more' }).click()
  await items.nth(21).waitFor()
  expect(await items.nth(21).innerText()).toContain('Where is my parcel?')
  await saveScreenshot(page, 'panel-customer-timeline')

  await timeline.getByRole('button', { name: 'Calls' }).click()
  await timeline.getByText('No activity of this kind yet.').waitFor()
  await timeline.getByRole('button', { name: 'Conversations' }).click()
  await expect.poll(() => items.count()).toBe(1)
  await page.setViewportSize({ width: 390, height: 780 })
  await saveScreenshot(page, 'panel-customer-timeline-phone')
  await items.getByRole('link').click()
  await page.getByRole('log').getByText('Where is my parcel?').waitFor()
})

async function openCustomer() {
  const line = await visitorLine(service, organization.provider.id)
  const { customer_id: customerId } = await line.say('Please correct my name')
  await line.close()
  const profile = await browser.profile()
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel(`/customers/${customerId}`))
  return { page, customerId }
}

it('text typed while a profile is being saved stays in the form', async () => {
  const { page, customerId } = await openCustomer()
  const held = Promise.withResolvers<void>()
  await page.route(`**/customers/${customerId}`, async (route) => {
    if (route.request().method() === 'PATCH') await held.promise
    await route.continue()
  })
  const region = page.getByRole('region', { name: 'Profile' })
  await region.getByRole('button', { name: 'Edit' }).click()
  await region.getByRole('textbox', { name: 'First name' }).fill('Ada')
  const saving = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.keyboard.press('Enter')
  await saving
  await region.getByRole('textbox', { name: 'Phone' }).fill('+49 30 1234')
  held.resolve()
  await page.getByRole('heading', { name: 'Ada' }).first().waitFor()
  expect(await region.getByRole('textbox', { name: 'Phone' }).inputValue()).toBe('+49 30 1234')
  await region.getByRole('button', { name: 'Save' }).click()
  await region.getByRole('button', { name: 'Edit' }).waitFor()
  await region.getByText('+49 30 1234').waitFor()
})

it('the end of a save gives the focus to the Edit button, but does not take it from elsewhere', async () => {
  const { page, customerId } = await openCustomer()
  const region = page.getByRole('region', { name: 'Profile' })
  const edit = region.getByRole('button', { name: 'Edit' })
  await edit.click()
  await region.getByRole('textbox', { name: 'First name' }).fill('Ada')
  await region.getByRole('button', { name: 'Save' }).click()
  await edit.and(page.locator(':focus')).waitFor()

  const saving = await holdRequest(page, 'PATCH', new RegExp(`/customers/${customerId}$`))
  await edit.click()
  await region.getByRole('textbox', { name: 'First name' }).fill('Eve')
  await page.keyboard.press('Enter')
  await saving.asked
  const search = page.getByRole('searchbox').first()
  await search.focus()
  await saving.release()
  await edit.waitFor()
  await search.and(page.locator(':focus')).waitFor()
})

it('a customer’s page shows presence, name and block as they change', async () => {
  const line = await visitorLine(service, organization.provider.id)
  const { customer_id: customerId } = await line.say('Am I here?')
  const profile = await browser.profile()
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel(`/customers/${customerId}`))
  const customer = page.getByRole('main')
  await customer.getByText('Online', { exact: true }).waitFor()
  const { owner } = organization
  await organization.call(owner, 'PATCH', `/customers/${customerId}`, { first_name: 'Grace' })
  await page.getByRole('heading', { name: 'Grace' }).first().waitFor()
  await line.close()
  await customer.getByText('Last seen').first().waitFor()
  await organization.call(owner, 'PATCH', `/customers/${customerId}`, { is_blocked: true })
  await customer.getByText('Blocked', { exact: true }).first().waitFor()
})
