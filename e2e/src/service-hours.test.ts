import { openDatabase } from '@parley/server/core/database'
import { beforeAll, expect, inject, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { useBrowser } from './harness/browser.ts'
import { chatOn } from './harness/chat.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { inboxOn } from './harness/inbox.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { useWebhookReceiver } from './harness/webhook-receiver.ts'

const service = inject('service')
const browser = useBrowser()
const site = useHostSite()
/** Serves a calendar. */
const receiver = useWebhookReceiver()
let organization: Organization

beforeAll(async () => {
  organization = await foundOrganization(service, 'Service')
})

async function panel(path: string, options: { phone?: boolean; quiet?: RegExp[] } = {}) {
  const profile = await browser.profile(options.phone ? { viewport: { width: 375, height: 812 } } : {})
  profile.expectErrors(...(options.quiet ?? []))
  await signIn(profile, service, organization.owner)
  return profile.open(organization.panel(path))
}

async function visit(lang = 'en') {
  const profile = await browser.profile()
  const page = await profile.open(
    site.put(`/${lang}`, shopPage({ base: service.url, providerId: organization.provider.id, lang })),
  )
  const chat = chatOn(page)
  await chat.launcher.click()
  await chat.window.waitFor()
  const composer = chat.window.getByRole('textbox', { name: 'Write a message' })
  const say = async (text: string) => {
    await composer.fill(text)
    await composer.press('Enter')
    await chat.message(text).waitFor()
  }
  return { page, chat, say }
}

it('an admin sets hours with the keyboard; a widget outside them says when, offers no calls and takes an e-mail address', async () => {
  const before = await visit()
  await before.chat.window.getByRole('button', { name: 'Start a call' }).waitFor()

  const page = await panel('/settings/business-hours')
  const use = page.getByRole('switch', { name: 'Use business hours' })
  await use.focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Time zone').selectOption('Pacific/Kiritimati')
  // A period that ends before it begins cannot be saved.
  await page.getByLabel('Monday: From').fill('18:00')
  await page.getByText('Each period must end after it begins').waitFor()
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  const from = page.getByLabel('Monday: From')
  await expect.poll(() => from.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await findBarriers(page)).toEqual([])
  await from.fill('09:00')
  await page.getByRole('button', { name: 'Add hours: Monday' }).click()
  await page.getByLabel('Monday: To').nth(1).fill('20:00')
  await page.getByRole('button', { name: 'Copy Monday to all weekdays' }).click()
  expect(await page.getByLabel('Friday: To').count()).toBe(2)
  await page.getByRole('button', { name: 'Add exception' }).click()
  await page.getByLabel('Date').fill('2030-01-01')
  await page.getByLabel('Name').fill('New Year')
  await saveScreenshot(page, 'panel-business-hours')
  await save.click()
  await page.getByRole('button', { name: 'Saved' }).waitFor()
  await page.reload()
  await page.getByLabel('Date').waitFor()
  expect(await page.getByLabel('Time zone').inputValue()).toBe('Pacific/Kiritimati')
  const phone = await panel('/settings/business-hours', { phone: true })
  await phone.getByLabel('Date').waitFor()
  await saveScreenshot(phone, 'panel-business-hours-phone')

  // Closed today and open on another day, whatever time it is.
  const opening = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  await organization.call(organization.owner, 'PUT', '/business-hours', {
    enabled: true,
    time_zone: 'UTC',
    week: [[], [], [], [], [], [], []],
    exceptions: [{ date: opening, name: '', periods: [{ from: '09:00', to: '17:00' }] }],
  })
  // The open window follows, without a reload.
  const { window } = before.chat
  await window
    .locator('.header')
    .getByText(/^We reply from \w+day/)
    .waitFor()
  await window.getByRole('button', { name: 'Start a call' }).waitFor({ state: 'detached' })
  expect(await window.getByLabel(/^Your e-mail/).count()).toBe(0)

  const german = await visit('de')
  await german.chat.window
    .locator('.header')
    .getByText(/^Wir antworten ab (Mittwoch|\w+tag)/)
    .waitFor()

  await before.say('Is anybody there?')
  const email = window.getByLabel(/^Your e-mail/)
  await email.fill('jane')
  await email.press('Enter')
  await window.getByText('Enter a valid e-mail address.').waitFor()
  expect(await findBarriers(before.page, 'parley-widget')).toEqual([])
  await saveScreenshot(before.page, 'widget-outside-hours')
  await email.fill('jane@mail.example')
  await email.press('Enter')
  await window.getByText('We can reach you at jane@mail.example.').waitFor()
  const inbox = await panel('/inbox/open')
  await inboxOn(inbox).openRow('Is anybody there?')
  await inbox.getByText('jane@mail.example').first().waitFor()

  await organization.call(organization.owner, 'PUT', '/business-hours', {
    enabled: false,
    time_zone: 'UTC',
    week: [[], [], [], [], [], [], []],
    exceptions: [],
  })
  await window.getByRole('button', { name: 'Start a call' }).waitFor()
  await window.getByText('We can reach you at').waitFor({ state: 'detached' })
})

it('the proposed time zone can be saved as it is; until then reports are in the one that is stored', async () => {
  const fresh = await foundOrganization(service, 'Hours of nobody')
  const profile = await browser.profile({ timezoneId: 'Pacific/Kiritimati' })
  await signIn(profile, service, fresh.owner)
  const page = await profile.open(fresh.panel('/settings/business-hours'))
  const zone = page.getByLabel('Time zone')
  await zone.waitFor()
  expect(await zone.inputValue()).toBe('Pacific/Kiritimati')
  // Nothing was entered that could be lost.
  const loaded = page.waitForResponse(/\/reports\/conversations\?/)
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await page.getByRole('link', { name: 'Conversations', exact: true }).click()
  const { as_of: at } = await (await loaded).json()
  const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' })
  await page.getByText(`as of ${clock.format(new Date(at))}`).waitFor()

  await page.goto(fresh.panel('/settings/business-hours'))
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Saved' }).waitFor()
  expect(await fresh.call(fresh.owner, 'GET', '/business-hours')).toMatchObject({
    saved: true,
    enabled: false,
    time_zone: 'Pacific/Kiritimati',
  })
})

it('own hours of a team are proposed in the zone of the browser, and not used before they are turned on', async () => {
  const fresh = await foundOrganization(service, 'Hours of a team')
  const { id } = await fresh.call(fresh.owner, 'POST', '/teams', { name: 'Night shift' })
  const profile = await browser.profile({ timezoneId: 'Pacific/Kiritimati' })
  await signIn(profile, service, fresh.owner)
  const page = await profile.open(fresh.panel(`/settings/teams/${id}/business-hours`))
  await page.getByRole('switch', { name: 'Use own business hours' }).press('Space')
  await page.getByLabel('Time zone').waitFor()
  expect(await page.getByLabel('Time zone').inputValue()).toBe('Pacific/Kiritimati')
  expect(await page.getByRole('switch', { name: 'Use business hours' }).isChecked()).toBe(false)
  expect(await fresh.call(fresh.owner, 'GET', `/teams/${id}/business-hours`)).toMatchObject({
    own: true,
    hours: { enabled: false, time_zone: 'Pacific/Kiritimati' },
  })
})

it('an admin connects a calendar of holidays, learns why one cannot be read, and keeps its dates', async () => {
  const page = await panel('/settings/business-hours', { quiet: [/422/] })
  const address = page.getByLabel('iCal address')
  const save = page.getByRole('button', { name: 'Save' })
  await address.fill('http://calendars.example/holidays.ics')
  await save.click()
  await page.getByText('Enter a complete address that begins with https://').waitFor()

  const year = new Date().getFullYear()
  const event = (date: string, name: string, rule = '') =>
    `BEGIN:VEVENT\nDTSTART;VALUE=DATE:${date}\nSUMMARY:${name}\n${rule}\nEND:VEVENT\n`
  const events = event(`${year + 1}0501`, 'Labour Day') + event('20200101', 'New Year', 'RRULE:FREQ=YEARLY')
  receiver.answer({ status: 200, body: `BEGIN:VCALENDAR\n${events}END:VCALENDAR\n` })
  await address.fill(receiver.url('/holidays.ics'))
  await save.click()
  await page.getByRole('button', { name: 'Saved' }).waitFor()
  await page.getByText(/· \d upcoming holidays/).waitFor()
  const holiday = page.getByRole('listitem').filter({ hasText: 'Labour Day' })
  await holiday.waitFor()
  expect(await findBarriers(page)).toEqual([])
  await saveScreenshot(page, 'panel-holiday-calendar')

  receiver.answer({ status: 404 })
  await page.getByRole('button', { name: 'Read now' }).click()
  await page.getByText('The calendar’s server refused the request.').waitFor()
  await holiday.waitFor()
  expect(await findBarriers(page)).toEqual([])
  await saveScreenshot(page, 'panel-holiday-calendar-problem')
  await address.fill('')
  await save.click()
  await holiday.waitFor({ state: 'detached' })
})

it('a calendar whose address cannot be decrypted is kept for a team too, and only removed by its button', async () => {
  const fresh = await foundOrganization(service, 'Unreadable calendar')
  const call = (method: string, path: string, body?: object) => fresh.call(fresh.owner, method, path, body)
  const { id: team } = await call('POST', '/teams', { name: 'Night shift' })
  receiver.answer({ status: 200, body: 'BEGIN:VCALENDAR\nEND:VCALENDAR\n' })
  const { enabled, time_zone, week, exceptions } = await call('GET', '/business-hours')
  const input = { enabled, time_zone, week, exceptions, holiday_feed: receiver.url('/holidays.ics') }
  await call('PUT', '/business-hours', input)
  const { pool, close } = openDatabase(service.databaseUrl, { connections: 1 })
  await pool.query(`update holiday_feed set url = 's1.AAAA' where organization_id = $1`, [fresh.id])
  await close()

  const profile = await browser.profile()
  await signIn(profile, service, fresh.owner)
  const page = await profile.open(fresh.panel(`/settings/teams/${team}/business-hours`))
  await page.getByRole('switch', { name: 'Use own business hours' }).press('Space')
  const problem = page.getByText('The saved address cannot be decrypted')
  await problem.waitFor()
  const address = page.getByLabel('iCal address')
  await address.fill('https://')
  await problem.waitFor({ state: 'detached' })
  await address.fill('')
  await problem.waitFor()
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  expect(await findBarriers(page)).toEqual([])
  await saveScreenshot(page, 'panel-holiday-calendar-unreadable')
  await page.getByRole('button', { name: 'Remove calendar' }).click()
  await address.and(page.locator(':focus')).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Saved' }).waitFor()
  expect((await call('GET', `/teams/${team}/business-hours`)).hours.holiday_feed).toBeNull()
  expect((await call('GET', '/business-hours')).holiday_feed).not.toBeNull()
})

it('after closing, a customer rates the conversation and downloads it; the agent is notified and sees score and comment', async () => {
  const settings = await panel(`/settings/widgets/${organization.provider.id}/survey`)
  await settings.getByRole('switch', { name: 'Ask for a rating' }).focus()
  await settings.keyboard.press('Space')
  await settings.getByLabel('Question').fill('How was <b>our</b> help?')
  await settings.getByRole('button', { name: 'Save' }).click()
  await settings.getByRole('button', { name: 'Saved' }).waitFor()
  await saveScreenshot(settings, 'panel-survey-settings')

  const { page, chat, say } = await visit()
  await say('My parcel is late')
  const agent = await panel('/inbox/open')
  const inbox = inboxOn(agent)
  await inbox.openRow('My parcel is late')
  await inbox.say('It will come tomorrow')
  await chat.message('It will come tomorrow').waitFor()
  const survey = chat.window.getByRole('region', { name: 'Rating' })
  expect(await survey.count()).toBe(0)
  // An open conversation marks its notifications read.
  await agent.goto(organization.panel('/customers'))
  const { data } = await organization.call(organization.owner, 'GET', '/conversations?view=open&q=parcel')
  const { id, customer } = data[0]
  await organization.call(organization.owner, 'POST', `/conversations/${id}/close`)

  await survey.getByText('How was <b>our</b> help?').waitFor()
  expect(await findBarriers(page, 'parley-widget')).toEqual([])
  await saveScreenshot(page, 'widget-survey')
  await survey.getByRole('radio', { name: '2 of 5' }).focus()
  await page.keyboard.press('Space')
  await survey.getByLabel(/^What was good/).fill('Too slow <img src=x>')
  await saveScreenshot(page, 'widget-survey-comment')
  await survey.getByRole('button', { name: 'Send' }).click()
  await survey.getByText('Thank you for your feedback.').waitFor()

  await agent.getByRole('button', { name: /^Notifications, 1/ }).click()
  const notice = agent.getByRole('link', { name: /Low rating from/ })
  await notice.waitFor()
  await saveScreenshot(agent, 'panel-low-rating')
  await notice.click()
  await inbox.log.getByText('The customer rated the conversation 2 of 5').waitFor()
  await inbox.log.getByText('The customer commented on the rating: Too slow <img src=x>').waitFor()
  await saveScreenshot(agent, 'panel-rating')

  await page.reload()
  await survey.getByRole('button', { name: 'Change' }).click()
  await survey.getByRole('radio', { name: '4 of 5' }).check()
  await survey.getByRole('button', { name: 'Send' }).click()
  await survey.getByText('Thank you for your feedback.').waitFor()
  await inbox.log.getByText('The customer changed the rating from 2 to 4 of 5').waitFor()

  await chat.window.getByRole('button', { name: 'Menu' }).click()
  const download = chat.window.getByRole('link', { name: 'Download conversation' })
  await download.waitFor()
  await saveScreenshot(page, 'widget-transcript')
  const file = await fetch((await download.getAttribute('href')) ?? '')
  expect(file.headers.get('content-disposition')).toMatch(/^attachment/)
  expect(await file.text()).toContain('It will come tomorrow')

  const profilePage = await panel(`/customers/${customer.id}`)
  await profilePage.getByText('Rating: 4 of 5').waitFor()
  await profilePage.getByText('Too slow <img src=x>').waitFor()
  await saveScreenshot(profilePage, 'panel-customer-rating')
})
