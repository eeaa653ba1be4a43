import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { useBrowser, type Profile } from './harness/browser.ts'
import { chatOn } from './harness/chat.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { inboxOn } from './harness/inbox.ts'
import { agentLine, visitorLine } from './harness/line.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { startService } from './harness/service.ts'
import { useWebhookReceiver } from './harness/webhook-receiver.ts'
import { deliveryRows, deliverySheet } from './harness/webhook-scene.ts'

const service = inject('service')
const browser = useBrowser()
const site = useHostSite()
const receiver = useWebhookReceiver()
const schemes = ['light', 'dark'] as const
let organization: Organization

beforeEach(async () => {
  organization = await foundOrganization(service, 'Everybody')
})

async function expectNoBarriers(page: Page, picture: string): Promise<void> {
  await saveScreenshot(page, `accessible-${picture}`)
  expect.soft(await findBarriers(page), picture).toEqual([])
}

/** Texts of the widget by language. */
interface Words {
  menu: string
  clear: string
  emoji: string
  reply: string
}

const words: Record<'en' | 'ar', Words> = {
  en: { menu: 'Menu', clear: 'Clear chat', emoji: 'Emoji', reply: 'Reply' },
  ar: { menu: 'القائمة', clear: 'مسح المحادثة', emoji: 'الرموز التعبيرية', reply: 'رد' },
}

describe('axe finds nothing in the widget', () => {
  it.each([
    { lang: 'en', colorScheme: 'light' },
    { lang: 'en', colorScheme: 'dark' },
    { lang: 'ar', colorScheme: 'light' },
    { lang: 'ar', colorScheme: 'dark' },
  ] as const)('in $lang, $colorScheme', async ({ lang, colorScheme }) => {
    const dir = lang === 'ar' ? 'rtl' : 'ltr'
    const provider = organization.provider
    const profile = await browser.profile({ colorScheme, reducedMotion: 'reduce' })
    const address = site.put(
      `/${lang}`,
      shopPage({ base: service.url, providerId: provider.id, lang, dir, head: surface(colorScheme) }),
    )
    const page = await profile.open(address)
    const chat = chatOn(page)
    const its = words[lang]
    const check = (state: string) => expectNoBarriers(page, `widget-${lang}-${colorScheme}-${state}`)

    await chat.launcher.waitFor()
    await check('closed')
    await chat.open()
    await chat.log.locator('bdi, p').first().waitFor()
    await check('empty')

    await chat.say('Do you sell lids? https://example.com/lids')
    await chat.say('For the blue one.')
    await answer('Do you sell lids?', 'We do, for every pot.')
    await chat.message('We do, for every pot.').waitFor()
    await check('messages')

    await chat.message('We do, for every pot.').hover()
    await chat.message('We do, for every pot.').getByRole('button', { name: its.reply }).click()
    await chat.say('Thank you')
    await chat.message('Thank you').hover()
    await check('reply')

    await chat.window.getByRole('button', { name: its.emoji }).click()
    await check('emoji')
    await page.keyboard.press('Escape')

    await chat.window.getByRole('button', { name: its.menu }).click()
    await chat.window.getByRole('combobox').waitFor()
    await check('menu')
    await chat.window.getByRole('button', { name: its.clear }).click()
    await chat.widget.getByRole('alertdialog').waitFor()
    await check('question')
  })
})

/** Page and widget have the same color scheme. */
const surface = (scheme: 'light' | 'dark') =>
  `<meta name="color-scheme" content="${scheme}"><style>:root { color-scheme: ${scheme} }</style>`

/** Sends the owner's reply to the visitor who wrote `text` last. */
async function answer(asked: string, text: string): Promise<void> {
  const search = `/conversations?view=open&q=${encodeURIComponent(asked)}`
  // The window shows it before the service has stored it.
  const found = async () => (await organization.call(organization.owner, 'GET', search)).data
  await expect.poll(found).toHaveLength(1)
  const [conversation] = await found()
  const line = await agentLine(service, organization.id, organization.owner, conversation.customer.id)
  await line.say(text)
  await line.close()
}

describe('axe finds nothing in the panel', () => {
  it.each(schemes)('on the ways in, %s', async (colorScheme) => {
    const profile = await stranger(colorScheme)
    const signInPage = await profile.open(`${service.url}/panel/sign-in`)
    await signInPage.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await expectNoBarriers(signInPage, `panel-${colorScheme}-sign-in`)
    await signInPage.getByLabel('E-mail').fill('nobody@example.com')
    await signInPage.getByLabel('Password').fill('not my password')
    await signInPage.getByRole('button', { name: 'Sign in' }).click()
    await signInPage.getByRole('alert').waitFor()
    await expectNoBarriers(signInPage, `panel-${colorScheme}-sign-in-refused`)

    const invitation = await organization.call(organization.owner, 'POST', '/invitations', { role: 'agent' })
    const join = await profile.open(invitation.url)
    await join.getByRole('heading', { level: 1, name: 'Join Everybody' }).waitFor()
    await expectNoBarriers(join, `panel-${colorScheme}-join`)
  })

  it('on the setup of an empty installation, light and dark', async () => {
    const empty = await startService({ environment: { PARLEY_DEMO: '0' } })
    try {
      for (const colorScheme of schemes) {
        const page = await (await stranger(colorScheme)).open(`${empty.url}/panel/setup`)
        await page.getByRole('heading', { level: 1, name: 'Set up Parley' }).waitFor()
        await page.getByRole('button', { name: 'Create organization' }).click()
        await page.locator('[aria-invalid=true]').first().waitFor()
        await expectNoBarriers(page, `panel-${colorScheme}-set-up`)
      }
    } finally {
      await empty.remove()
    }
  })

  it.each(schemes)('in inbox, conversation and customers, %s', async (colorScheme) => {
    const visitor = await visitorLine(service, organization.provider.id)
    const question = `Does the ${colorScheme} pot drip? https://example.com/pot`
    await visitor.say(question)
    const page = await signedIn(colorScheme, '/inbox/mine')
    const check = (state: string) => expectNoBarriers(page, `panel-${colorScheme}-${state}`)
    const inbox = inboxOn(page)

    await page.getByText('Nothing assigned to you').waitFor()
    await check('inbox-empty')
    await inbox.view('Unassigned')
    await inbox.row(question).waitFor()
    await check('inbox')
    await inbox.openRow(question)
    await inbox.say('It does not.')
    await inbox
      .message('It does not.')
      .getByTitle(/Sent|Delivered/)
      .waitFor()
    await check('conversation')
    await inbox.conversation.getByRole('button', { name: /^Assigned to/ }).click()
    await page.getByRole('option').first().waitFor()
    await check('assign')
    await page.keyboard.press('Escape')
    await page.getByRole('option').first().waitFor({ state: 'detached' })

    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await check('keys')
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
    await check('palette')

    await page.goto(organization.panel('/customers'))
    const customer = page
      .getByRole('list', { name: /^Customers/ })
      .getByRole('link')
      .first()
    await customer.waitFor()
    await check('customers')
    await customer.click()
    await page.getByRole('button', { name: 'Edit' }).waitFor()
    await check('customer')
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('First name').waitFor()
    await check('customer-edit')
    await visitor.close()
  })

  it.each(schemes)('on every page of the settings, %s', async (colorScheme) => {
    const page = await signedIn(colorScheme, '/settings/widgets')
    const widget = `widgets/${organization.provider.id}`
    for (const [address, landmark] of [
      ['organization', page.getByLabel('Name', { exact: true })],
      ['team', page.getByRole('combobox', { name: 'Role of Olivia Owner' })],
      ['teams', page.getByText('No teams yet')],
      ['labels', page.getByRole('button', { name: 'New label', exact: true })],
      ['channels', page.getByText('No channel connected', { exact: true })],
      ['automation', page.getByText('No rules yet')],
      ['sla', page.getByText('No policies yet')],
      ['profile', page.getByLabel('Current password')],
      ['widgets', page.getByRole('button', { name: 'New widget' })],
      [`${widget}/appearance`, page.getByLabel('Preview of your widget with sample messages')],
      [`${widget}/installation`, page.getByRole('button', { name: 'Copy snippet' })],
      [`${widget}/keys`, page.getByRole('button', { name: 'Create new key' })],
      [`${widget}/general`, page.getByRole('button', { name: 'Delete widget' })],
    ] as const) {
      await page.goto(organization.panel(`/settings/${address}`))
      await landmark.first().waitFor()
      await expectNoBarriers(page, `panel-${colorScheme}-settings-${address.split('/').at(-1)}`)
    }
    await page.goto(organization.panel('/settings/team'))
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('dialog', { name: 'Invite someone' }).waitFor()
    await expectNoBarriers(page, `panel-${colorScheme}-settings-invite`)
  })

  it.each(schemes)('in webhooks, deliveries and API keys, %s', async (colorScheme) => {
    const page = await signedIn(colorScheme, '/settings/webhooks')
    const check = (state: string) => expectNoBarriers(page, `panel-${colorScheme}-${state}`)
    await page.getByText('No webhooks yet').waitFor()
    await check('webhooks-none')
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create webhook' }).click()
    await page.getByText('Choose at least one event.').waitFor()
    await check('webhook-new')

    receiver.answer({ status: 401, body: '{"error":"signature"}' })
    const input = { url: receiver.url('/axe'), events: ['customer.created'] }
    const webhook = await organization.call(organization.owner, 'POST', '/webhooks', input)
    for (let count = 1; count <= 3; count++) {
      await organization.call(organization.owner, 'POST', `/webhooks/${webhook.id}/test`)
      await receiver.received('/axe', count)
    }
    await page.goto(organization.panel('/settings/webhooks'))
    await page.getByText('3 attempts in a row').waitFor()
    await check('webhooks')
    await page.getByRole('link', { name: /127/ }).click()
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('button', { name: 'Hide' }).waitFor()
    await check('webhook')
    await page.goto(organization.panel('/settings/deliveries?state=waiting&from=2026-01-01T00:00Z'))
    await deliveryRows(page).first().waitFor()
    await check('deliveries')
    await deliveryRows(page).first().getByRole('link').click()
    await deliverySheet(page).getByText('Usually the signing secret').waitFor()
    await check('delivery')

    await page.goto(organization.panel('/settings/api-keys'))
    await page.getByRole('button', { name: 'New API key' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Warehouse')
    await dialog.getByLabel('deliveries:read').check()
    await check('api-key-new')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('The key is ready').waitFor()
    await check('api-key')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'detached' })
    await check('api-keys')
  })
})

/** The browser logs the 401 of the session request. */
async function stranger(colorScheme: 'light' | 'dark'): Promise<Profile> {
  const profile = await browser.profile({ colorScheme, reducedMotion: 'reduce' })
  profile.expectErrors(/401 \(Unauthorized\)/)
  return profile
}

async function signedIn(colorScheme: 'light' | 'dark', path: string): Promise<Page> {
  const profile = await browser.profile({ colorScheme, reducedMotion: 'reduce' })
  await signIn(profile, service, organization.owner)
  return profile.open(organization.panel(path))
}
