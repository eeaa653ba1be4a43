import { openDatabase, type DatabaseHandle } from '@parley/server/core/database'
import { startImapServer, type ImapServer } from '@parley/server/testing/imap-server'
import { startSmtpServer } from '@parley/server/testing/smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { useBrowser } from './harness/browser.ts'
import { chatOn } from './harness/chat.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { inboxOn } from './harness/inbox.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { startService, type Service } from './harness/service.ts'

const browser = useBrowser()
const site = useHostSite()
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let imap: ImapServer
let service: Service
let organization: Organization
let database: DatabaseHandle
beforeAll(async () => {
  smtp = await startSmtpServer()
  imap = await startImapServer()
  service = await startService({
    environment: {
      PARLEY_SIGNUP: 'open',
      PARLEY_SMTP_URL: smtp.url,
      PARLEY_MAIL_FROM: 'Parley <parley@example.com>',
      PARLEY_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    },
  })
  organization = await foundOrganization(service, 'Continuity')
  database = openDatabase(await service.databaseUrl())
})
afterAll(async () => {
  await database.close()
  await service.remove()
  await smtp.stop()
  await imap.stop()
})

async function connectMailbox(): Promise<void> {
  const server = { host: '127.0.0.1', encryption: 'none' }
  await organization.call(organization.owner, 'POST', '/channels', {
    channel: 'email',
    mailbox: {
      address: 'support@shop.example',
      name: 'Shop support',
      folder: 'INBOX',
      plus_addresses: true,
      authentication_server: null,
      imap: { ...server, port: imap.port, user: imap.user, password: imap.password() },
      smtp: { ...server, port: smtp.port, login: null },
    },
  })
  // Mails from before the first look at the folder are not read.
  const position = async () =>
    (await database.pool.query<{ cursor: number | null }>('select cursor from channel_connection')).rows[0]
      ?.cursor
  await expect.poll(position).not.toBeNull()
}

/** The visitor's mail program: an answer in HTML, with a picture that tells its server who has read it. */
function answerByMail(replyTo: string): void {
  imap.deliver(
    [
      'From: Ada <ada@example.com>',
      `To: <${replyTo}>`,
      'Subject: Re: Your question',
      'Message-ID: <answer@example.com>',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>One of them, <b>please</b></p><img src="https://tracker.example/seen.gif" alt="Logo"><script>alert(1)</script>',
      '',
    ].join('\r\n'),
  )
}

/** The visitor has been away for eleven minutes. */
async function waitedLong(): Promise<void> {
  await database.pool.query(`update customer set last_seen_at = now() - interval '11 minutes'`)
  await database.pool.query(
    `update continuity set offline_since = now() - interval '11 minutes', due_at = now() where due_at is not null`,
  )
}
const mailWith = (text: string) => smtp.mails.find((mail) => mail.text.includes(text))

it('a visitor leaves an address, gets the unread reply by e-mail, unsubscribes and returns, and answers by e-mail in the same conversation', async () => {
  await connectMailbox()
  const visitor = await browser.profile()
  const shop = site.put('/', shopPage({ base: service.url, providerId: organization.provider.id }))
  const page = await visitor.open(shop)
  const chat = chatOn(page)
  await chat.open()
  await chat.say('Is it in stock?')
  const address = chat.window.getByLabel('Your e-mail, so that we can reach you (optional)', { exact: true })
  await address.fill('ada@example.com')
  await saveScreenshot(page, 'widget-leaves-address')
  expect(await findBarriers(page)).toEqual([])
  await chat.window.getByRole('button', { name: 'Save', exact: true }).click()
  await chat.window.getByText('We can reach you at ada@example.com.').waitFor()
  await page.goto('about:blank')

  const desk = await browser.profile()
  await signIn(desk, service, organization.owner)
  const panel = await desk.open(organization.panel('/inbox/open'))
  const inbox = inboxOn(panel)
  await inbox.openRow('Is it in stock?')
  await inbox.say('Yes, three are left.')

  await expect
    .poll(async () => (await waitedLong(), mailWith('/confirm?')), { timeout: 60_000 })
    .toBeDefined()
  await inbox.log.getByText('ada@example.com was asked to confirm the address first').waitFor()
  const asked = mailWith('/confirm?')
  expect(asked?.text).not.toContain('three are left')
  const reader = await browser.profile()
  const link = await reader.open(/http:\S+\/confirm\?\S+/.exec(asked?.text ?? '')?.[0] ?? '')
  await link.getByText('ada@example.com').waitFor()
  await saveScreenshot(link, 'mail-confirm')
  await link.getByRole('button', { name: 'Confirm', exact: true }).click()
  await link.getByText('Confirmed. You can close this page.').waitFor()

  await expect.poll(() => mailWith('Yes, three are left.'), { timeout: 30_000 }).toBeDefined()
  await inbox.log.getByText('1 unread message sent to ada@example.com').waitFor()
  await saveScreenshot(panel, 'panel-continuity')
  const view = /http:\S+\/conversation\?\S+/.exec(mailWith('Yes, three are left.')?.text ?? '')?.[0] ?? ''
  // Playwright runs scripts of its own in the page, and the sandbox blocks some of them (microsoft/playwright#33343).
  reader.expectErrors(
    /^Blocked script execution in '\S+\/conversation\?\S+' because the document's frame is sandboxed/,
  )
  const copy = await reader.open(view)
  await copy.getByText('Yes, three are left.').waitFor()
  expect(await copy.locator('script').count()).toBe(0)
  await saveScreenshot(copy, 'mail-conversation')

  const stop = /http:\S+\/unsubscribe\?\S+/.exec(mailWith('Yes, three are left.')?.text ?? '')?.[0] ?? ''
  const ending = await reader.open(stop)
  await ending.getByRole('button', { name: 'Stop e-mails', exact: true }).click()
  const unsubscribed = panel.getByText('Unsubscribed from e-mails', { exact: true })
  await unsubscribed.waitFor()
  await saveScreenshot(panel, 'panel-unsubscribed')
  expect(await findBarriers(panel)).toEqual([])
  await saveScreenshot(ending, 'mail-unsubscribed')
  await ending.getByRole('button', { name: 'Subscribe again', exact: true }).click()
  await ending.getByText('Done. You will receive these e-mails again.').waitFor()
  await inbox.log.getByText('ada@example.com subscribed to e-mails again').waitFor()
  await unsubscribed.waitFor({ state: 'detached' })

  const head = mailWith('Yes, three are left.')?.head.replaceAll(/\n[ \t]+/g, ' ') ?? ''
  const requested: string[] = []
  panel.on('request', (request) => requested.push(request.url()))
  answerByMail(/^Reply-To: .*<(.+)>$/m.exec(head)?.[1] ?? '')
  const answer = inbox.message('One of them, please')
  await answer.waitFor()
  await answer.getByText('Sent by ada@example.com').waitFor()
  await answer.getByRole('button', { name: 'Show original', exact: true }).click()
  const original = panel.locator('iframe[title="Original e-mail"]')
  await original.contentFrame().getByText('One of them, please').waitFor()
  expect(await original.getAttribute('sandbox')).toBe('')
  await saveScreenshot(panel, 'panel-mail-original')
  expect(requested.filter((url) => url.includes('tracker.example'))).toEqual([])
})
