import type { ReportMetric } from '@parley/protocol/report-metrics'
import type { LiveReport, Report, ReportItem, ReportItems } from '@parley/protocol/reports'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { useMonth } from '../../testing/month-scene.ts'
import { foundOrganization, inviteAgent } from '../../testing/test-service.ts'

const month = useMonth()
const october = 'from=2026-10-01&to=2026-10-31'

describe('a report is refused', () => {
  const refusal = async (path: string) => {
    const { status, body } = await month.call(path)
    return [status, (body as { code: string }).code]
  }

  test('to agents and strangers, and to keys without the scope', async () => {
    const { service, organization } = month
    const agent = await inviteAgent(service, organization, 'Eve')
    const base = `/v1/organizations/${organization.id}/reports`
    const key = await service.call('POST', `/v1/organizations/${organization.id}/api-keys`, {
      cookie: organization.cookie,
      body: { name: 'Other', scopes: ['ratings:read'] },
    })
    const bearer = `Bearer ${(key.body as { key: string }).key}`
    for (const path of [
      '/live',
      `/conversations?${october}`,
      `/conversations/items?${october}&metric=started`,
      `/conversations/export?${october}`,
    ]) {
      expect(await service.call('GET', `${base}${path}`, { cookie: agent.cookie })).toMatchObject({
        status: 403,
      })
      expect(await service.call('GET', `${base}${path}`)).toMatchObject({ status: 401 })
      const asKey = await service.app.http.inject({
        url: `${base}${path}`,
        headers: { authorization: bearer },
      })
      expect(asKey.statusCode).toBe(403)
    }
  })

  test.each([
    ['the last day before the first', 'from=2026-10-02&to=2026-10-01', 'report_period_invalid'],
    ['a day that does not exist', 'from=2026-02-30&to=2026-03-01', 'report_period_invalid'],
    ['more than a year', 'from=2026-01-01&to=2027-02-01', 'report_period_invalid'],
    ['a time before times', 'from=0000-01-01&to=0000-01-02', 'report_period_invalid'],
    ['too many hours', 'from=2026-09-30&to=2026-10-31&interval=hour', 'report_too_fine'],
    ['a breakdown that it does not have', `${october}&group=reason`, 'report_group_unknown'],
  ])('for %s', async (_, query, code) => {
    expect(await refusal(`conversations?${query}`)).toEqual([422, code])
    expect(await refusal(`conversations/items?${query}&metric=started`)).toEqual([422, code])
    expect(await refusal(`conversations/export?${query}`)).toEqual([422, code])
  })

  test.each([
    ['a metric of another report', 'conversations', 'metric=calls', 422],
    [
      'a time at which no interval begins',
      'conversations',
      'metric=started&at=2026-10-01T00:00:00.000%2B00:00',
      422,
    ],
    ['a row without a breakdown', 'conversations', 'metric=started&key=none', 422],
    ['a cell of a report without cells', 'conversations', 'metric=started&weekday=1&hour=1', 422],
    ['half a cell', 'heat_map', 'metric=started&weekday=1', 422],
    ['a broken cursor', 'conversations', 'metric=started&cursor=bm9uc2Vuc2U', 400],
  ])('for %s', async (_, kind, query, status) => {
    expect((await refusal(`${kind}/items?${october}&${query}`))[0]).toBe(status)
  })
})

describe('a report whose request is closed', () => {
  /** When the transactions began that wait for a lock. */
  const waiting = async () => {
    const { rows } = await month.database.query<{ began: string }>(
      `select xact_start::text as began from pg_stat_activity
       where state = 'active' and wait_event_type = 'Lock' and datname = current_database()`,
    )
    return rows.map(({ began }) => began)
  }

  test('is cancelled in the database, and the next one of the organization begins', async () => {
    const { service, organization } = month
    const ask = (signal: AbortSignal) =>
      fetch(`${service.address}/v1/organizations/${organization.id}/reports/conversations?${october}`, {
        headers: { cookie: organization.cookie },
        signal,
      })
    // Reports wait here, as they would for a slow query.
    // On a connection of its own: a transaction sees the activity of others as it was at its first look.
    const blocker = new pg.Client({ connectionString: service.databaseUrl })
    await blocker.connect()
    onTestFinished(() => blocker.end())
    await blocker.query('begin; lock table episode in access exclusive mode')
    const leaving = new AbortController()
    const left = ask(leaving.signal)
    await expect.poll(waiting, { timeout: 8000 }).toHaveLength(1)
    const [first] = await waiting()
    const staying = ask(new AbortController().signal)
    leaving.abort()
    await expect(left).rejects.toThrow('aborted')
    // The first one is gone from the database, and with it from the organization's turn: now the second one waits for the lock.
    await expect
      .poll(async () => (await waiting()).filter((began) => began !== first), { timeout: 8000 })
      .toHaveLength(1)
    expect(await waiting()).not.toContain(first)
    await blocker.query('rollback')
    const answer = await staying
    expect(answer.status).toBe(200)
    expect(((await answer.json()) as Report).totals.started?.count).toBeGreaterThan(0)
  })
})

/** All pages. */
async function allItems(kind: string, query: string): Promise<{ total: number; data: ReportItem[] }> {
  const data: ReportItem[] = []
  let cursor = ''
  for (;;) {
    const page: ReportItems = await month.items(kind, `${query}&max=100${cursor}`)
    data.push(...page.data)
    if (page.pager.next === null) return { total: page.total, data }
    cursor = `&cursor=${page.pager.next}`
  }
}

describe('what is behind a figure', () => {
  test.each<[string, ReportMetric]>([
    ['conversations', 'started'],
    ['response', 'reply_time'],
    ['response', 'handling'],
    ['calls', 'calls_missed'],
    ['satisfaction', 'rating'],
  ])('%s: as many as each bar of %s shows', async (kind, metric) => {
    const report = await month.report(kind, `${october}&interval=week&group=agent`)
    const query = `${october}&interval=week&group=agent&metric=${metric}`
    for (const { start, figures } of report.series) {
      const { total } = await month.items(kind, `${query}&max=1&at=${encodeURIComponent(start)}`)
      expect(total, start).toBe(figures[metric]?.count)
    }
    for (const { key, figures } of report.groups) {
      const { total } = await month.items(kind, `${query}&max=1&key=${key}`)
      expect(total, key).toBe(figures[metric]?.count)
    }
    const { total, data } = await allItems(kind, query)
    expect(total).toBe(report.totals[metric]?.count)
    expect(data).toHaveLength(total)
    expect(data.map(({ at }) => at)).toEqual(
      data
        .map(({ at }) => at)
        .sort()
        .toReversed(),
    )
  })

  test('an agent without an account has no name', async () => {
    const query = `${october}&metric=closed&max=1`
    const [item] = (await month.items('conversations', query)).data
    const stranger = newId()
    const replace = (from: string | undefined, to: string | undefined) =>
      month.database.query('update episode set agent_id = $3 where conversation_id = $1 and agent_id = $2', [
        item?.conversation_id,
        from,
        to,
      ])
    await replace(item?.agent?.id, stranger)
    onTestFinished(async () => void (await replace(stranger, item?.agent?.id)))
    expect((await month.items('conversations', query)).data).toEqual([
      { ...item, agent: { id: stranger, name: '', avatar_url: null } },
    ])
  })

  test('the median of the listed durations is that of the figure', async () => {
    const { totals } = await month.report('response', october)
    const { data } = await allItems('response', `${october}&metric=first_response`)
    const seconds = data.map((item) => item.seconds ?? 0).sort((one, other) => one - other)
    const middle = (seconds.length - 1) / 2
    const median = ((seconds[Math.floor(middle)] ?? 0) + (seconds[Math.ceil(middle)] ?? 0)) / 2
    expect(totals.first_response?.median).toBeCloseTo(median, 6)
    expect(new Set(data.map((item) => `${item.conversation_id} ${item.at}`)).size).toBe(data.length)
  })

  test('each cell of the heat map', async () => {
    const { cells } = await month.report('heat_map', october)
    for (const { weekday, hour, figures } of cells.filter((cell) => cell.hour % 6 === 0)) {
      const { total } = await month.items(
        'heat_map',
        `${october}&metric=wait&max=1&weekday=${weekday}&hour=${hour}`,
      )
      expect(total).toBe(figures.wait?.count)
    }
  })
})

test('keys with the scope receive figures, and no names of customers', async () => {
  const { service, organization } = month
  const made = await service.call('POST', `/v1/organizations/${organization.id}/api-keys`, {
    cookie: organization.cookie,
    body: { name: 'Reports', scopes: ['reports:read'] },
  })
  const { statusCode, body } = await service.app.http.inject({
    url: `/v1/organizations/${organization.id}/reports/conversations/items?${october}&metric=closed`,
    headers: { authorization: `Bearer ${(made.body as { key: string }).key}` },
  })
  expect(statusCode).toBe(200)
  expect((JSON.parse(body) as ReportItems).data.map(({ customer }) => customer.name)).toEqual(
    Array(50).fill(null),
  )
})

test('other organizations see nothing of it', async () => {
  const { service } = month
  const other = await foundOrganization(service, 'Elsewhere')
  const answer = await service.call('GET', `/v1/organizations/${other.id}/reports/conversations?${october}`, {
    cookie: other.cookie,
  })
  expect(answer.body).toMatchObject({
    time_zone: 'UTC',
    totals: { started: { count: 0, median: null, p90: null, mean: null } },
  })
})

test('the live report without conversations has zeros and lists all agents', async () => {
  const { organization, agentIds } = month
  const live: LiveReport = (await month.call('live')).body
  expect(live).toMatchObject({
    open: 0,
    unassigned: 0,
    waiting: 0,
    snoozed: 0,
    waiting_since: null,
    teams: [],
  })
  expect(live.calls).toEqual({ waiting: 0, active: 0, waiting_since: null })
  expect(live.agents.map(({ agent }) => agent.id)).toEqual(
    expect.arrayContaining([organization.ownerId, ...agentIds]),
  )
  expect(live.agents[0]).toMatchObject({ online: false, state: 'offline', open: 0, waiting: 0 })
})
