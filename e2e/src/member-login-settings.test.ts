import type { MemberLogin } from '@parley/protocol/social-login'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { useBrowser } from './harness/browser.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { useSocialService } from './harness/social-service.ts'

const used = useSocialService()
const browser = useBrowser()
let organization: Organization

beforeEach(async () => {
  organization = await foundOrganization(used.service, 'Logins')
})

async function ownersPage(options: { errors?: RegExp[] } = {}): Promise<Page> {
  const profile = await browser.profile({ reducedMotion: 'reduce' })
  profile.expectErrors(...(options.errors ?? []))
  await signIn(profile, used.service, organization.owner)
  const page = await profile.open(
    organization.panel(`/settings/widgets/${organization.provider.id}/member-login`),
  )
  await page.getByRole('heading', { name: 'Services' }).waitFor()
  return page
}

const stored = (): Promise<MemberLogin> =>
  organization.call(organization.owner, 'GET', `/providers/${organization.provider.id}/member-login`)
const login = async (social: string) => (await stored()).logins.find((one) => one.social === social)

describe('a login with the keys of the service', () => {
  it('is enabled with one click, and tested in a window that shows the result', async () => {
    const page = await ownersPage()
    await page.getByRole('switch', { name: 'Offer Google' }).press('Space')
    await page.getByRole('listitem').filter({ hasText: 'Google' }).getByText('On', { exact: true }).waitFor()
    expect(await login('google')).toMatchObject({ enabled: true })

    await page.getByRole('button', { name: 'Set up Google' }).click()
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Test login' }).click()
    const popup = await opened
    await popup.locator('#allow').click()
    await page.getByText('The login works. The service returned:').waitFor()
    await page.getByText('ada@gmail.test (verified)').waitFor()
    await expect.poll(() => popup.isClosed()).toBe(true)
    await saveScreenshot(page, 'panel-member-login-tested')
    expect(await findBarriers(page)).toEqual([])
  })

  it('reports denied consent and a closed window', async () => {
    const page = await ownersPage()
    await page.getByRole('button', { name: 'Set up X' }).click()
    for (const [act, text] of [
      [(popup: Page) => popup.locator('#deny').click(), 'The sign-in was cancelled in the other window.'],
      [(popup: Page) => popup.close(), 'The window was closed before the service responded.'],
    ] as const) {
      const opened = page.waitForEvent('popup')
      await page.getByRole('button', { name: 'Test login' }).click()
      const popup = await opened
      await popup.locator('#deny').waitFor()
      await act(popup)
      await page.getByText(text).waitFor()
    }
  })
})

describe('own keys', () => {
  it('are refused with a reason while they are incomplete', async () => {
    const page = await ownersPage({ errors: [/422/] })
    await page.getByRole('radio', { name: 'Own keys' }).click()
    await page.getByRole('listitem').filter({ hasText: 'GitHub' }).getByText('Keys missing').waitFor()
    await page.getByRole('switch', { name: 'Offer GitHub' }).press('Space')
    await page.getByText('This login cannot be turned on without keys. Enter and save them first.').waitFor()
    await page.getByText(`${used.service.url}/v1/public/oauth/github/callback`).waitFor()
    await saveScreenshot(page, 'panel-member-login-refused')
    expect(await findBarriers(page)).toEqual([])
  })

  it('that are typed stay when the details are closed, and leaving the page asks', async () => {
    const page = await ownersPage()
    await page.getByRole('radio', { name: 'Own keys' }).click()
    const toggle = page.getByRole('button', { name: 'Set up GitHub' })
    await toggle.click()
    await page.getByLabel('Client ID').fill('half-typed')
    await toggle.click()
    await page.getByLabel('Client ID').waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'People', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await toggle.click()
    expect(await page.getByLabel('Client ID').inputValue()).toBe('half-typed')
  })

  it('of Apple are validated when saved, stored, and not shown again', async () => {
    const apple = used.socials.own.find((one) => one.social === 'apple')
    if (!apple || !('private_key' in apple)) throw new Error('No keys of Apple')
    const page = await ownersPage({ errors: [/422/] })
    await page.getByRole('radio', { name: 'Own keys' }).click()
    await page.getByRole('button', { name: 'Set up Apple' }).click()
    await page.getByLabel('Client ID (Services ID)').fill(apple.client_id)
    await page.getByLabel('Team ID').fill(apple.team_id)
    await page.getByLabel('Key ID').fill(apple.key_id)
    await page.getByLabel('Private key (.p8)').fill('AuthKey.p8')
    const save = page.getByRole('listitem').filter({ hasText: 'Apple' }).getByRole('button', { name: 'Save' })
    await save.click()
    await page.getByText('This is not a valid Apple private key.').waitFor()
    await page.getByLabel('Private key (.p8)').fill(apple.private_key)
    await save.click()
    await page.getByText('Saved and no longer shown.').waitFor()
    expect(await page.getByLabel('Private key (.p8)').inputValue()).toBe('')
    await saveScreenshot(page, 'panel-member-login-apple')
    expect(await page.content()).not.toContain(apple.private_key.split('\n')[1])

    await page.getByRole('switch', { name: 'Offer Apple' }).press('Space')
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Test login' }).click()
    await (await opened).locator('#allow').click()
    await page.getByText('x7@privaterelay.appleid.test (verified)').waitFor()

    await page.getByRole('button', { name: 'Delete these keys' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete these keys' }).click()
    await expect
      .poll(() => login('apple'))
      .toMatchObject({ enabled: false, client_id: null, secret_saved: false })
  })
})

it('is translated into each language, also from right to left', async () => {
  const profile = await browser.profile({ reducedMotion: 'reduce', locale: 'ar' })
  await signIn(profile, used.service, organization.owner)
  const page = await profile.open(
    organization.panel(`/settings/widgets/${organization.provider.id}/member-login`),
  )
  await page.getByRole('button', { name: 'إعداد Google' }).click()
  await page.getByText('اختبار تسجيل الدخول').waitFor()
  await saveScreenshot(page, 'panel-member-login-ar')
  expect(await findBarriers(page)).toEqual([])
})
