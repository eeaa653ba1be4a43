import type { AgentFace } from '@parley/protocol/agent'
import type { Conversation, InboxView } from '@parley/protocol/conversation'
import { inboxViews } from '@parley/protocol/conversation'
import {
  filterField,
  filterFieldNames,
  formatFilter,
  matchesList,
  parseFilter,
  type ConversationFilter,
  type FilterField,
} from '@parley/protocol/conversation-filter'
import {
  inboxSorts,
  inOrder,
  orderColumn,
  orderTime,
  type InboxSort,
} from '@parley/protocol/conversation-order'
import { attributeCondition } from '@parley/protocol/attribute-filter'
import type { CustomerAttributes } from '@parley/protocol/visitor-context'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timestamp } from '../../core/clock.ts'
import { openDatabase } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createInbox, type Inbox } from './inbox.ts'

/** The service and the panel must agree on every filter, for every row (protocol/src/conversation-filter.ts). */

const now = Date.parse('2026-03-01T10:00:00.000Z')
const hours = (count: number) => timestamp(now - count * 3_600_000)
const organizationId = newId()
const providers = [newId(), newId()]
const agents = [newId(), newId(), newId()]
const teams = [newId(), newId()]
const labels = [newId(), newId(), newId(), newId()]
const [me = ''] = agents

let testDatabase: TestDatabase
let database: ReturnType<typeof openDatabase>
let inbox: Inbox
let rows: Conversation[]
/** By customer. */
const attributes = new Map<string, CustomerAttributes>()
const attributesOf = ({ customer }: Conversation) =>
  attributes.get(customer.id) ?? { stated: {}, confirmed: {} }

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 2 })
// Few distinct times, so that equal ones occur.
const someTime = fc.integer({ min: 0, max: 60 }).map((count) => hours(count * 4))
/** Texts that look like something else, or like the syntax of filters. */
const values = ['pro', 'true', '5', '0.5', "!a,b:c%'", 'ü 漢', '1e400', true, false, 5, 0.5, -1] as const
const someAttributes = fc.dictionary(fc.constantFrom('plan', 'seats'), fc.constantFrom(...values))
const conversation = fc.record({
  open: fc.boolean(),
  provider: fc.constantFrom(...providers),
  agent: maybe(fc.constantFrom(...agents)),
  team: maybe(fc.constantFrom(...teams)),
  label_ids: fc.subarray(labels),
  priority: maybe(fc.constantFrom('low', 'normal', 'high', 'urgent')),
  snoozed: fc.boolean(),
  unread: fc.integer({ min: 0, max: 2 }),
  waiting: maybe(someTime),
  due: maybe(someTime),
  started: someTime,
  updated: someTime,
  closed: someTime,
  attributes: maybe(fc.record({ stated: someAttributes, confirmed: someAttributes })),
})

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.url)
  const faces = new Map<string, AgentFace>(agents.map((id) => [id, { id, name: id, avatar_url: null }]))
  inbox = createInbox({
    db: database.db,
    clock: () => now,
    facesOf: () => Promise.resolve(faces),
    onlineOf: () => Promise.resolve(new Set()),
  })
  const { pool } = database
  await pool.query(`insert into organization (id, name, created_at) values ($1, 'Filters', now())`, [
    organizationId,
  ])
  for (const id of providers)
    await pool.query(
      `insert into provider (id, organization_id, name, secret_key, secret_key_made_at, appearance, created_at)
       values ($1, $2, 'Shop', '', now(), '{}', now())`,
      [id, organizationId],
    )
  for (const id of teams)
    await pool.query(
      `insert into team (id, organization_id, name, strategy, capacity, created_at) values ($1, $2, $1::uuid, 'manual', 5, now())`,
      [id, organizationId],
    )
  for (const row of fc.sample(conversation, { numRuns: 300, seed: 7 })) {
    const [customer, id] = [newId(), newId()]
    await pool.query(
      `insert into customer (id, organization_id, provider_id, identity, external_id, language, country_code, created_at)
       values ($1, $2, $3, 'visitor:' || $1::uuid, $1::uuid, 'en', 'DE', now())`,
      [customer, organizationId, row.provider],
    )
    await pool.query(
      `insert into conversation (id, organization_id, customer_id, provider_id, agent_id, team_id, status, started_at, closed_at,
         unread, waiting_since, label_ids, priority, snoozed_seq, updated_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, now())`,
      [
        id,
        organizationId,
        customer,
        row.provider,
        row.agent,
        row.team,
        row.open ? 'open' : 'closed',
        row.started,
        // Closing is the last change.
        row.open ? null : ([row.closed, row.started, row.updated].sort().at(-1) ?? ''),
        row.unread,
        row.waiting,
        row.label_ids,
        row.priority,
        row.open && row.snoozed ? 1 : null,
        row.updated,
      ],
    )
    if (row.attributes !== null) {
      const { stated, confirmed } = row.attributes
      await pool.query(
        'insert into customer_attributes (customer_id, organization_id, stated, confirmed) values ($1, $2, $3, $4)',
        [customer, organizationId, JSON.stringify(stated), JSON.stringify(confirmed)],
      )
      attributes.set(customer, row.attributes)
    }
    if (row.open && row.due !== null)
      await pool.query(
        `insert into conversation_sla (conversation_id, organization_id, customer_id, state, deadlines, outcomes, due_metric, due_at, warn_at)
         values ($1, $2, $3, '{}', '[]', '[]', 'resolution', $4, $4)`,
        [id, organizationId, customer, row.due],
      )
  }
  const lists = await Promise.all((['open', 'snoozed', 'closed'] as const).map((view) => listed(view, {})))
  rows = lists.flat()
}, 60_000)
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const listed = async (view: InboxView, filter: ConversationFilter, sort: InboxSort = 'newest', page = {}) => {
  const query = { organizationId, agentId: me, search: null, max: 1000, after: null, ...page }
  return (await inbox.list({ ...query, view, filter, sort })).conversations
}

const attributeConditions = ['plan', 'seats', 'constructor'].flatMap((name) =>
  [...new Set(values.map(String))].map((value) => attributeCondition(name, value) ?? ''),
)

const valuesOf = (field: FilterField): fc.Arbitrary<string[]> => {
  const definition = filterField(field)
  const some = (values: string[]) => fc.subarray(values, { minLength: 1 })
  switch (definition.kind) {
    case 'status':
      return some(['open', 'closed'])
    case 'choice':
      return some([...definition.values, 'none'])
    case 'id':
      if (field === 'assignee') return some([...agents, newId(), 'me', 'none'])
      return some([...(field === 'team' ? teams : providers), newId(), 'none'])
    case 'ids':
      return some([...labels, newId(), 'none'])
    case 'flag':
      return some(['yes', 'no'])
    case 'attribute':
      return fc.subarray(attributeConditions, { minLength: 1, maxLength: 8 })
    default:
      return fc
        .oneof(
          fc.integer({ min: 1, max: 400 }).map((count) => `${count}h`),
          fc.integer({ min: 1, max: 12 }).map((count) => `${count}d`),
          someTime.map((time) => time.replace('+00:00', 'Z')),
        )
        .map((value) => [value])
  }
}

const filters: fc.Arbitrary<ConversationFilter> = fc
  .subarray([...filterFieldNames], { maxLength: 4 })
  .chain((fields) =>
    fc.tuple(
      ...fields.map((field) =>
        fc
          .tuple(valuesOf(field), fc.boolean())
          .map(([values, negated]) => [field, negated ? { is_not: values } : { is: values }] as const),
      ),
    ),
  )
  .map((conditions) => Object.fromEntries(conditions))

test('a filter selects the same rows in the same order on the service and in the panel, whole and page by page', async () => {
  expect(rows).toHaveLength(300)
  let selected = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...inboxViews),
      filters,
      fc.constantFrom(...inboxSorts),
      async (view, filter, sort) => {
        const column = orderColumn(view, sort)
        const expected = rows
          .filter((row) => matchesList(row, { view, filter }, { me, now, attributes: attributesOf(row) }))
          .sort(inOrder(column))
          .map(({ id }) => id)
        selected += expected.length
        expect((await listed(view, filter, sort)).map(({ id }) => id)).toEqual(expected)

        const pages: string[] = []
        let after: { created_at: string; id: string } | null = null
        do {
          const page: Conversation[] = await listed(view, filter, sort, { max: 40, after })
          pages.push(...page.map(({ id }) => id))
          const last = page.at(-1)
          after = last === undefined ? null : { created_at: orderTime(last, column), id: last.id }
        } while (after !== null)
        expect(pages).toEqual(expected)

        const [count] = await inbox.countLists(organizationId, me, [{ view, filter }], 1000)
        expect(count).toBe(view === 'closed' ? 0 : expected.length)
      },
    ),
    { numRuns: 300 },
  )
  expect(selected).toBeGreaterThan(1000)
}, 120_000)

test('every filter survives its text form', () => {
  fc.assert(
    fc.property(filters, (filter) => {
      expect(parseFilter(formatFilter(filter))).toEqual(filter)
    }),
  )
})

test('text that is not a condition is ignored', () => {
  const nothing = [
    '',
    '!',
    ',',
    'me,,none',
    'yes,',
    '; drop table message',
    '0d',
    '2026-13-45T00:00:00Z',
    '2026-02-30T00:00:00Z',
    'plan:',
    'plan:%FF',
    'plan:%00',
    7,
    null,
  ]
  for (const text of nothing)
    for (const field of filterFieldNames)
      expect([field, text, parseFilter({ [field]: text })]).toEqual([field, text, {}])
  expect(
    parseFilter({ assignee: 'open', provider: 'me', priority: 'none,high', constructor: 'yes' }),
  ).toEqual({
    priority: { is: ['none', 'high'] },
  })
})

test('an API key is nobody: `me` finds nothing', async () => {
  const query = {
    organizationId,
    agentId: null,
    filter: {},
    sort: 'newest',
    search: null,
    max: 10,
    after: null,
  } as const
  expect((await inbox.list({ ...query, view: 'mine' })).conversations).toEqual([])
  expect(rows.some((row) => matchesList(row, { view: 'mine', filter: {} }, { me: null, now }))).toBe(false)
})

test('counts agree with the lists and stop at their limit', async () => {
  const counts = await inbox.counts(organizationId, me)
  for (const view of inboxViews) expect([view, counts[view]]).toEqual([view, (await listed(view, {})).length])
  const mine = rows.filter((row) => matchesList(row, { view: 'mine', filter: {} }, { me, now }))
  expect(counts.mine_unread).toBe(mine.filter(({ unread }) => unread > 0).length)
  expect(await inbox.countLists(organizationId, me, [{ view: 'open', filter: {} }], 5)).toEqual([5])
})
