import { channelCapabilities, channels } from '@parley/protocol/channel'
import { channelProblems } from '@parley/protocol/channel-connection'
import { authProviders, socialProviders } from '@parley/protocol/customer'
import { draftKinds } from '@parley/protocol/draft'
import { visibilities } from '@parley/protocol/visibility'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

/** Without this test, a protocol value missing from a check constraint would only fail on its first use. */

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const lists: Record<string, readonly string[]> = {
  'draft.kind': draftKinds,
  'canned_reply.visibility': visibilities,
  'channel_connection.channel': channels.filter((channel) => !channelCapabilities[channel].embedded),
  'channel_connection.problem': channelProblems,
  'customer.auth_provider': authProviders,
  'mini_app_member.channel': channels.filter((channel) => channelCapabilities[channel].miniApp),
  'provider.channel': channels,
  'saved_view.visibility': visibilities,
  'social_login.social': socialProviders,
}

test.for(Object.entries(lists))(
  'the check constraint of %s allows exactly the values of the protocol',
  async ([name, list]) => {
    const [table, column] = name.split('.')
    const { rows } = await client.query<{ definition: string }>(
      `select pg_get_constraintdef(c.oid) as definition from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
     where c.contype = 'c' and c.conrelid = $1::regclass and a.attname = $2`,
      [table, column],
    )
    const allowed = rows.flatMap(({ definition }) =>
      [...definition.matchAll(/'(\w+)'::text/g)].map(([, value]) => value),
    )
    expect(new Set(allowed)).toEqual(new Set(list))
  },
)
