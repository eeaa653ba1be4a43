import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { useBrowser, type Profile } from './harness/browser.ts'
import { holdRequest } from './harness/held-request.ts'
import { foundOrganization, sessionOf, signIn, type Organization, type Person } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { startService, type Service } from './harness/service.ts'

const browser = useBrowser()

/** A browser without a session, which logs the 401 of the session request. */
async function stranger(): Promise<Profile> {
  const profile = await browser.profile()
  profile.expectErrors(/401 \(Unauthorized\)/)
  return profile
}

/** The submit button, the only one on the sign-in and setup pages. */
async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
}

const password = 'a long enough password'

describe('an empty installation', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService({ environment: { PARLEY_DEMO: '0' } })
  })
  afterAll(() => service.remove())

  it('asks for the first organization and its owner, once', async () => {
    const profile = await stranger()
    const page = await profile.open(`${service.url}/`)
    await page.getByRole('heading', { level: 1, name: 'Set up Parley' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/panel/setup')
    await saveScreenshot(page, 'panel-setup')

    const late = await stranger()
    late.expectErrors(/409 \(Conflict\)/)
    const elsewhere = await late.open(`${service.url}/panel/setup`)
    await elsewhere.getByRole('heading', { level: 1, name: 'Set up Parley' }).waitFor()

    const create = page.getByRole('button', { name: 'Create organization' })
    await create.click()
    await expect.poll(() => page.getByText('This field is required.').count()).toBeGreaterThanOrEqual(2)
    await fill(page, {
      Organization: 'Tea & Co',
      'Your name': 'Olivia Owner',
      'E-mail': 'olivia',
      Password: 'short',
    })
    await create.click()
    await page.getByText('Enter a valid e-mail address.').waitFor()
    await saveScreenshot(page, 'panel-setup-problems')
    await fill(page, { 'E-mail': 'olivia@example.com', Password: password })
    await create.click()

    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    const snippet = page.locator('code', { hasText: 'parleyConfig' }).filter({ visible: true })
    await snippet.first().waitFor()
    const preview = page.getByRole('region', { name: 'Preview' }).filter({ visible: true })
    await preview.first().getByText('Tea & Co').waitFor()
    await saveScreenshot(page, 'panel-welcome')

    await fill(elsewhere, {
      Organization: 'Too late',
      'Your name': 'Late',
      'E-mail': 'late@example.com',
      Password: password,
    })
    await elsewhere.getByRole('button', { name: 'Create organization' }).click()
    await elsewhere.getByRole('link', { name: 'Sign in instead' }).click()
    await elsewhere.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()

    const second = await (await stranger()).open(`${service.url}/panel/setup`)
    await second.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(new URL(second.url()).pathname).toBe('/panel/sign-in')
  })
})

describe('with an organization', () => {
  const service = inject('service')
  let organization: Organization
  let agent: Person
  beforeAll(async () => {
    organization = await foundOrganization(service, 'Entrance')
    agent = await organization.join('Anna Agent', 'agent')
  })

  async function signedIn(person: Person, path: string): Promise<Page> {
    const profile = await browser.profile()
    await signIn(profile, service, person)
    return profile.open(organization.panel(path))
  }

  it('shows a skeleton while the code and then the user load slowly', async () => {
    const profile = await browser.profile({ colorScheme: 'dark' })
    await signIn(profile, service, agent)
    const page = await profile.context.newPage()
    const code = Promise.withResolvers<void>()
    await page.route(/\/panel\/assets\/(?!first-paint)/, (route) => code.promise.then(() => route.continue()))
    const user = await holdRequest(page, 'GET', /\/v1\/me$/)
    await page.goto(organization.panel('/inbox/mine'), { waitUntil: 'commit' })
    const skeleton = page.getByRole('status', { name: 'Loading' })
    await skeleton.waitFor()
    // Style sheets do not delay it.
    await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0)
    expect(await skeleton.evaluate((shape) => getComputedStyle(shape).animationDelay)).toBe('0.3s')
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const before = await ground()
    await saveScreenshot(page, 'panel-skeleton')

    code.resolve()
    await page.locator('#root > style').first().waitFor({ state: 'attached' })
    expect(await skeleton.isVisible()).toBe(true)
    expect(await ground()).toBe(before)
    await user.release()
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    expect(await page.locator('.start').isVisible()).toBe(false)
  })

  describe('signing in', () => {
    it('is refused with a wrong password, without further details', async () => {
      const page = await (await stranger()).open(`${service.url}/panel/`)
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
      await saveScreenshot(page, 'panel-sign-in')
      for (const email of [agent.email, 'nobody@example.com']) {
        await fill(page, { 'E-mail': email, Password: 'not my password' })
        await page.getByRole('button', { name: 'Sign in' }).click()
        await page.getByRole('alert').getByText('E-mail or password is incorrect.').waitFor()
      }
      await saveScreenshot(page, 'panel-sign-in-refused')
    })

    it('returns to the requested page', async () => {
      const wanted = organization.panel('/settings/profile')
      const page = await (await stranger()).open(wanted)
      await page.getByText('Sign in to continue.').waitFor()
      await fill(page, { 'E-mail': agent.email, Password: agent.password })
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor()
      expect(page.url()).toBe(wanted)
    })

    it('never redirects outside of the panel', async () => {
      for (const to of ['//evil.example/', '/\\evil.example/', 'https://evil.example/']) {
        const page = await (
          await stranger()
        ).open(`${service.url}/panel/sign-in?to=${encodeURIComponent(to)}`)
        await fill(page, { 'E-mail': agent.email, Password: agent.password })
        await page.getByRole('button', { name: 'Sign in' }).click()
        await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
        expect(page.url()).toBe(organization.panel('/inbox/mine'))
      }
    })
  })

  describe('signing out', () => {
    it('[B3] closes the connection in every tab, and hides all data', async () => {
      const profile = await browser.profile()
      profile.expectErrors(/401/)
      const session = await organization.join('Sam Signout', 'agent')
      await signIn(profile, service, session)
      const tab = await profile.context.newPage()
      const opening = tab.waitForEvent('websocket')
      await tab.goto(organization.panel('/inbox/open'))
      const socket = await opening
      await tab.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()

      const page = await profile.open(organization.panel('/inbox/open'))
      await page.getByRole('button', { name: 'Sam Signout: account menu' }).click()
      await saveScreenshot(page, 'panel-own-menu')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()

      await expect.poll(() => socket.isClosed()).toBe(true)
      await tab.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()

      // Signing in again in one tab also opens the other, once it has the focus.
      await signIn(profile, service, await sessionOf(service, session))
      await tab.evaluate(() => window.dispatchEvent(new Event('focus')))
      await tab.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    })
  })

  describe('an invitation link', () => {
    it('admits one person, who then uses the same inbox, and nobody else', async () => {
      const owner = await signedIn(organization.owner, '/settings/team')
      await owner.getByRole('button', { name: 'Invite' }).click()
      const dialog = owner.getByRole('dialog', { name: 'Invite someone' })
      await expect
        .poll(() => dialog.getByRole('radio', { checked: true }).evaluate((role) => role.matches(':focus')))
        .toBe(true)
      await dialog.getByRole('radio', { name: 'Admin' }).check()
      await saveScreenshot(owner, 'panel-invite')
      await dialog.getByRole('button', { name: 'Create link' }).click()
      const ready = owner.getByRole('dialog', { name: 'The link is ready' })
      const link = await ready.locator('code').textContent()
      expect(link).toMatch(new RegExp(`^${service.url}/panel/invitation#[\\w-]{40,}`))
      await saveScreenshot(owner, 'panel-invitation-link')
      await ready.getByRole('button', { name: 'Done' }).click()

      const page = await (await stranger()).open(link ?? '')
      await page.getByRole('heading', { level: 1, name: 'Join Entrance' }).waitFor()
      await page.getByText('Olivia Owner invited you as Admin.').waitFor()
      await saveScreenshot(page, 'panel-join')
      await fill(page, {
        'Your name': 'Ida Invited',
        'E-mail': 'ida.invited@example.com',
        Password: password,
      })
      await page.getByRole('button', { name: 'Join' }).click()
      await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
      await page.getByRole('button', { name: 'Ida Invited: account menu' }).waitFor()

      // An open list is updated live.
      await owner.getByText('ida.invited@example.com').waitFor()
      await saveScreenshot(owner, 'panel-team')

      const late = await stranger()
      late.expectErrors(/409 \(Conflict\)/)
      const other = await late.open(link ?? '')
      await other.getByRole('heading', { level: 1, name: 'This invitation was already used' }).waitFor()
      await saveScreenshot(other, 'panel-invitation-used')
    })
  })

  describe('an invitation link of another organization', () => {
    it('opens that organization for a member of this one, also if they have joined before', async () => {
      const other = await foundOrganization(service, 'Second job')
      const invite = async (): Promise<string> =>
        (await other.call(other.owner, 'POST', '/invitations', { role: 'agent' })).url
      const member = await organization.join('Moritz Member', 'agent')
      const profile = await browser.profile()
      profile.expectErrors(/409 \(Conflict\)/)
      await signIn(profile, service, member)
      const page = await profile.open(organization.panel('/inbox/open'))
      await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
      await page.goto(await invite())
      await page.getByRole('button', { name: 'Join as Moritz Member' }).click()
      await page.waitForURL(`${other.panel()}/**`)

      await page.goto(organization.panel('/inbox/open'))
      await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
      await page.goto(await invite())
      await page.getByRole('button', { name: 'Join as Moritz Member' }).click()
      await page.getByRole('button', { name: 'Open inbox' }).click()
      await page.waitForURL(`${other.panel()}/**`)
    })
  })

  describe('an agent without admin rights', () => {
    it('sees only canned replies and their own settings page', async () => {
      const page = await signedIn(agent, '/settings')
      await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor()
      const subjects = page.getByRole('navigation', { name: 'Settings pages' }).getByRole('link')
      expect(await subjects.allTextContents()).toEqual(['Your profile', 'Canned replies'])
    })

    it.each(['/settings/organization', '/settings/team', '/settings/widgets'])(
      'is told at %s that it is for admins only',
      async (path) => {
        const page = await signedIn(agent, path)
        await page.getByRole('heading', { level: 1, name: 'Admins only' }).waitFor()
      },
    )

    it('is also told so on the pages of a widget', async () => {
      const page = await signedIn(agent, `/settings/widgets/${organization.provider.id}/keys`)
      await page.getByRole('heading', { level: 1, name: 'Admins only' }).waitFor()
      expect(await page.getByText('Secret key').count()).toBe(0)
    })
  })

  describe('a URL', () => {
    it('of another organization shows nothing', async () => {
      const other = await foundOrganization(service, 'Somebody else')
      const profile = await browser.profile()
      await signIn(profile, service, agent)
      const page = await profile.open(other.panel('/inbox/open'))
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
      await saveScreenshot(page, 'panel-nothing-here')
    })

    it('that does not exist shows a message', async () => {
      const page = await signedIn(agent, '/no/such/page')
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
      await page.getByRole('link', { name: 'Go to the inbox' }).click()
      await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    })
  })
})
