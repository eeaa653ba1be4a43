import type { Report, ReportItems } from '@parley/protocol/reports'
import { afterAll, beforeAll } from 'vitest'
import pg from 'pg'
import { openDatabase, type DatabaseHandle } from '../core/database.ts'
import { openSeconds } from '../features/business-hours/open-time.ts'
import { createFacts, type Facts } from '../features/facts/facts.ts'
import { appendEntries, generateMonth, type SeededEntry } from './report-month.ts'
import {
  foundOrganization,
  inviteAgent,
  startTestService,
  type TestOrganization,
  type TestService,
} from './test-service.ts'

export interface MonthTest {
  service: TestService
  organization: TestOrganization
  agentIds: string[]
  teams: { id: string; name: string }[]
  labels: { id: string; name: string; colour: string }[]
  entries: SeededEntry[]
  facts: Facts
  database: pg.Client
  call: (path: string) => Promise<{ status: number; body: never }>
  report: (kind: string, query: string) => Promise<Report>
  items: (kind: string, query: string) => Promise<ReportItems>
}

/** Consumer batches and refreshes happen this many times while the month passes. */
const slices = 4

/** An organization in Berlin with three teams and a month of conversations around the end of summer time. */
export function useMonth({ conversations = 300 } = {}): MonthTest {
  const shared: Partial<MonthTest> = {}
  let handle: DatabaseHandle | undefined
  beforeAll(async () => {
    const service = await startTestService({ clock: () => Date.parse('2026-09-01T08:00:00Z') })
    const organization = await foundOrganization(service, 'Month')
    const path = `/v1/organizations/${organization.id}`
    const send = async <T>(method: string, rest: string, body?: object) =>
      (await service.call(method, `${path}${rest}`, { cookie: organization.cookie, body })).body as T
    const agents = []
    for (const name of ['Ada', 'Ben', 'Cleo', 'Dan'])
      agents.push(await inviteAgent(service, organization, name))
    const agentIds = [organization.ownerId, ...agents.map(({ agentId }) => agentId)]
    const teams = []
    for (const name of ['Sales', '=Support', 'Billing'])
      teams.push(await send<{ id: string; name: string }>('POST', '/teams', { name }))
    const labels = []
    for (const name of ['Bug', 'Refund', 'Question'])
      labels.push(
        await send<{ id: string; name: string; colour: string }>('POST', '/labels', { name, colour: 'red' }),
      )
    const second = await send<{ id: string }>('POST', '/providers', { name: 'Second' })
    const day = [
      { from: '09:00', to: '12:30' },
      { from: '13:15', to: '17:00' },
    ]
    await send('PUT', '/business-hours', {
      enabled: true,
      time_zone: 'Europe/Berlin',
      week: [day, day, day, day, day, [], []],
      exceptions: [{ date: '2026-10-16', name: 'Inventory', periods: [] }],
    })

    const scene = {
      organizationId: organization.id,
      providerIds: [organization.providerId, second.id],
      agentIds,
      teams: teams.map(({ id, name }) => ({ id, name })),
      labels: labels.map(({ id, name, colour }) => ({ id, name, colour })),
      from: Date.parse('2026-09-27T00:00:00Z'),
      to: Date.parse('2026-11-01T00:00:00Z'),
    }
    const entries = generateMonth({ ...scene, conversations })
    const others = generateMonth(
      { ...scene, organizationId: (await foundOrganization(service, 'Other')).id, conversations: 50 },
      2,
    )
    const database = new pg.Client({ connectionString: service.databaseUrl })
    await database.connect()
    handle = openDatabase(service.databaseUrl, { connections: 4 })
    const facts = createFacts({ db: handle.db, openSeconds })
    await pass([...entries, ...others], { database, facts, db: handle.db })
    const call = (rest: string) =>
      service.call('GET', `${path}/reports/${rest}`, { cookie: organization.cookie })
    Object.assign(shared, {
      service,
      organization,
      agentIds,
      teams: scene.teams,
      labels: scene.labels,
      entries,
      facts,
      database,
      call,
      report: async (kind: string, query: string) => (await call(`${kind}?${query}`)).body,
      items: async (kind: string, query: string) => (await call(`${kind}/items?${query}`)).body,
    })
  }, 120_000)
  afterAll(async () => {
    await handle?.close()
    await shared.database?.end()
    await shared.service?.stop()
  })
  return shared as MonthTest
}

/** The month passes: logs grow, the consumer handles the entries of its types in order, and open episodes are refreshed. */
async function pass(
  entries: SeededEntry[],
  { database, facts, db }: { database: pg.Client; facts: Facts; db: DatabaseHandle['db'] },
): Promise<void> {
  const times = entries.map((entry) => entry.created_at).sort()
  const ends = Array.from(
    { length: slices },
    (_, index) => times[Math.floor((times.length * (index + 1)) / slices) - 1],
  )
  let after = ''
  for (const end of ends) {
    const part = entries.filter((entry) => entry.created_at > after && entry.created_at <= (end ?? ''))
    await appendEntries(database, part)
    for (let from = 0; from < part.length; from += 2000) {
      const batch = part.slice(from, from + 2000).filter(({ type }) => type !== 'message.created')
      await db.transaction().execute((trx) =>
        facts.update(
          trx,
          batch.map((entry) => ({
            customerId: entry.customer_id,
            conversationId: entry.conversation_id,
            seq: entry.seq,
          })),
        ),
      )
    }
    await facts.refresh()
    after = end ?? ''
  }
}
