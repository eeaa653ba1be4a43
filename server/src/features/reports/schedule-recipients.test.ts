import type { ReportSchedule, ReportSchedules } from '@parley/protocol/report-schedule'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../../core/database.ts'
import { startSmtpServer } from '../../testing/smtp-server.ts'
import {
  foundOrganization,
  inviteAgent,
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../testing/test-service.ts'

const hourMs = 3600 * 1000

const create = (service: TestService, shop: TestOrganization, agentIds: string[]) =>
  service.call('POST', `/v1/organizations/${shop.id}/report-schedules`, {
    cookie: shop.cookie,
    body: { report: 'conversations', cadence: 'daily', hour: 8, agent_ids: agentIds, language: 'en' },
  })

test('an installation without a mail server refuses schedules', async () => {
  const quiet = await startTestService()
  const shop = await foundOrganization(quiet, 'Quiet')
  expect(await create(quiet, shop, [shop.ownerId])).toMatchObject({ status: 409, body: { code: 'mail_off' } })
  await quiet.stop()
})

test('with open sign-up, a report is not sent to addresses that nobody has confirmed', async () => {
  let ahead = 0
  const smtp = await startSmtpServer()
  const service = await startTestService({
    clock: () => Date.now() + ahead,
    env: { PARLEY_SMTP_URL: smtp.url, PARLEY_MAIL_FROM: 'Parley <parley@example.com>' },
  })
  const shop = await foundOrganization(service, 'Shop')
  const confirmed = await inviteAgent(service, shop, 'Confirmed', 'admin')
  const first: ReportSchedule = (await create(service, shop, [confirmed.agentId, shop.ownerId])).body
  await create(service, shop, [shop.ownerId])
  const { db, close } = openDatabase(service.databaseUrl, { connections: 1 })
  const { rows } = await sql<{ email: string }>`
    update auth_user set email_verified = true from agent
    where agent.user_id = auth_user.id and agent.id = ${confirmed.agentId} returning email`.execute(db)
  await close()

  ahead = Date.parse(first.next_at) + hourMs / 2 - Date.now()
  await service.app.reports.sweepSchedules()
  await service.app.mails.sendDue()
  expect(smtp.mails.map(({ to }) => to)).toEqual(rows.map(({ email }) => email))
  // The schedule of the other address goes on.
  const path = `/v1/organizations/${shop.id}/report-schedules`
  const { data }: ReportSchedules = (await service.call('GET', path, { cookie: shop.cookie })).body
  for (const { next_at: nextAt } of data)
    expect(Date.parse(nextAt)).toBe(Date.parse(first.next_at) + 24 * hourMs)
  await service.stop()
  await smtp.stop()
})
