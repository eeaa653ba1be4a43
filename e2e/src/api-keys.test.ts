import { describe, expect, inject, it } from 'vitest'
import { saveScreenshot } from './harness/screenshots.ts'
import { settingsSubject, useWebhookScene } from './harness/webhook-scene.ts'

const service = inject('service')
const scene = useWebhookScene()

describe('an API key', () => {
  const withKey = (key: string, path: string, method = 'GET') =>
    fetch(`${service.url}/v1/organizations/${scene.organization.id}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
    })

  it('is shown once, works within its scopes, and stops working when revoked', async () => {
    const page = await scene.asOwner('/settings/api-keys')
    await page.getByRole('button', { name: 'New API key' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('Choose at least one scope.').waitFor()
    await dialog.getByLabel('deliveries:read').check()
    // The field may be scrolled out of view.
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const name = dialog.getByLabel('Name')
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
    await name.fill('Warehouse')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const key = (await dialog.locator('code', { hasText: 'plk_' }).textContent()) ?? ''
    await saveScreenshot(page, 'panel-api-key')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Never used').waitFor()
    expect(await page.content()).not.toContain(key)

    expect((await withKey(key, '/deliveries')).status).toBe(200)
    expect((await withKey(key, '/webhooks')).status).toBe(403)
    await page.reload()
    await page.getByText('Last used just now').waitFor()
    await saveScreenshot(page, 'panel-api-keys')

    await page.getByRole('button', { name: 'Revoke Warehouse' }).click()
    await page
      .getByRole('dialog', { name: 'Revoke Warehouse?' })
      .getByRole('button', { name: 'Revoke' })
      .click()
    await page.getByText('No API keys yet').waitFor()
    expect((await withKey(key, '/deliveries')).status).toBe(401)
  })
})

it('the names of keys and the e-mails of people keep their direction from right to left', async () => {
  const { owner } = scene.organization
  await scene.organization.call(owner, 'POST', '/api-keys', { name: 'Depot', scopes: ['webhooks:read'] })
  const page = await scene.asOwner('/settings/api-keys', { locale: 'ar' })
  const directionOf = (text: string) =>
    page.getByText(text, { exact: true }).evaluate((element) => getComputedStyle(element).direction)
  expect(await directionOf('Depot')).toBe('ltr')
  await page.goto(scene.organization.panel('/settings/team'))
  expect(await directionOf(owner.email)).toBe('ltr')
})

describe('an agent', () => {
  it.each(['/settings/webhooks', '/settings/deliveries', '/settings/api-keys'])(
    'does not get to %s',
    async (path) => {
      await scene.makeWebhook('/agent')
      const page = await scene.panelOf(await scene.organization.join('Ada Agent', 'agent'), path)
      await page.getByRole('heading', { level: 1, name: 'Admins only' }).waitFor()
      expect(await settingsSubject(page, /^Webhooks/).count()).toBe(0)
      expect(await page.getByText('127.0.0.1').count()).toBe(0)
    },
  )

  it('cannot open the URL of a webhook or a delivery', async () => {
    const webhook = await scene.makeWebhook('/given')
    const delivery = await scene.organization.call(
      scene.organization.owner,
      'POST',
      `/webhooks/${webhook.id}/test`,
    )
    const page = await scene.panelOf(
      await scene.organization.join('Ada Agent', 'agent'),
      `/settings/webhooks/${webhook.id}`,
    )
    await page.getByRole('heading', { level: 1, name: 'Admins only' }).waitFor()
    await page.goto(scene.organization.panel(`/settings/deliveries/${delivery.id}`))
    await page.getByRole('heading', { level: 1, name: 'Admins only' }).waitFor()
    expect(await page.getByText('webhook.test').count()).toBe(0)
  })
})
