import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { saveScreenshot } from './harness/screenshots.ts'
import { verified } from './harness/webhook-receiver.ts'
import {
  deliveryRows,
  deliverySheet,
  settingsSubject,
  stateOf,
  useWebhookScene,
} from './harness/webhook-scene.ts'

const scene = useWebhookScene()

describe('a new webhook', () => {
  it('is refused with a reason at its field, then created, tested, and shown with request and response', async () => {
    const page = await scene.asOwner('/settings/webhooks', { expected: [/422 \(Unprocessable Entity\)/] })
    await page.getByText('No webhooks yet').waitFor()
    await saveScreenshot(page, 'panel-no-webhook')
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New webhook' })
    const url = dialog.getByLabel('URL', { exact: true })
    const create = dialog.getByRole('button', { name: 'Create webhook' })
    await url.fill('http://shop.example.com/hooks')
    await create.click()
    await dialog.getByText('Only https:// is supported').waitFor()
    await dialog.getByText('Choose at least one event.').waitFor()
    await dialog.getByLabel('customer.created').check()
    await url.fill('https://10.0.0.1/hooks')
    await create.click()
    await dialog.getByText('This address is private or reserved.').waitFor()
    expect(await url.getAttribute('aria-invalid')).toBe('true')
    await saveScreenshot(page, 'panel-webhook-refused')
    await url.fill(scene.receiver.url('/new'))
    await create.click()

    const heading = page.getByRole('heading', { level: 1, name: scene.receiver.url('/new').slice(8) })
    await heading.and(page.locator(':focus')).waitFor()
    await page.getByText('Nothing sent yet.').waitFor()
    await page.getByText('No attempts in this period.').waitFor()
    expect(await page.content()).not.toContain('whsec_')
    await page.getByRole('button', { name: 'Show' }).click()
    const secret = (await page.locator('code', { hasText: 'whsec_' }).first().textContent()) ?? ''

    await page.getByRole('button', { name: 'Send test event' }).click()
    const event = verified(await scene.receiver.received('/new', 1), secret)
    expect(event.type).toBe('webhook.test')
    await page.getByRole('status').filter({ hasText: 'Delivered' }).waitFor()
    await stateOf(deliveryRows(page).first()).getByText('Delivered').waitFor()
    await page.getByText('No attempts in this period.').waitFor({ state: 'detached' })
    await saveScreenshot(page, 'panel-webhook')

    await page.getByRole('link', { name: 'Request and response' }).click()
    await deliverySheet(page).getByText('Your server received it.').waitFor()
    await deliverySheet(page).getByText(event.event_id).first().waitFor()
    await deliverySheet(page).getByText(`"type": "webhook.test"`).waitFor()
    await deliverySheet(page).getByText('Responded 204').waitFor()
    expect(await deliverySheet(page).textContent()).not.toContain(secret)
    await saveScreenshot(page, 'panel-delivery')
  })

  it('can be created turned off, to be turned on once its receiver knows the secret', async () => {
    const page = await scene.asOwner('/settings/webhooks')
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New webhook' })
    await dialog.getByLabel('URL', { exact: true }).fill(scene.receiver.url('/later'))
    await dialog.getByLabel('customer.created').check()
    await dialog.getByRole('switch', { name: 'Send events to this URL' }).click()
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    const active = page.getByRole('main').getByRole('switch', { name: 'Send events to this URL' })
    await active.waitFor()
    expect(await active.isChecked()).toBe(false)
    const { data } = await scene.organization.call(scene.organization.owner, 'GET', '/webhooks')
    expect(data).toMatchObject([{ active: false }])
  })

  it('whose test event waits for another one is not reported as failed', async () => {
    const sockets: Socket[] = []
    // Accepts connections and never responds.
    const silent = createServer((socket) => sockets.push(socket.on('error', () => {}))).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const webhook = await scene.organization.call(scene.organization.owner, 'POST', '/webhooks', {
      url: `https://127.0.0.1:${(silent.address() as AddressInfo).port}/`,
      events: ['customer.created'],
    })
    const page = await scene.asOwner(`/settings/webhooks/${webhook.id}`)
    const outcome = page.getByRole('status').filter({ hasText: 'Test event:' })
    await page.getByRole('button', { name: 'Send test event' }).click()
    await outcome.filter({ hasText: 'Sending' }).waitFor()
    await page.getByRole('button', { name: 'Send test event' }).click()
    await outcome.filter({ hasText: 'Waiting · Queued. It will be sent shortly.' }).waitFor()
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
})

describe('the warning about a saved URL', () => {
  it.each([
    ['behind', -3_600_000],
    ['ahead', 3_600_000],
  ])('disappears when a later delivery succeeds, also with a browser clock %s', async (_, offsetMs) => {
    const webhook = await scene.makeWebhook('/warned')
    const page = await scene.asOwner(`/settings/webhooks/${webhook.id}`)
    await page.clock.setFixedTime(Date.now() + offsetMs)
    await page.getByRole('button', { name: 'Send test event' }).click()
    await stateOf(deliveryRows(page).first()).getByText('Delivered').waitFor()
    await page.route(`**/webhooks/${webhook.id}`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), url_warning: 'name_unanswered' } })
    })
    await page.getByLabel('URL', { exact: true }).fill(scene.receiver.url('/moved'))
    await page.getByRole('button', { name: 'Save' }).click()
    const warning = page.getByText('No name server responded for the host in this URL.')
    await warning.waitFor()
    await page.getByRole('button', { name: 'Send test event' }).click()
    await scene.receiver.received('/moved', 1)
    await warning.waitFor({ state: 'detached' })
  })
})

describe('a webhook that keeps failing', () => {
  it('is marked in the navigation, in the list and on its page until a delivery succeeds', async () => {
    scene.receiver.answer({ status: 503 })
    await scene.makeWebhook('/trouble')
    const page = await scene.asOwner('/inbox/mine')
    await page.getByText('Nothing assigned to you').waitFor()
    const settings = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Settings/ })
    for (let count = 0; count < 3; count++) await scene.somebodyWrites()
    await scene.receiver.received('/trouble', 3)
    await settings.getByText('A webhook keeps failing').waitFor()
    await saveScreenshot(page, 'panel-webhook-trouble-rail')

    await settings.click()
    await settingsSubject(page, /^Webhooks/).click()
    await page
      .getByRole('note')
      .filter({ hasText: /keeps failing/ })
      .waitFor()
    await page.getByText(/3 attempts in a row have failed since .* Last response: 503\./).waitFor()
    await saveScreenshot(page, 'panel-webhook-trouble')

    scene.receiver.answer({ status: 204 })
    await page.getByRole('link', { name: /127\.0\.0\.1/ }).click()
    await page.getByText('View deliveries').waitFor()
    await page.getByRole('button', { name: 'Send test event' }).click()
    await page.getByText('View deliveries').waitFor({ state: 'detached' })
    await settings.getByText('A webhook keeps failing').waitFor({ state: 'detached' })
  })

  it('shows why there was no response, in the list and on its page', async () => {
    const closing = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
    await once(closing, 'listening')
    const url = `https://127.0.0.1:${(closing.address() as AddressInfo).port}/`
    const webhook = { url, events: ['customer.created'] }
    await scene.organization.call(scene.organization.owner, 'POST', '/webhooks', webhook)
    await scene.somebodyWrites()
    const page = await scene.asOwner('/settings/webhooks')
    const trouble = page.getByText(/^The last attempt failed, on .* The receiver closed the connection/)
    await trouble.waitFor()
    await page.getByRole('link', { name: /127\.0\.0\.1/ }).click()
    await page.getByText('View deliveries').waitFor()
    await trouble.waitFor()
    closing.close()
  })
})

const secretOn = (page: Page) => page.locator('code', { hasText: 'whsec_' }).first()

/** Confirmed in the dialog. */
async function regenerateOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Regenerate secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Regenerate secret' }).click()
}

describe('the signing secret', () => {
  it('is shown as it is now after a regeneration without a response', async () => {
    const webhook = await scene.makeWebhook('/lost')
    const before = await scene.secretOf(webhook)
    const page = await scene.asOwner(`/settings/webhooks/${webhook.id}`, { expected: [/ERR_FAILED/] })
    await page.getByRole('button', { name: 'Show' }).click()
    expect(await secretOn(page).textContent()).toBe(before)
    await page.route('**/secret/regenerate', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await regenerateOn(page)
    await page.getByRole('dialog').getByText('The secret may have been replaced.').waitFor()
    await saveScreenshot(page, 'panel-webhook-secret-unknown')
    await page.getByRole('button', { name: 'Cancel' }).click()
    const after = await scene.secretOf(webhook)
    expect(after).not.toBe(before)
    await page.getByText(after).waitFor()
  })

  it('is announced when it was created after its question was closed', async () => {
    const webhook = await scene.makeWebhook('/closed')
    const page = await scene.asOwner(`/settings/webhooks/${webhook.id}`)
    const release = Promise.withResolvers<void>()
    await page.route('**/secret/regenerate', async (route) => {
      await release.promise
      await route.continue()
    })
    await regenerateOn(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    release.resolve()
    await page.getByText('New signing secret created. Add it to your server now.').waitFor()
  })

  it('is replaced on the screen when another admin regenerates it', async () => {
    const webhook = await scene.makeWebhook('/shared')
    const page = await scene.asOwner(`/settings/webhooks/${webhook.id}`)
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText(await scene.secretOf(webhook)).waitFor()
    const path = `/webhooks/${webhook.id}/secret/regenerate`
    const { secret } = await scene.organization.call(scene.organization.owner, 'POST', path)
    await page.getByText(secret).waitFor()
  })

  it('is not replaced by a response that was read before its regeneration', async () => {
    const webhook = await scene.makeWebhook('/slow')
    const page = await scene.asOwner(`/settings/webhooks/${webhook.id}`)
    const read = Promise.withResolvers<void>()
    await page.route(
      '**/secret',
      async (route) => {
        await route.fetch()
        read.resolve()
      },
      { times: 1 },
    )
    const dropped = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/secret'))
    await page.getByRole('button', { name: 'Show' }).click()
    await read.promise
    await regenerateOn(page)
    await dropped
    await page.getByText(await scene.secretOf(webhook)).waitFor()
  })

  it('signs all later deliveries once it was regenerated', async () => {
    const webhook = await scene.makeWebhook('/secret')
    const before = await scene.secretOf(webhook)
    const page = await scene.asOwner(`/settings/webhooks/${webhook.id}`)
    await page.getByRole('button', { name: 'Regenerate secret' }).click()
    const asked = page.getByRole('dialog', { name: 'Regenerate the signing secret?' })
    await asked.getByText('signed with the new secret only').waitFor()
    await asked.getByRole('button', { name: 'Regenerate secret' }).click()
    await page.getByText('New signing secret created. Add it to your server now.').waitFor()
    await page.getByRole('button', { name: 'Show' }).click()
    const after = (await page.locator('code', { hasText: 'whsec_' }).first().textContent()) ?? ''
    await page.getByRole('button', { name: 'Send test event' }).click()
    const request = await scene.receiver.received('/secret', 1)
    expect(() => verified(request, before)).toThrow()
    expect(verified(request, after).type).toBe('webhook.test')
  })
})

describe('an unwanted webhook', () => {
  it('is disabled after a warning about waiting deliveries, and enabled again', async () => {
    scene.receiver.answer({ status: 500 })
    const webhook = await scene.makeWebhook('/off')
    await scene.somebodyWrites()
    const page = await scene.asOwner(`/settings/webhooks/${webhook.id}`)
    await stateOf(deliveryRows(page).first()).getByText('Waiting').waitFor()
    await page.getByRole('switch', { name: 'Send events to this URL' }).click()
    const asked = page.getByRole('dialog', { name: 'Turn off this webhook?' })
    await saveScreenshot(page, 'panel-webhook-switch-off')
    await asked.getByRole('button', { name: 'Turn off' }).click()
    await stateOf(deliveryRows(page).first()).getByText('Cancelled').waitFor()
    expect(await page.getByRole('button', { name: 'Send test event' }).isEnabled()).toBe(false)
    await page.getByRole('switch', { name: 'Send events to this URL' }).click()
    await page.getByText('Webhook turned on.').waitFor()
    expect(
      (await scene.organization.call(scene.organization.owner, 'GET', `/webhooks/${webhook.id}`)).active,
    ).toBe(true)
  })

  it('is deleted after its host was typed, and its deliveries stay in the log', async () => {
    const webhook = await scene.makeWebhook('/gone')
    await scene.somebodyWrites()
    await scene.receiver.received('/gone', 1)
    const page = await scene.asOwner(`/settings/webhooks/${webhook.id}`)
    await page.getByRole('button', { name: 'Delete webhook' }).click()
    const asked = page.getByRole('dialog', { name: 'Delete this webhook' })
    const confirm = asked.getByRole('button', { name: 'Delete webhook' })
    expect(await confirm.isEnabled()).toBe(false)
    await asked.getByRole('textbox').fill(new URL(webhook.url).host)
    await confirm.click()
    await page.getByText('No webhooks yet').waitFor()
    await settingsSubject(page, /^Deliveries/).click()
    await deliveryRows(page).first().getByText('Deleted webhook').waitFor()
  })
})
