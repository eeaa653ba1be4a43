import type { Conversation } from '@parley/protocol/conversation'
import pg from 'pg'
import { expect, test } from 'vitest'
import { inviteAgent } from '../../testing/test-service.ts'
import { useShop, visitorWhoWrote } from '../../testing/test-shop.ts'

let ahead = 0
const shop = useShop({ clock: () => Date.now() + ahead })
const call = (method: string, path: string, body?: object) =>
  shop.service.call(method, `/v1/organizations/${shop.organization.id}${path}`, {
    cookie: shop.organization.cookie,
    ...(body && { body }),
  }) as Promise<{ status: number; body: unknown }>
const agentOf = async (conversationId: string) =>
  ((await call('GET', `/conversations/${conversationId}`)).body as Conversation).agent

/** Fails the statements that wait for a lock, as `lock_timeout` does after 10 s, until this promise is settled. */
async function failWaiting(until: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  void until.finally(() => over.abort())
  while (!over.signal.aborted)
    await shop.database.query(
      `select pg_cancel_backend(pid), pg_sleep(0.02) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'
       union all select null, pg_sleep(0.02)`,
    )
}

test('conversations of an agent whose removal failed half-way are released later', async () => {
  const leaver = await inviteAgent(shop.service, shop.organization, 'Leaver')
  const visitors = [await visitorWhoWrote(shop), await visitorWhoWrote(shop)]
  for (const { conversationId } of visitors)
    expect(
      await call('POST', `/conversations/${conversationId}/assign`, { agent_id: leaver.agentId }),
    ).toMatchObject({ status: 200 })
  const other = new pg.Client({ connectionString: shop.service.databaseUrl })
  await other.connect()
  await other.query('begin')
  await other.query('select from customer_log where customer_id = $1 for update', [visitors[0]?.customerId])
  const removal = call('DELETE', `/agents/${leaver.agentId}`)
  await failWaiting(removal)
  expect((await removal).status).toBeGreaterThanOrEqual(500)
  await other.query('rollback')
  await other.end()
  expect(await call('DELETE', `/agents/${leaver.agentId}`)).toMatchObject({ status: 404 })
  expect(await agentOf(visitors[0]?.conversationId ?? '')).toMatchObject({ id: leaver.agentId })
  expect(await agentOf(visitors[1]?.conversationId ?? '')).toBeNull()

  ahead += 61_000
  await shop.service.app.agents.releaseRemoved()
  for (const { socket, conversationId } of visitors) {
    expect(await agentOf(conversationId)).toBeNull()
    await socket.leave()
  }
})

test('a conversation that was assigned while its agent was being removed is released later', async () => {
  const leaver = await inviteAgent(shop.service, shop.organization, 'Leaver')
  const { socket, conversationId } = await visitorWhoWrote(shop)
  expect(await call('DELETE', `/agents/${leaver.agentId}`)).toMatchObject({ status: 204 })
  // As an assignment that checked the agent before the removal and commits after it.
  await shop.database.query('update conversation set agent_id = $1 where id = $2', [
    leaver.agentId,
    conversationId,
  ])
  ahead += 61_000
  await shop.service.app.agents.releaseRemoved()
  expect(await agentOf(conversationId)).toBeNull()
  await socket.leave()
})
