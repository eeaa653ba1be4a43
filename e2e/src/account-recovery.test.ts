import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startSmtpServer } from '@parley/server/testing/smtp-server'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { useBrowser, type Profile } from './harness/browser.ts'
import { foundOrganization, signIn, type Organization, type Person } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { repository, startService, type Service } from './harness/service.ts'

const browser = useBrowser()
const newPassword = 'a different long password'

async function stranger(...expected: RegExp[]): Promise<Profile> {
  const profile = await browser.profile()
  profile.expectErrors(/401 \(Unauthorized\)/, ...expected)
  return profile
}

async function signedIn(organization: Organization, person: Person, path: string, at: { url: string }) {
  const profile = await browser.profile()
  // 409: already a member.
  profile.expectErrors(/401 \(Unauthorized\)/, /409 \(Conflict\) \(.*\/invitations/)
  await signIn(profile, at, person)
  return profile.open(organization.panel(path))
}

async function setPassword(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Set a new password' }).waitFor()
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('heading', { level: 1, name: 'Password changed' }).waitFor()
}

async function enter(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(newPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
}

describe('without a mail server', () => {
  const service = inject('service')
  let organization: Organization
  beforeAll(async () => {
    organization = await foundOrganization(service, 'Recovery')
  })

  it('names who can help, and an admin’s reset link works once', async () => {
    const agent = await organization.join('Fay Forgetful', 'agent')
    const page = await (await stranger()).open(`${service.url}/panel/sign-in`)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByText('This installation does not send e-mail.').waitFor()
    await page.getByText('parley reset-password').waitFor()
    await saveScreenshot(page, 'panel-forgot-password')

    const owner = await signedIn(organization, organization.owner, '/settings/team', service)
    await owner.getByRole('button', { name: 'Create a reset link for Fay Forgetful' }).click()
    const dialog = owner.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create reset link' }).click()
    const link = (await dialog.locator('code').textContent()) ?? ''
    expect(link).toMatch(new RegExp(`^${service.url}/panel/reset-password#[\\w-]{43}$`))
    await saveScreenshot(owner, 'panel-reset-link')

    const fresh = await (await stranger()).open(link)
    await saveScreenshot(fresh, 'panel-reset-password')
    await setPassword(fresh)
    await fresh.getByRole('link', { name: 'Sign in' }).click()
    await enter(fresh, agent.email)

    const again = await (await stranger(/409 \(Conflict\)/)).open(link)
    await again.getByRole('heading', { level: 1, name: 'This link was already used' }).waitFor()
    await again.getByRole('link', { name: 'Request a new link' }).click()
    await again.getByRole('heading', { level: 1, name: 'Reset your password' }).waitFor()
  })

  it('lets a password be sent again after the service could not store it', async () => {
    const agent = await organization.join('Dee Disk', 'agent')
    const { url } = await organization.call(organization.owner, 'POST', `/agents/${agent.agentId}/reset-link`)
    const page = await (await stranger(/507/)).open(url)
    await page.route(
      '**/password-resets/use',
      (route) => route.fulfill({ status: 507, json: { code: 'storage_full' } }),
      { times: 1 },
    )
    await page.getByLabel('New password').fill(newPassword)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('heading', { level: 1, name: 'Password changed' }).waitFor()
  })

  it('says that a link to confirm an address is not valid without its token', async () => {
    const page = await (await stranger()).open(`${service.url}/panel/confirm-email`)
    await page.getByRole('alert').getByText('This link is not valid or was already used.').waitFor()
    expect(await page.getByRole('button', { name: 'Confirm' }).isEnabled()).toBe(false)
  })

  it('suggests a reset link when an existing member is invited', async () => {
    const agent = await organization.join('Ren Returning', 'agent')
    const owner = await signedIn(organization, organization.owner, '/settings/team', service)
    await owner.getByText(agent.email).waitFor()
    await owner.getByRole('button', { name: 'Invite' }).click()
    const dialog = owner.getByRole('dialog')
    await dialog.getByLabel('E-mail (optional)').fill(agent.email)
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await dialog.getByText('Ren Returning is already a member.').waitFor()
    await dialog.getByRole('button', { name: 'Create reset link' }).click()
    await owner.getByRole('dialog', { name: 'Reset the password of Ren Returning?' }).waitFor()
  })

  it('lets agents change their e-mail and sign out everywhere', async () => {
    const agent = await organization.join('Pat Profile', 'agent')
    const page = await signedIn(organization, agent, '/settings/profile', service)
    const email = `pat.${process.pid}@example.com`
    const section = page.locator('form', { has: page.getByRole('button', { name: 'Change e-mail' }) })
    await section.getByLabel('New e-mail').fill(email)
    await section.getByLabel('Password').fill(agent.password)
    await section.getByRole('button', { name: 'Change e-mail' }).click()
    await page.getByText('E-mail changed.').waitFor()
    await expect.poll(() => section.getByLabel('E-mail', { exact: true }).inputValue()).toBe(email)
    await saveScreenshot(page, 'panel-profile')
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  })

  it('reports a failed sign-out, which can then be repeated', async () => {
    const agent = await organization.join('Ria Retry', 'agent')
    const profile = await browser.profile()
    profile.expectErrors(/401 \(Unauthorized\)/, /503/)
    await signIn(profile, service, agent)
    const page = await profile.open(organization.panel('/inbox/mine'))
    await page.route(
      '**/v1/auth/sign-out',
      (route) => route.fulfill({ status: 503, json: { code: 'unavailable' } }),
      { times: 1 },
    )
    const signOut = async () => {
      await page.getByRole('button', { name: 'Ria Retry: account menu' }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
    }
    await signOut()
    await page.getByText('You could not be signed out.').waitFor()
    await signOut()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  })

  it('asks again about unsaved changes, which is announced, while the former question is shown', async () => {
    const agent = await organization.join('Ada Asked', 'agent')
    const page = await signedIn(organization, agent, '/settings/profile', service)
    await page.getByLabel('Name', { exact: true }).fill('Half done')
    const signOut = async () => {
      await page.getByRole('button', { name: 'Ada Asked: account menu' }).click()
      await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    }
    await signOut()
    const anyway = page.getByRole('button', { name: 'Sign out anyway' })
    const former = await anyway.elementHandle()
    await signOut()
    await former?.waitForElementState('hidden')
    await anyway.waitFor()
  })

  it('asks for the new password when its change has started no session', async () => {
    const agent = await organization.join('Nell New', 'agent')
    const page = await signedIn(organization, agent, '/settings/profile', service)
    await page.route('**/v1/auth/change-password', async (route) => {
      const response = await route.fetch()
      await page.context().clearCookies()
      await route.fulfill({ status: response.status(), json: {} })
    })
    const section = page.locator('form', { has: page.getByRole('button', { name: 'Change password' }) })
    await section.getByLabel('Current password').fill(agent.password)
    await section.getByLabel('New password').fill(newPassword)
    await section.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await page.getByLabel('E-mail').fill(agent.email)
    await page.getByLabel('Password').fill(newPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor()
  })

  /** Lets the service create the account, as if it had started no session for it. */
  async function loseSession(page: Page, path: string): Promise<void> {
    await page.route(path, async (route) => {
      const response = await route.fetch()
      await page.context().clearCookies()
      await route.fulfill({ status: response.status(), json: { outcome: 'sign_in_required' } })
    })
  }

  async function signInToNewAccount(page: Page, email: string): Promise<void> {
    await page.getByText('Your account is ready, but you could not be signed in.').waitFor()
    expect(await page.getByLabel('E-mail').inputValue()).toBe(email)
    const password = page.getByLabel('Password')
    expect(await password.evaluate((field) => field.matches(':focus'))).toBe(true)
    await password.fill(newPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
  }

  it('asks for the new password when a setup has started no session', async () => {
    const email = `founder.${process.pid}@example.com`
    const page = await (await stranger()).open(`${service.url}/panel/setup`)
    await loseSession(page, '**/v1/public/setup')
    await page.getByLabel('Organization').fill('Founded')
    await page.getByLabel('Your name').fill('Fia Founder')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(newPassword)
    await page.getByRole('button', { name: 'Create' }).click()
    await signInToNewAccount(page, email)
  })

  it('asks for the new password when an accepted invitation has started no session', async () => {
    const email = `invited.${process.pid}@example.com`
    const { url } = await organization.call(organization.owner, 'POST', '/invitations', { role: 'agent' })
    const page = await (await stranger()).open(url)
    await loseSession(page, '**/v1/public/invitations/accept')
    await page.getByLabel('Your name').fill('Ina Invited')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(newPassword)
    await page.getByRole('button', { name: 'Join' }).click()
    await signInToNewAccount(page, email)
  })
})

describe('a public installation with a mail server', () => {
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>
  let service: Service
  beforeAll(async () => {
    smtp = await startSmtpServer()
    service = await startService({
      environment: {
        HOST: '0.0.0.0',
        PARLEY_DEMO: '0',
        PARLEY_SMTP_URL: smtp.url,
        PARLEY_MAIL_FROM: 'parley@example.com',
      },
    })
  })
  afterAll(async () => {
    await service.remove()
    await smtp.stop()
  })

  it('is set up with the printed link; its owner resets the password by mail or with the command', async () => {
    const asked = await (await stranger()).open(`${service.url}/panel/`)
    await asked.getByLabel('Setup token').waitFor()
    await saveScreenshot(asked, 'panel-setup-token')

    const link = /http\S+\/panel\/setup#[\w-]{43}/.exec(service.output())?.[0] ?? ''
    const profile = await stranger()
    const page = await profile.open(link)
    for (const [label, value] of Object.entries({
      Organization: 'Tea & Co',
      'Your name': 'Olivia Owner',
      'E-mail': 'olivia@example.com',
    }))
      await page.getByLabel(label).fill(value)
    await page.getByLabel('Password').fill('the first long password')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()

    const forgetful = await (await stranger()).open(`${service.url}/panel/forgot-password`)
    await forgetful.getByLabel('E-mail').fill('olivia@example.com')
    await forgetful.getByRole('button', { name: 'Send link' }).click()
    await forgetful.getByRole('heading', { level: 1, name: 'Check your mail' }).waitFor()
    const mail = await smtp.mailTo('olivia@example.com')
    await forgetful.goto(/http\S+/.exec(mail.text)?.[0] ?? '')
    await setPassword(forgetful)
    await forgetful.getByRole('link', { name: 'Sign in' }).click()
    await enter(forgetful, 'olivia@example.com')

    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['server/src/parley.ts', 'reset-password', 'olivia@example.com'],
      {
        cwd: repository,
        env: { ...process.env, PORT: String(service.port), PARLEY_DATA_DIR: service.dataDir },
      },
    )
    const last = await (await stranger()).open(stdout.split('\n')[0] ?? '')
    await setPassword(last)
  })
})
