import type { SocialProvider } from '@parley/protocol/customer'
import type { LoginStarted } from '@parley/protocol/session'
import { newTestKey, signProof } from '@parley/server/testing/test-key'
import { handoverOf, newTestBrowser } from '@parley/server/testing/test-browser'
import { openSocket, type TestSocket } from '@parley/server/testing/test-socket'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { useBrowser } from './harness/browser.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { useSocialService } from './harness/social-service.ts'

const used = useSocialService()
const browser = useBrowser()
let organization: Organization
const sockets: TestSocket[] = []

beforeEach(async () => {
  organization = await foundOrganization(used.service, 'Members')
  const { owner, provider } = organization
  const logins = (['google', 'facebook'] as const).map((social) => ({ social, enabled: true }))
  await organization.call(owner, 'PATCH', `/providers/${provider.id}/member-login`, { logins })
})
afterEach(async () => {
  await Promise.all(sockets.splice(0).map((socket) => socket.leave()))
})

/** A visitor, or a member with this login, sends a message. */
async function write(content: string, social: SocialProvider | null): Promise<void> {
  const { url } = used.service
  const origin = 'http://localhost:3000'
  const socket = await openSocket(`${url.replace('http', 'ws')}/v1/public/socket`, { origin })
  sockets.push(socket)
  const { nonce } = await socket.challenge()
  const proof = await signProof(await newTestKey(), { nonce, htu: `${url}/v1/public/socket` })
  await socket.request('connect', { provider_id: organization.provider.id, proof })
  if (social !== null) {
    used.socials[social].consent = 'allow'
    const begun = await socket.request<LoginStarted>('login.start', { social })
    const { message } = handoverOf(await newTestBrowser({}).open(begun.url))
    await socket.request('login.redeem', { code: message['code'] })
  }
  await socket.request('message.send', { client_id: randomUUID(), content })
}

it('shows a member’s sign-in method, and whether the e-mail is verified', async () => {
  await write('Do you ship to Norway?', null)
  await write('Where is my order?', 'facebook')
  await write('I would like to change my address', 'google')

  const profile = await browser.profile({ reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } })
  // Avatars of the local services have no real URL.
  profile.expectErrors(/googleusercontent\.test|ERR_/)
  await signIn(profile, used.service, organization.owner)
  const page = await profile.open(organization.panel('/inbox/open'))
  const list = page.getByRole('listitem')
  await list.filter({ hasText: 'Ada Lovelace' }).getByTitle('Member via Google').waitFor()
  await list.filter({ hasText: 'Mary Jackson' }).getByTitle('Member via Facebook').waitFor()
  expect(
    await list
      .filter({ hasText: 'Visitor' })
      .getByTitle(/Member/)
      .count(),
  ).toBe(0)

  await page.getByText('I would like to change my address').first().click()
  const pane = page.getByRole('complementary', { name: 'Customer' })
  await pane.getByText('ada@gmail.test').waitFor()
  await pane.getByRole('region', { name: 'Profile' }).getByText('Verified', { exact: true }).waitFor()
  await saveScreenshot(page, 'panel-member-google')
  expect(await findBarriers(page)).toEqual([])

  await page.getByText('Where is my order?').first().click()
  await pane.getByText('mary@facebook.test').waitFor()
  await pane.getByText('Not verified').waitFor()
  await page.goto(organization.panel('/customers'))
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Mary Jackson' })
    .getByTitle('Member via Facebook')
    .waitFor()
  await saveScreenshot(page, 'panel-members')
})
