import { freePort } from '@parley/server/core/free-port'
import { expect, inject, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { visitorLine } from './harness/line.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { verified } from './harness/webhook-receiver.ts'
import { deliveryRows, deliverySheet, useWebhookScene } from './harness/webhook-scene.ts'

const scene = useWebhookScene()
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const

it('a webhook for all events is created with a name, which replaces its URL in every list', async () => {
  const page = await scene.asOwner('/settings/webhooks')
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New webhook' })
  await dialog.getByLabel('Name').fill('Warehouse')
  await dialog.getByLabel('URL', { exact: true }).fill(scene.receiver.url('/named'))
  await dialog.getByLabel('call.ended').check()
  await dialog.getByRole('checkbox', { name: 'All events' }).check()
  expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(9)
  await saveScreenshot(page, 'panel-webhook-new')
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByRole('heading', { level: 1, name: 'Warehouse' }).waitFor()
  await page.getByText(scene.receiver.url('/named').slice(8)).first().waitFor()
  await page.getByRole('link', { name: 'All webhooks' }).click()
  await page.getByRole('link', { name: /Warehouse.*All events/ }).waitFor()
  await saveScreenshot(page, 'panel-webhook-names')
})

it('a sample of any event can be sent, and attempts and response times are charted', async () => {
  const webhook = await scene.makeWebhook('/sampled')
  const secret = await scene.secretOf(webhook)
  const page = await scene.asOwner(`/settings/webhooks/${webhook.id}`)
  await page.getByText('No attempts in this period.').waitFor()
  await page.getByRole('combobox', { name: 'Event to send' }).selectOption('call.ended')
  await page.getByText(/A sample has the format of a real event/).waitFor()
  await page.getByRole('button', { name: 'Send test event' }).click()
  const event = verified(await scene.receiver.received('/sampled', 1), secret)
  expect(event).toMatchObject({ type: 'call.ended', data: { id: expect.stringMatching(/^00000000-/) } })
  for (let count = 0; count < 3; count += 1) await scene.somebodyWrites()
  await scene.receiver.received('/sampled', 4)
  scene.receiver.answer({ status: 500 })
  await scene.somebodyWrites()
  await scene.receiver.received('/sampled', 5)

  await page.reload()
  const charts = page.getByRole('region', { name: 'Attempts and response times' })
  await charts.locator('.recharts-surface').first().waitFor()
  await charts.getByText('Figures as a table').click()
  // One row per hour, which can change during the test.
  const delivered = () =>
    charts
      .locator('tbody tr')
      .evaluateAll((rows) => rows.reduce((sum, row) => sum + Number(row.querySelector('td')?.textContent), 0))
  await expect.poll(delivered).toBe(4)
  await charts.scrollIntoViewIfNeeded()
  await saveScreenshot(page, 'panel-webhook-charts')
  await charts.getByText('14 days').click()
  await charts.getByRole('row').nth(56).waitFor()
  expect(await findBarriers(page)).toEqual([])

  const small = await scene.asOwner(`/settings/webhooks/${webhook.id}`, phone)
  const shown = small.getByRole('region', { name: 'Attempts and response times' })
  await shown.locator('.recharts-surface').first().waitFor()
  await shown.scrollIntoViewIfNeeded()
  await saveScreenshot(small, 'panel-webhook-charts-phone')
  const width = await small.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(390)
})

it('deliveries are found by customer and conversation, and show their payload if no attempt connected', async () => {
  const line = await visitorLine(inject('service'), scene.organization.provider.id)
  const webhook = await scene.organization.call(scene.organization.owner, 'POST', '/webhooks', {
    // No server listens on this port.
    url: `https://127.0.0.1:${await freePort(0)}/`,
    events: ['customer.created', 'conversation.started'],
  })
  const { customer_id: customerId, conversation_id: conversationId } = await line.say('Does it pour?')
  await line.close()
  await scene.somebodyWrites()
  const page = await scene.asOwner(`/settings/deliveries?webhook_id=${webhook.id}`)
  await deliveryRows(page).nth(3).waitFor()
  await page.getByRole('combobox', { name: 'Search by' }).selectOption('Customer ID')
  await page.getByRole('textbox', { name: 'Customer ID' }).fill(customerId)
  await deliveryRows(page).nth(2).waitFor({ state: 'detached' })
  expect(await deliveryRows(page).count()).toBe(2)
  expect(new URL(page.url()).searchParams.get('customer_id')).toBe(customerId)
  await page.getByRole('combobox', { name: 'Search by' }).selectOption('Conversation ID')
  await page.getByRole('textbox', { name: 'Conversation ID' }).fill(conversationId)
  await deliveryRows(page).nth(1).waitFor({ state: 'detached' })
  await saveScreenshot(page, 'panel-deliveries-conversation')
  await deliveryRows(page).first().getByRole('link').click()
  await deliverySheet(page).getByText('Nothing was sent.').first().waitFor()
  await deliverySheet(page).getByText(`"customer_id": "${customerId}"`).first().waitFor()
  await saveScreenshot(page, 'panel-delivery-payload')
})
