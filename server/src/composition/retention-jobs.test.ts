import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '../core/ids.ts'
import { plainRule } from '../testing/automation-scene.ts'
import { sharedReply } from '../testing/canned-reply-fixture.ts'
import { useShop, visitorWhoWrote } from '../testing/test-shop.ts'

const shop = useShop()
afterEach(() => void vi.useRealTimers())

const tables = [
  'automation_run',
  'canned_reply_use',
  'customer_sign_in',
  'draft',
  'media',
  'member_session',
  'notification',
  'recording',
  'visit',
]

async function create(path: string, body: object): Promise<string> {
  const { id: organizationId, cookie } = shop.organization
  const url = `/v1/organizations/${organizationId}${path}`
  const created: { body: { id: string } } = await shop.service.call('POST', url, { cookie, body })
  return created.body.id
}

/** A row of today in each table. */
async function insertRows(): Promise<void> {
  const { socket, customerId, conversationId } = await visitorWhoWrote(shop)
  await socket.leave()
  const rule = `'${await create('/automation-rules', plainRule)}'`
  const reply = `'${await create('/canned-replies', {
    shortcut: 'hello',
    content: 'Hello',
    visibility: sharedReply,
  })}'`
  const [organization, agent] = [`'${shop.organization.id}'`, `'${shop.organization.ownerId}'`]
  const [customer, conversation, id] = [`'${customerId}'`, `'${conversationId}'`, `'${newId()}'`]
  await shop.database.query(`
    insert into automation_run (id, organization_id, rule_id, rule_name, entry_id, root_id, depth, customer_id,
      conversation_id, started_at, trigger, actions, outcome, created_at)
      values (${id}, ${organization}, ${rule}, 'Rule', ${id}, ${id}, 0, ${customer},
        ${conversation}, now(), 'customer_message', '[]', 'done', now());
    insert into canned_reply_use (canned_reply_id, agent_id, day, uses) values (${reply}, ${agent}, now(), 1);
    insert into customer_sign_in (id, customer_id, auth_provider, day, created_at)
      values (${id}, ${customer}, 'custom', now(), now());
    insert into draft (organization_id, agent_id, conversation_id, kind, content, version, updated_at)
      values (${organization}, ${agent}, ${conversation}, 'reply', 'Text', 1, now());
    insert into media (id, organization_id, owner, name, mime, size, storage_key, created_at)
      values (${id}, ${organization}, 'agent', 'a.txt', 'text/plain', 1, 'key', now());
    insert into member_session (provider_id, jkt, organization_id, customer_id, created_at, expires_at)
      values ('${shop.organization.providerId}', 'key', ${organization}, ${customer}, now(), now() + interval '30 days');
    insert into notification (id, organization_id, agent_id, kind, subject_id, customer_id, seq, transports, created_at)
      values (${id}, ${organization}, ${agent}, 'mention', ${id}, ${customer}, 1, '{}', now());
    insert into recorded_call (call_id, organization_id, customer_id, provider_id, external_id, created_at)
      values (${id}, ${organization}, ${customer}, ${id}, 'call', now());
    insert into recording (id, call_id, organization_id, name, mime, last_chunk_at, created_at, delete_at)
      values (${id}, ${id}, ${organization}, 'a.webm', 'audio/webm', now(), now(), now() + interval '1 day');
    insert into visit (customer_id, organization_id, started_at, last_at, device, pages)
      values (${customer}, ${organization}, now(), now(), 'desktop', '[]')`)
}

async function counts(): Promise<Record<string, number>> {
  const each = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`)
  const { rows } = await shop.database.query(`select ${each.join()}`)
  return rows[0]
}

test('a process whose clock is ahead deletes nothing early', async () => {
  await insertRows()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 500 * 86_400_000 })
  for (const [name, { run }] of Object.entries(shop.service.app.contributions.jobs))
    if (name.startsWith('sweep-')) await run()
  expect(await counts()).toEqual(Object.fromEntries(tables.map((table) => [table, 1])))
})
