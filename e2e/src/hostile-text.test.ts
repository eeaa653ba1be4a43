import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { useBrowser, type Profile } from './harness/browser.ts'
import { chatOn } from './harness/chat.ts'
import { textFile } from './harness/files.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { inboxOn } from './harness/inbox.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'

const service = inject('service')
const browser = useBrowser()
const site = useHostSite()

/** Each sets `canary` if it is interpreted as more than text. */
const attacks = [
  '<img src=x onerror="canary=1">',
  '<script>canary=1</script>',
  '"><svg onload=canary=1>',
  '</textarea><iframe srcdoc="<script>parent.canary=1</script>">',
  '<a href="javascript:canary=1">click</a>',
  'javascript:canary=1',
  '{{constructor.constructor("canary=1")()}} ${canary=1}',
  '<math><mtext></mtext><style><img title="</style><img src onerror=canary=1>">',
]
const [name = '', ...others] = attacks

let organization: Organization
beforeAll(async () => {
  organization = await foundOrganization(service, name)
  await organization.change({
    name,
    appearance: {
      ...organization.provider.appearance,
      title: name,
      greeting: attacks.join('\n').slice(0, 300),
    },
  })
  // Customers and colleagues see the owner's name. Set over the API instead of the profile page.
  await organization.rename(organization.owner, name)
})

/** Setting the canary logs an error in the page's console, which fails the test, as does a dialog. */
async function guarded(): Promise<Profile> {
  const profile = await browser.profile()
  await profile.context.addInitScript(() => {
    const sing = () => {
      console.error('The canary sang')
    }
    Object.defineProperty(window, 'canary', { set: sing })
  })
  profile.context.on('dialog', (dialog) => {
    throw new Error(`A dialog opened: ${dialog.message()}`)
  })
  return profile
}

async function shop(): Promise<Page> {
  const profile = await guarded()
  return profile.open(site.put('/', shopPage({ base: service.url, providerId: organization.provider.id })))
}

async function panel(path: string): Promise<Page> {
  const profile = await guarded()
  await signIn(profile, service, organization.owner)
  return profile.open(organization.panel(path))
}

/** Elements that text must never become. */
const grown = (page: Page) =>
  page.evaluate(() => {
    const roots = [document, document.querySelector('parley-widget')?.shadowRoot]
    const planted = 'iframe, math, img[onerror], svg[onload], a[href^="javascript:"], img[src="x"]'
    return roots.flatMap((root) => [...(root?.querySelectorAll(planted) ?? [])].map((each) => each.outerHTML))
  })

describe('markup and script in user input is only text', () => {
  it('in messages of both sides, names, titles, greetings, quotes, list rows and searches', async () => {
    const page = await shop()
    const chat = chatOn(page)
    await chat.open()
    await chat.log.getByText(name).first().waitFor()
    await chat.window.getByText(name, { exact: true }).first().waitFor()
    for (const attack of attacks) await chat.say(attack)

    const agentPage = await panel('/inbox/unassigned')
    const inbox = inboxOn(agentPage)
    await inbox.openRow(attacks.at(-1) ?? '')
    await expect.poll(() => inbox.texts.allTextContents()).toEqual(attacks)
    await inbox.action('Take over').click()
    for (const attack of attacks) await inbox.say(`From us: ${attack}`)
    await chat.message(`From us: ${attacks.at(-1)}`).waitFor()
    await chat.log.getByText(`${name} joined the conversation`).waitFor()
    expect((await chat.texts.allTextContents()).slice(-2 * attacks.length)).toEqual([
      ...attacks,
      ...attacks.map((attack) => `From us: ${attack}`),
    ])

    const quoted = chat.message(`From us: ${others[0]}`)
    await quoted.hover()
    await quoted.getByRole('button', { name: 'Reply', exact: true }).click()
    await chat.window.getByText(`Reply to ${name}`, { exact: true }).waitFor()
    await chat.say('I reply to that')
    await chat
      .message('I reply to that')
      .getByRole('button', { name: others[0] ?? '' })
      .waitFor()
    await inbox
      .message('I reply to that')
      .getByRole('button', { name: others[0] ?? '' })
      .waitFor()
    await inbox.composer.pressSequentially(name)
    await chat.window.getByText(`${name} is typing`).waitFor()
    await saveScreenshot(page, 'xss-chat')
    await saveScreenshot(agentPage, 'xss-panel')

    const search = agentPage
      .getByRole('searchbox')
      .or(agentPage.getByLabel('Search names and messages'))
      .first()
    await search.fill('"><svg onload=canary=1> and more')
    await agentPage.getByText('No results for “"><svg onload=canary=1> and more”').waitFor()
    expect(await grown(page)).toEqual([])
    expect(await grown(agentPage)).toEqual([])
  })

  it('in the names of customers, everywhere an agent reads them', async () => {
    const page = await shop()
    const chat = chatOn(page)
    await chat.open()
    await chat.say('What is in a name?')
    await chat.message('What is in a name?').getByRole('img', { name: 'Sent' }).waitFor()
    const found = await organization.call(
      organization.owner,
      'GET',
      `/conversations?view=open&q=${encodeURIComponent('What is in a name?')}`,
    )
    const { customer } = found.data[0]
    await organization.call(organization.owner, 'PATCH', `/customers/${customer.id}`, {
      first_name: name,
      last_name: others[0] ?? '',
      phone: '<b>1</b>',
    })
    const called = `${name} ${others[0]}`

    const agentPage = await panel('/inbox/open')
    const inbox = inboxOn(agentPage)
    await inbox.row(called).waitFor()
    await inbox.openRow(called)
    expect(await inbox.heading.textContent()).toBe(called)
    await agentPage.goto(organization.panel(`/customers/${customer.id}`))
    await agentPage.getByRole('heading', { name: called }).first().waitFor()
    await saveScreenshot(agentPage, 'xss-customer')
    expect(await grown(agentPage)).toEqual([])
  })

  it('in the names of files', async () => {
    const page = await shop()
    const chat = chatOn(page)
    await chat.open()
    const hostile = '<img src=x onerror=canary=1>.txt'
    await chat.window.locator('input[type=file]').setInputFiles(textFile(hostile))
    // The service removes characters from the name that file systems do not allow.
    const card = chat.messages.getByRole('link', { name: /_img src=x onerror=canary=1_\.txt/ })
    await chat.window.getByRole('button', { name: `Remove ${hostile}` }).waitFor()
    await chat.composer.fill('A file for you')
    await chat.window.getByRole('button', { name: 'Send' }).click()
    await card.waitFor()

    const agentPage = await panel('/inbox/open')
    const inbox = inboxOn(agentPage)
    await inbox.openRow('A file for you')
    await inbox.messages.getByRole('link', { name: /_img src=x onerror=canary=1_\.txt/ }).waitFor()
    await saveScreenshot(agentPage, 'xss-file')
    expect(await grown(page)).toEqual([])
    expect(await grown(agentPage)).toEqual([])
  })

  it('in the settings and their preview, in menus and in invitations', async () => {
    const { id } = organization.provider
    for (const path of [
      '/settings/organization',
      '/settings/team',
      '/settings/profile',
      '/settings/widgets',
      `/settings/widgets/${id}/appearance`,
      `/settings/widgets/${id}/installation`,
      `/settings/widgets/${id}/general`,
      '/inbox/open?q=%3Cimg%20src%3Dx%20onerror%3Dcanary%3D1%3E',
      '/customers?q=%3Cimg%20src%3Dx%20onerror%3Dcanary%3D1%3E',
    ]) {
      const page = await panel(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.getByRole('button', { name: `${name}: account menu` }).click()
      await page
        .getByRole('dialog', { name: `${name}: account menu` })
        .getByText(name)
        .first()
        .waitFor()
      expect(await grown(page)).toEqual([])
      await page.close()
    }
    const invitation = await organization.call(organization.owner, 'POST', '/invitations', { role: 'agent' })
    const profile = await guarded()
    profile.expectErrors(/401 \(Unauthorized\)/)
    const page = await profile.open(invitation.url)
    await page.getByRole('heading', { level: 1, name: `Join ${name}` }).waitFor()
    await saveScreenshot(page, 'xss-invitation')
    expect(await grown(page)).toEqual([])
  })
})

describe('what looks like a link', () => {
  it('leads only to web addresses, and opens them without a referrer', async () => {
    const page = await shop()
    const chat = chatOn(page)
    await chat.open()
    await chat.say(
      'See https://example.com/a?b=<c>"d and javascript:canary=1 and data:text/html,<script>canary=1</script>',
    )
    await chat.say('www.example.com or HTTPS://EXAMPLE.COM/X.')
    const agentPage = await panel('/inbox/open')
    const inbox = inboxOn(agentPage)
    await inbox.openRow('www.example.com')
    for (const log of [chat.log, inbox.log]) {
      const links = await log.locator('article p a').evaluateAll((anchors) =>
        anchors.map((anchor) => ({
          scheme: (anchor as HTMLAnchorElement).protocol,
          rel: (anchor as HTMLAnchorElement).rel,
        })),
      )
      expect(links.length).toBeGreaterThanOrEqual(2)
      for (const { scheme, rel } of links) {
        expect(scheme).toMatch(/^https?:$/)
        expect(rel.split(' ')).toEqual(expect.arrayContaining(['noopener', 'noreferrer']))
      }
    }
  })
})
