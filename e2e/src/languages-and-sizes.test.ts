import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { chatOn } from './harness/chat.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { inboxOn } from './harness/inbox.ts'
import { visitorLine } from './harness/line.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'

const service = inject('service')
const browser = useBrowser()
const site = useHostSite()
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
let organization: Organization

beforeEach(async () => {
  organization = await foundOrganization(service, 'Sizes')
})

const shop = (lang = 'en', dir: 'ltr' | 'rtl' = 'ltr') =>
  site.put(`/${lang}`, shopPage({ base: service.url, providerId: organization.provider.id, lang, dir }))

const box = async (locator: Locator) => {
  const found = await locator.boundingBox()
  if (!found) throw new Error('It is not on the page')
  return found
}

describe('an Arabic page', () => {
  it('shows an Arabic chat from right to left', async () => {
    const profile = await browser.profile({ reducedMotion: 'reduce' })
    const page = await profile.open(shop('ar', 'rtl'))
    const chat = chatOn(page)
    await chat.widget.getByRole('button', { name: 'فتح المحادثة' }).click()
    await chat.log.getByText('مرحبًا! كيف يمكننا مساعدتك؟').waitFor()
    expect(await chat.composer.getAttribute('placeholder')).toBe('اكتب رسالة')
    await chat.say('هل لديكم أباريق زرقاء؟')
    await chat.message('هل لديكم').getByRole('img', { name: 'أُرسلت' }).waitFor()
    await saveScreenshot(page, 'chat-arabic')

    expect(await chat.window.evaluate((window) => getComputedStyle(window).direction)).toBe('rtl')
    // One's own messages are aligned to the end of the line: on the left.
    const log = await box(chat.log)
    const own = await box(chat.texts.last())
    expect(own.x - log.x).toBeLessThan(log.x + log.width - (own.x + own.width))
    const send = await box(chat.window.getByRole('button', { name: 'إرسال' }))
    const attach = await box(chat.window.getByRole('button', { name: 'إرفاق ملف' }))
    expect(send.x).toBeLessThan(attach.x)
  })

  it('can be switched to another language, which the next page keeps', async () => {
    const profile = await browser.profile()
    const page = await profile.open(shop('ar', 'rtl'))
    const chat = chatOn(page)
    await chat.open()
    await chat.window.getByRole('button', { name: 'القائمة' }).click()
    await chat.window.getByRole('combobox', { name: 'اللغة' }).selectOption('de')
    await chat.log.getByText('Hallo! Wie können wir helfen?').waitFor()
    expect(await chat.window.evaluate((window) => getComputedStyle(window).direction)).toBe('ltr')
    await saveScreenshot(page, 'chat-german-on-arabic')

    await page.reload()
    await chat.widget.getByRole('button', { name: 'Chat schließen' }).first().waitFor()
  })
})

describe('on a phone', () => {
  it('the chat fills the screen until it is closed', async () => {
    const profile = await browser.profile({ ...phone, reducedMotion: 'reduce' })
    const page = await profile.open(shop())
    const chat = chatOn(page)
    await chat.launcher.tap()
    await chat.composer.waitFor()
    expect(await chat.window.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    expect(await chat.window.getAttribute('aria-modal')).toBe('true')
    // The phone's keyboard stays hidden until the composer is tapped.
    expect(await chat.composer.evaluate((field: HTMLElement) => field.matches(':focus'))).toBe(false)
    await chat.say('Is the green one dishwasher-safe?')
    expect(await overflow(page)).toBe(0)
    await saveScreenshot(page, 'chat-phone')

    await chat.window.getByRole('button', { name: 'Close chat' }).tap()
    await chat.window.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Add to basket' }).tap()
  })

  it('the widget reports a failed download above its button, which is above the home indicator', async () => {
    const profile = await browser.profile(phone)
    profile.expectErrors(/net::ERR_FAILED/)
    const page = await profile.open(shop())
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: 34 } })
    await page.route(/\/widget\/chat-/, (route) => route.abort())
    const chat = chatOn(page)
    await chat.launcher.tap()
    expect(await box(chat.launcher)).toMatchObject({ y: 734, height: 56 })
    const report = await box(chat.widget.getByText('No connection. Try again.'))
    expect(report.y + report.height).toBeLessThan(734)
  })

  it('the panel shows one column at a time, with a back button', async () => {
    const visitor = await visitorLine(service, organization.provider.id)
    await visitor.say('Do you deliver on Saturdays?')
    const profile = await browser.profile({ ...phone, reducedMotion: 'reduce' })
    await signIn(profile, service, organization.owner)
    const page = await profile.open(organization.panel('/inbox/unassigned'))
    const inbox = inboxOn(page)
    await inbox.row('Do you deliver on Saturdays?').waitFor()
    expect(await inbox.composer.count()).toBe(0)
    expect(await overflow(page)).toBe(0)
    await saveScreenshot(page, 'panel-phone-inbox')

    await inbox.openRow('Do you deliver on Saturdays?')
    await inbox.rows.first().waitFor({ state: 'hidden' })
    expect(await box(inbox.conversation)).toMatchObject({ x: 0, width: 390 })
    // On a phone, Return inserts a line break.
    await inbox.composer.fill('We do.')
    await inbox.conversation.getByRole('button', { name: 'Send', exact: true }).tap()
    await inbox.message('We do.').waitFor()
    expect(await overflow(page)).toBe(0)
    await saveScreenshot(page, 'panel-phone-conversation')

    await inbox.conversation.getByRole('button', { name: 'Customer details' }).tap()
    await page.getByRole('button', { name: 'Block customer' }).waitFor()
    expect(await overflow(page)).toBe(0)
    await saveScreenshot(page, 'panel-phone-details')
    await page.getByRole('button', { name: 'Hide customer details' }).tap()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await inbox.conversation.getByRole('link', { name: 'Back to the list' }).tap()
    await inbox.composer.waitFor({ state: 'detached' })
    await page.getByRole('navigation', { name: 'Views' }).waitFor()
    await visitor.close()
  })

  it('the panel’s customers and settings fit the screen', async () => {
    const visitor = await visitorLine(service, organization.provider.id)
    await visitor.say('Good morning')
    const profile = await browser.profile({ ...phone, reducedMotion: 'reduce' })
    await signIn(profile, service, organization.owner)
    const page = await profile.open(organization.panel('/customers'))
    const customer = page
      .getByRole('list', { name: /^Customers/ })
      .getByRole('link')
      .first()
    await customer.tap()
    await page.getByRole('button', { name: 'Edit' }).waitFor()
    await customer.waitFor({ state: 'hidden' })
    expect(await overflow(page)).toBe(0)
    await saveScreenshot(page, 'panel-phone-customer')
    await page.getByRole('link', { name: 'Back to customers' }).tap()
    await customer.waitFor()

    const widget = `/settings/widgets/${organization.provider.id}`
    for (const path of ['/settings', '/settings/team', `${widget}/appearance`, `${widget}/installation`]) {
      await page.goto(organization.panel(path))
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      expect(await overflow(page), path).toBe(0)
      await saveScreenshot(page, `panel-phone${path.replace(widget, '/widget').replaceAll('/', '-')}`)
    }
    await visitor.close()
  })
})

describe('in a small window', () => {
  it('of a phone in landscape, the panel’s Send button and account menu are visible', async () => {
    const visitor = await visitorLine(service, organization.provider.id)
    await visitor.say('Is the lid included?')
    const profile = await browser.profile({ viewport: { width: 844, height: 390 } })
    await signIn(profile, service, organization.owner)
    const page = await profile.open(organization.panel('/inbox/unassigned'))
    const inbox = inboxOn(page)
    await inbox.openRow('Is the lid included?')
    await inbox.composer.fill('Yes.\n'.repeat(8))
    await saveScreenshot(page, 'panel-landscape')
    const menu = page.getByRole('button', { name: /account menu/ })
    for (const button of [inbox.conversation.getByRole('button', { name: 'Send', exact: true }), menu]) {
      const { y, height } = await box(button)
      expect(y + height).toBeLessThanOrEqual(390)
    }
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(390)
    await visitor.close()
  })

  it('of 320 px, the hours of a day and the variables for e-mail fit', async () => {
    const profile = await browser.profile({ viewport: { width: 320, height: 700 } })
    await signIn(profile, service, organization.owner)
    const page = await profile.open(organization.panel('/settings/business-hours'))
    await page.getByRole('switch', { name: 'Use business hours' }).check()
    const remove = await box(page.getByRole('button', { name: 'Remove hours on Monday' }))
    expect(remove.x + remove.width).toBeLessThanOrEqual(320)
    await saveScreenshot(page, 'panel-narrow-hours')

    const settings = await profile.open(organization.panel('/settings/organization'))
    await settings.getByText('PARLEY_SMTP_URL').waitFor()
    await settings.getByText('PARLEY_SMTP_URL').scrollIntoViewIfNeeded()
    await saveScreenshot(settings, 'panel-narrow-mail')
    const explanation = await box(settings.getByText(/the operator sets these variables/))
    expect(explanation.x + explanation.width).toBeLessThanOrEqual(320)
  })
})

describe('with the keyboard alone', () => {
  it('a visitor opens the chat, writes, sends, and closes it with Escape', async () => {
    const profile = await browser.profile()
    const page = await profile.open(shop())
    const chat = chatOn(page)
    await chat.launcher.waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await focusedName(page)).toBe('Open chat')
    await page.keyboard.press('Enter')
    await chat.composer.waitFor()
    await expect.poll(() => focusedName(page)).toBe('Write a message')
    await page.keyboard.type('No mouse here')
    await page.keyboard.press('Enter')
    await chat.message('No mouse here').getByRole('img', { name: 'Sent' }).waitFor()
    expect(await focusedName(page)).toBe('Write a message')
    await saveScreenshot(page, 'chat-keyboard')

    await page.keyboard.press('Escape')
    await chat.window.waitFor({ state: 'hidden' })
    expect(await focusedName(page)).toBe('Open chat')
    await page.keyboard.press('Shift+Tab')
    expect(await focusedName(page)).toBe('Add to basket')
  })

  it('a visitor who opens a chat with a question over it continues at the question', async () => {
    const profile = await browser.profile()
    const page = await profile.open(shop())
    const chat = chatOn(page)
    await chat.open()
    await chat.window.getByRole('button', { name: 'Menu' }).click()
    await chat.window.getByRole('button', { name: 'Clear chat' }).click()
    await chat.widget.getByRole('alertdialog').waitFor()
    await chat.launcher.click()
    await chat.window.waitFor({ state: 'hidden' })
    await page.keyboard.press('Enter')
    await chat.window.waitFor()
    await expect.poll(() => focusedName(page)).toBe('Cancel')
  })

  it('an agent walks through the inbox, opens a conversation, answers, and goes back', async () => {
    const visitors = [
      await visitorLine(service, organization.provider.id),
      await visitorLine(service, organization.provider.id),
    ]
    await visitors[0]?.say('The older question')
    await visitors[1]?.say('The newer question')
    const profile = await browser.profile()
    await signIn(profile, service, organization.owner)
    const page = await profile.open(organization.panel('/inbox/unassigned'))
    const inbox = inboxOn(page)
    await inbox.row('The newer question').waitFor()
    await inbox.row('The older question').waitFor()
    const focused = page.locator(':focus')

    await page.keyboard.press('j')
    expect(await focused.textContent()).toContain('The newer question')
    await page.keyboard.press('j')
    expect(await focused.textContent()).toContain('The older question')
    await saveScreenshot(page, 'panel-keyboard-row')
    await page.keyboard.press('k')
    expect(await focused.textContent()).toContain('The newer question')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await inbox.message('The older question').waitFor()
    await expect.poll(() => focused.evaluate(({ tagName }) => tagName)).toBe('H2')

    await page.keyboard.press('r')
    await expect.poll(() => focused.getAttribute('aria-label')).toMatch(/^Message to/)
    await page.keyboard.type('An answer without a mouse')
    await page.keyboard.press('Enter')
    await inbox
      .message('An answer without a mouse')
      .getByTitle(/Sent|Delivered/)
      .waitFor()

    // Shortcut keys are plain letters in a text field.
    await page.keyboard.type('jkrue')
    expect(await inbox.composer.inputValue()).toBe('jkrue')
    await page.keyboard.press('Escape')
    await page.keyboard.press('u')
    await inbox.conversation.waitFor({ state: 'detached' })
    for (const visitor of visitors) await visitor.close()
  })
})

/** Horizontal overflow in pixels. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Accessible name of the focused element, also inside the widget. */
const focusedName = (page: Page) =>
  page.evaluate(() => {
    let active = document.activeElement
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    return active?.ariaLabel ?? active?.textContent
  })
