import type { BrowserContextOptions } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { useBrowser } from './harness/browser.ts'
import { chatOn } from './harness/chat.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { inboxOn } from './harness/inbox.ts'
import { memberSite } from './harness/member-site.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'

const service = inject('service')
const browser = useBrowser()
const site = useHostSite()
let organization: Organization

beforeAll(async () => {
  organization = await foundOrganization(service, 'Garden')
})

/** Opens a page as a new visitor who writes. Returns the frames that the widget sends. */
async function visit(path: string, says: string, head = '') {
  const profile = await browser.profile({ timezoneId: 'Asia/Tokyo', locale: 'en-GB' })
  const page = await profile.context.newPage()
  const frames: string[] = []
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => frames.push(String(payload))))
  const { pathname, search, hash } = new URL(path, site.origin)
  const html = shopPage({ base: service.url, providerId: organization.provider.id, head })
  await page.goto(`${site.put(pathname, html)}${search}${hash}`)
  const chat = chatOn(page)
  await chat.open()
  await chat.say(says)
  return { page, frames, sent: (method: string) => frames.filter((frame) => frame.includes(`"${method}"`)) }
}

async function panel(path: string, options: BrowserContextOptions = {}) {
  const profile = await browser.profile(options)
  await signIn(profile, service, organization.owner)
  return profile.open(organization.panel(path))
}

it('an agent sees the current page change live, without secrets, and attributes by their source', async () => {
  const { page, frames } = await visit('/garden?token=hunter2&utm_source=mail#step', 'Which spade is best?')
  const agent = await panel('/inbox/open')
  await inboxOn(agent).openRow('Which spade is best?')
  const seen = agent.getByRole('region', { name: 'Visit', exact: true })
  await seen.getByText(/\/garden\?utm_source=mail$/).waitFor()
  await seen.getByText('Current page', { exact: true }).waitFor()
  await seen.getByText('Computer', { exact: true }).waitFor()
  await seen.locator('[title="Asia/Tokyo"]').waitFor()
  expect(frames.join()).not.toContain('hunter2')

  await page.evaluate(() => {
    document.title = 'Spades <b>and</b> forks'
    history.pushState(null, '', '/garden/tools?session=hunter2')
  })
  await seen
    .getByText(/\/garden\/tools$/)
    .first()
    .waitFor()
  await seen.getByText('Spades <b>and</b> forks').first().waitFor()
  await seen.getByText('2 pages in this visit').click()
  await seen.getByRole('listitem').nth(1).waitFor()

  await page.evaluate(() =>
    Parley.update({ attributes: { plan: '<i>pro</i>', orders: 12, newsletter: true } }),
  )
  const attributes = agent.getByRole('region', { name: 'Attributes', exact: true })
  await attributes.getByText('Stated by the page').waitFor()
  await attributes.getByText('<i>pro</i>').waitFor()
  expect(await attributes.getByText('Confirmed by your login').count()).toBe(0)
  expect(frames.join()).not.toContain('hunter2')
  expect(await findBarriers(agent)).toEqual([])
  await saveScreenshot(agent, 'panel-visitor-context')

  // The list is filtered by them, also after a reload.
  await agent.getByRole('button', { name: 'Filter', exact: true }).click()
  await agent.getByRole('button', { name: 'Stated attribute', exact: true }).click()
  await agent.getByLabel('Attribute name', { exact: true }).fill('orders')
  await agent.getByLabel('Value', { exact: true }).fill('12')
  await agent.keyboard.press('Enter')
  const chip = agent.getByRole('button', { name: 'Change filter Stated attribute: orders = 12', exact: true })
  await chip.waitFor()
  await saveScreenshot(agent, 'panel-attribute-filter')
  await agent.keyboard.press('Escape')
  await agent.getByLabel('Attribute name', { exact: true }).waitFor({ state: 'detached' })
  await agent.reload()
  await chip.waitFor()
  await inboxOn(agent).row('Which spade is best?').waitFor()
  const { pathname } = new URL(agent.url())
  const phone = await panel(pathname.replace(/.*?(?=\/inbox)/, ''), { viewport: { width: 375, height: 812 } })
  await inboxOn(phone).messages.first().waitFor()
  await saveScreenshot(phone, 'panel-visitor-context-phone')

  // Values are added up to what the service accepts: a letter outside of ASCII takes at least six characters.
  await chip.click()
  const tooLong = agent.getByText('Together, these values are too long. Remove one first.')
  for (let index = 1; (await tooLong.count()) === 0; index += 1) {
    expect(index).toBeLessThan(20)
    await agent.getByLabel('Attribute name', { exact: true }).fill(`city${index}`)
    await agent.getByLabel('Value', { exact: true }).fill('ش'.repeat(60))
    const listed = agent.waitForResponse((response) => response.url().includes(`city${index}`))
    await agent.keyboard.press('Enter')
    await Promise.race([listed, tooLong.waitFor()])
  }
  await agent.keyboard.press('Escape')
  await inboxOn(agent).row('Which spade is best?').waitFor()
})

it('attributes are sent when they have changed, and the same ones again only for another member', async () => {
  const profile = await browser.profile()
  profile.expectErrors(/The attributes were rejected/)
  const stated: unknown[] = []
  profile.context.on('page', (page) =>
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        const frame = String(payload)
        if (!frame.includes('"customer.attributes"')) return
        stated.push((JSON.parse(frame) as { params: { attributes: unknown } }).params.attributes)
      }),
    ),
  )
  const shop = await memberSite(profile, site, organization, { base: service.url })
  const page = await shop.open('/cart')
  const chat = chatOn(page)
  const say = async (text: string) => {
    await chat.say(text)
    await chat.message(text).getByRole('img', { name: 'Sent' }).waitFor()
  }
  await chat.open()
  await say('Where is my cart?')
  await page.evaluate(() => {
    const attributes = { items: 1 }
    Object.assign(window, { attributes })
    Parley.update({ attributes })
  })
  await expect.poll(() => stated).toEqual([{ items: 1 }])
  await page.evaluate(() => {
    const { attributes } = window as unknown as { attributes: { items: number } }
    Parley.update({ attributes })
    Parley.init({ ...window.parleyConfig!, attributes })
  })
  // The page has changed its own object.
  await page.evaluate(() => {
    const { attributes } = window as unknown as { attributes: { items: number } }
    attributes.items = 2
    Parley.update({ attributes })
  })
  await expect.poll(() => stated).toEqual([{ items: 1 }, { items: 2 }])

  shop.member = { uid: '42', name: 'Ada Lovelace', language: 'en' }
  await page.evaluate(() => Parley.update({ user: '42' }))
  await chat.window.getByRole('button', { name: 'Menu, Ada Lovelace' }).waitFor()
  await say('As Ada')
  await page.evaluate(() => Parley.update({ attributes: { items: 2 } }))
  await expect.poll(() => stated.slice(2)).toEqual([{ items: 2 }])

  // After the sign-out they would describe Ada.
  await page.evaluate(() => Parley.logout())
  await chat.message('Where is my cart?').waitFor()
  await page.evaluate(() => Parley.update({ attributes: { items: 2 } }))
  await say('As a visitor')
  await page.evaluate(() => Parley.update({ attributes: [] as never }))
  await expect.poll(() => profile.errors().join('\n')).toContain('The attributes were rejected')
  expect(stated.slice(3)).toEqual([])
})

it('attributes are sent for the user with whom the page passes them', async () => {
  const profile = await browser.profile()
  let sockets = 0
  const stated: unknown[] = []
  profile.context.on('page', (page) =>
    page.on('websocket', (socket) => {
      const number = ++sockets
      socket.on('framesent', ({ payload }) => {
        const frame = JSON.parse(String(payload)) as { method: string; params: { attributes: unknown } }
        if (frame.method === 'customer.attributes') stated.push([number, frame.params.attributes])
      })
    }),
  )
  const shop = await memberSite(profile, site, organization, { base: service.url })
  const page = await shop.open('/cart')
  const chat = chatOn(page)
  const say = async (text: string) => {
    await chat.say(text)
    await chat.message(text).getByRole('img', { name: 'Sent' }).waitFor()
  }
  const isMember = (name: string) => chat.window.getByRole('button', { name: `Menu, ${name}` }).waitFor()
  const become = async (uid: string, name: string) => {
    shop.member = { uid, name, language: 'en' }
    // Another function is another user where the page states none.
    await page.evaluate((uid) => {
      const { chatToken } = window as never as { chatToken(jkt: string): Promise<string | null> }
      Parley.init({
        ...window.parleyConfig!,
        getToken: ({ jkt }) => chatToken(jkt),
        attributes: { cart_of: uid },
      })
    }, uid)
    await isMember(name)
  }
  const isVisitor = () => chat.message('As a visitor').waitFor()
  await chat.open()
  await say('As a visitor')
  await become('43', 'Jonas Okafor')
  await say('As Jonas')
  await expect.poll(() => stated).toEqual([[2, { cart_of: '43' }]])
  await become('42', 'Ada Lovelace')
  await say('Ada is here')
  await expect.poll(() => stated.slice(1)).toEqual([[3, { cart_of: '42' }]])

  // The sign-in fails, and succeeds once the chat is opened again.
  shop.member = null
  await page.evaluate(() => Parley.update({ user: '44', attributes: { cart_of: '44' } }))
  await isVisitor()
  shop.member = { uid: '44', name: 'Mira Stein', language: 'en' }
  await chat.window.getByRole('button', { name: 'Close chat' }).click()
  await chat.open()
  await isMember('Mira Stein')
  expect(stated.slice(2)).toEqual([])
  await say('As Mira')
  await expect.poll(() => stated.slice(2)).toEqual([[5, { cart_of: '44' }]])

  // Those of a user who did not sign in are not the next one's.
  shop.member = null
  await page.evaluate(() => Parley.update({ user: '45', attributes: { cart_of: '45' } }))
  await isVisitor()
  shop.member = { uid: '42', name: 'Ada Lovelace', language: 'en' }
  await page.evaluate(() => Parley.update({ user: '42' }))
  await chat.message('Ada is here').waitFor()
  await page.evaluate(() => Parley.update({ attributes: { cart_of: 'Ada' } }))
  await expect.poll(() => stated.slice(3)).toEqual([[7, { cart_of: 'Ada' }]])
})

it('a browser that asks not to be tracked sends no page, and an admin can turn it off for everybody', async () => {
  const head = `<script>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
    ;(window.Parley = window.Parley || []).push(['update', { attributes: { cart: 3 } }])
  </script>`
  const { sent } = await visit('/private', 'Do not follow me', head)
  // Pages are looked at in the same moment.
  await expect.poll(() => sent('customer.attributes').length).toBe(1)
  expect(sent('visit.page')).toEqual([])

  const settings = await panel(`/settings/widgets/${organization.provider.id}/general`)
  const collect = settings.getByRole('switch', { name: 'Show agents the visit' })
  await collect.focus()
  await settings.keyboard.press('Space')
  await settings.getByRole('button', { name: 'Save' }).click()
  await settings.getByRole('button', { name: 'Saved' }).waitFor()
  await saveScreenshot(settings, 'panel-visitor-setting')
  await settings.reload()
  await collect.waitFor()
  expect(await collect.isChecked()).toBe(false)
})
