import { randomUUID } from 'node:crypto'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { saveScreenshot } from './harness/screenshots.ts'
import { verified } from './harness/webhook-receiver.ts'
import { deliveryRows, deliverySheet, stateOf, useWebhookScene } from './harness/webhook-scene.ts'

const scene = useWebhookScene()

describe('the deliveries', () => {
  it('appear live, and their filters are part of the URL', async () => {
    const webhook = await scene.makeWebhook('/shop', ['conversation.started', 'customer.created'])
    const page = await scene.asOwner('/inbox/mine')
    await page.getByText('Nothing assigned to you').waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox').fill('deliv')
    await page.keyboard.press('Enter')
    await page.getByText('No deliveries yet').waitFor()
    await scene.somebodyWrites()
    await deliveryRows(page).nth(1).waitFor()
    const secret = await scene.secretOf(webhook)
    await scene.receiver.received('/shop', 2)
    const events = scene.receiver.requests('/shop').map((request) => verified(request, secret))
    expect(events.map(({ type }) => type).toSorted()).toEqual(['conversation.started', 'customer.created'])

    await page.getByRole('combobox', { name: 'Event' }).selectOption('customer.created')
    await deliveryRows(page).nth(1).waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('type')).toBe('customer.created')
    await page.reload()
    await deliveryRows(page).first().getByText('customer.created').waitFor()
    expect(await deliveryRows(page).count()).toBe(1)
    await page.getByRole('combobox', { name: 'State' }).selectOption('Failed')
    await page.getByText('No matching deliveries').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await deliveryRows(page).nth(1).waitFor()

    const started = events.find(({ type }) => type === 'conversation.started')?.event_id ?? ''
    await page.getByRole('textbox', { name: 'Event ID' }).fill(started)
    await deliveryRows(page).nth(1).waitFor({ state: 'detached' })
    await deliveryRows(page).first().getByText('conversation.started').waitFor()
    await saveScreenshot(page, 'panel-deliveries-filtered')
    await deliveryRows(page).first().getByRole('link').press('Enter')
    await deliverySheet(page).getByText(started).first().waitFor()
    await page.keyboard.press('Escape')
    await deliverySheet(page).waitFor({ state: 'detached' })
    expect(await page.locator(':focus').textContent()).toBe('conversation.started')
    expect(new URL(page.url()).searchParams.get('event_id')).toBe(started)
  })

  it('of a time that is typed on the keyboard are shown once it is complete', async () => {
    const page = await scene.asOwner('/settings/deliveries')
    await page.getByRole('combobox', { name: 'Time' }).selectOption('between')
    const from = page.getByLabel('From', { exact: true })
    await from.focus()
    await page.keyboard.type('11262025')
    await page.keyboard.type('1015AM')
    expect(await from.inputValue()).toBe('2025-11-26T10:15')
    await page.keyboard.press('Enter')
    const given = () => new URL(page.url()).searchParams.get('from')
    await expect.poll(given).toBe(new Date('2025-11-26T10:15').toISOString())

    // From the address: a part that is cleared while it is changed does not remove the fields.
    await page.reload()
    await from.focus()
    await page.keyboard.press('Backspace')
    await page.keyboard.type('12')
    await page.keyboard.press('Tab')
    await page.getByRole('textbox', { name: 'Event ID' }).focus()
    await expect.poll(given).toBe(new Date('2025-12-26T10:15').toISOString())
  })

  it('to a failing receiver wait for the next attempt, show the response as text, and can be resent once it works', async () => {
    scene.receiver.answer({
      status: 500,
      headers: { 'content-type': 'text/html' },
      body: '<img src=x onerror="document.title=1"><b>Broken</b>',
    })
    const webhook = await scene.makeWebhook('/broken')
    await scene.somebodyWrites()
    await scene.receiver.received('/broken', 1)
    const page = await scene.asOwner(`/settings/deliveries?webhook_id=${webhook.id}`)
    const waiting = stateOf(deliveryRows(page).first())
    await waiting.getByText('Waiting').waitFor()
    expect(await waiting.textContent()).toMatch(/in (9|10) minutes/)
    await deliveryRows(page).first().getByRole('link').click()
    await deliverySheet(page)
      .getByText(/Next attempt: (10|9):\d\d/)
      .waitFor()
    await deliverySheet(page).getByText('Responded 500').waitFor()
    await deliverySheet(page).getByText('Your server failed while handling the event.').waitFor()
    await deliverySheet(page).getByText('<b>Broken</b>').waitFor()
    expect(await deliverySheet(page).locator('img, b').count()).toBe(0)
    await saveScreenshot(page, 'panel-delivery-waiting')

    scene.receiver.answer({ status: 200, body: '{"taken":true}' })
    await deliverySheet(page).getByRole('button', { name: 'Try now' }).click()
    await deliverySheet(page).getByText('Your server received it.').waitFor()
    await deliverySheet(page).getByText('Attempt 2 · Manual').waitFor()
    const secret = await scene.secretOf(webhook)
    const [first, second] = scene.receiver.requests('/broken').map((request) => verified(request, secret))
    expect(second).toEqual(first)
  })

  it('that were received are not reported as never received when a resend fails', async () => {
    const webhook = await scene.makeWebhook('/again')
    await scene.somebodyWrites()
    await scene.receiver.received('/again', 1)
    const page = await scene.asOwner(`/settings/deliveries?webhook_id=${webhook.id}`)
    await deliveryRows(page).first().getByRole('link').click()
    await deliverySheet(page).getByText('Your server received it.').waitFor()
    scene.receiver.answer({ status: 500 })
    await deliverySheet(page).getByRole('button', { name: 'Resend' }).click()
    await deliverySheet(page)
      .getByText('The last attempt failed. Your server received an earlier one.')
      .waitFor()
  })

  it('that match a filter are resent after a confirmation, with the same event ids', async () => {
    const webhook = await scene.makeWebhook('/all')
    await scene.somebodyWrites()
    await scene.somebodyWrites()
    await scene.receiver.received('/all', 2)
    const page = await scene.asOwner(`/settings/deliveries?webhook_id=${webhook.id}&state=delivered`)
    await deliveryRows(page).nth(1).waitFor()
    await page.getByRole('button', { name: 'Resend all matching' }).click()
    const asked = page.getByRole('dialog', { name: 'Resend all matching deliveries?' })
    await asked.getByText('This includes deliveries that already succeeded.').waitFor()
    await saveScreenshot(page, 'panel-resend-matching')
    await asked.getByRole('button', { name: 'Resend' }).click()
    await page.getByText('Resending 2 deliveries.').waitFor()
    await scene.receiver.received('/all', 4)
    const ids = scene.receiver.requests('/all').map(({ headers }) => headers['webhook-id'] ?? '')
    expect(ids.slice(2).toSorted()).toEqual(ids.slice(0, 2).toSorted())
  })
})

it('a delivery that would be refused because of its age offers no resend', async () => {
  const webhook = await scene.makeWebhook('/old')
  await scene.somebodyWrites()
  await scene.receiver.received('/old', 1)
  const page = await scene.asOwner(`/settings/deliveries?webhook_id=${webhook.id}`)
  const finished = { state: 'failed', next_attempt_at: null, created_at: '2026-01-01T10:00:00.000Z' }
  await page.route(/\/v1\/.*\/deliveries\/[0-9a-f-]{36}$/, async (route) => {
    const response = await route.fetch()
    const { attempt_list: attempts, ...delivery } = await response.json()
    const failed = attempts.map((attempt: object) => ({ ...attempt, outcome: 'bad_status' }))
    await route.fulfill({ response, json: { ...delivery, ...finished, attempt_list: failed } })
  })
  await deliveryRows(page).first().getByRole('link').click()
  await deliverySheet(page).getByText('The delivery failed.').waitFor()
  await deliverySheet(page).getByText('Events can be resent for 14 days.').waitFor()
  expect(await deliverySheet(page).getByRole('button', { name: 'Resend' }).count()).toBe(0)
})

it('a resend of more than the service resends at once is continued by the next one, and then begins anew', async () => {
  const webhook = await scene.makeWebhook('/many')
  await scene.somebodyWrites()
  await scene.receiver.received('/many', 1)
  const page = await scene.asOwner(`/settings/deliveries?webhook_id=${webhook.id}&period=day`)
  const bodies: Record<string, string>[] = []
  await page.route('**/deliveries/resend', (route) => {
    const body = route.request().postDataJSON() as Record<string, string>
    bodies.push(body)
    const isRest = 'cursor' in body
    return route.fulfill({
      status: 202,
      json: { resent: isRest ? 7 : 10_000, more: !isRest, next: isRest ? null : 'QVND' },
    })
  })
  const continues = page.getByText('Continues with those older than the deliveries resent last.')
  for (const [isRest, message] of [
    [false, 'Resending 10000 deliveries. More match'],
    [true, 'Resending 7 deliveries.'],
    [false, 'Resending 10000 deliveries. More match'],
  ] as const) {
    await page.getByRole('button', { name: 'Resend all matching' }).click()
    const dialog = page.getByRole('dialog', { name: 'Resend all matching deliveries?' })
    await dialog.getByText('are sent again').waitFor()
    expect(await continues.count()).toBe(isRest ? 1 : 0)
    await dialog.getByRole('button', { name: 'Resend' }).click()
    const told = page.getByRole('alert').filter({ hasText: message })
    await told.waitFor()
    await told.getByRole('button').click()
    await told.waitFor({ state: 'detached' })
  }
  const [first, second, third] = bodies
  // The period, which ends now, begins for both at the same time.
  expect(second).toEqual({ ...first, cursor: 'QVND' })
  expect(third).not.toHaveProperty('cursor')
})

it('a delivery or a call that does not exist is not offered to be loaded again', async () => {
  const id = randomUUID()
  const page = await scene.asOwner(`/settings/deliveries/${id}`, { expected: [/404/] })
  const missing = page.getByText('This does not exist or you do not have access.')
  await missing.waitFor()
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  await page.goto(scene.organization.panel(`/calls/${id}`))
  await missing.waitFor()
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
})

describe('on a phone', () => {
  it('webhooks, deliveries and keys fit', async () => {
    scene.receiver.answer({ status: 500, body: '{"error":"out of stock"}' })
    const webhook = await scene.makeWebhook(`/a/long/path/${'of-many-words-'.repeat(4)}`)
    await scene.somebodyWrites()
    const key = await scene.organization.call(scene.organization.owner, 'POST', '/api-keys', {
      name: 'Warehouse of teapots, second floor',
      scopes: ['webhooks:read', 'webhooks:write', 'deliveries:read', 'deliveries:resend'],
    })
    const page = await scene.asOwner('/settings/webhooks', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const fits = async (landmark: Locator, picture: string) => {
      await landmark.waitFor()
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
        picture,
      ).toBe(0)
      await saveScreenshot(page, picture)
    }
    const link = page.getByRole('link', { name: /127\.0\.0\.1/ })
    await fits(link, 'panel-phone-webhooks')
    await link.tap()
    await fits(page.getByRole('button', { name: 'Delete webhook' }), 'panel-phone-webhook')
    await page.goto(scene.organization.panel(`/settings/deliveries?webhook_id=${webhook.id}`))
    await fits(stateOf(deliveryRows(page).first()).getByText('Waiting'), 'panel-phone-deliveries')
    await deliveryRows(page).first().getByRole('link').tap()
    await fits(deliverySheet(page).getByText('Responded 500'), 'panel-phone-delivery')
    await page.goto(scene.organization.panel('/settings/api-keys'))
    await fits(page.getByText(key.name), 'panel-phone-api-keys')
  })
})
