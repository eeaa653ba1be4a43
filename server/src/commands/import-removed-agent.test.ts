import path from 'node:path'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { untilBlocked } from '../testing/blocked-sessions.ts'
import { startChatwoot } from '../testing/chatwoot-server.ts'
import { chatwootToken, useImport } from '../testing/import-scene.ts'
import { foundOrganization, inviteAgent } from '../testing/test-service.ts'

const scene = useImport({ conversations: 1 })

/** An export whose only conversation is open and assigned to an agent of a new organization. */
async function exportOf(name: string) {
  const organization = await foundOrganization(scene.service, name)
  const { agentId } = await inviteAgent(scene.service, organization, 'Ada')
  const [{ email }] = await scene.rows(
    'select email from auth_user join agent on agent.user_id = auth_user.id where agent.id = $1',
    agentId,
  )
  Object.assign(scene.account.agents[0] ?? {}, { email })
  Object.assign(scene.account.conversations[0]?.conversation ?? {}, { status: 'open' })
  const server = await startChatwoot(scene.account, { token: chatwootToken })
  onTestFinished(async () => void (await server.close()))
  const directory = path.join(scene.home, name)
  const fetched = await scene.parley(directory, '--fetch', server.url, '--account', '1')
  expect(fetched).toMatchObject({ code: 0 })
  return {
    import: () =>
      scene.parley(directory, '--organization', organization.id, '--provider', organization.providerId),
    remove: () =>
      scene.service.call('DELETE', `/v1/organizations/${organization.id}/agents/${agentId}`, {
        cookie: organization.cookie,
      }),
    conversations: () =>
      scene.rows('select status, agent_id from conversation where organization_id = $1', organization.id),
    answers: () => scene.rows('select from message where sender = $1', agentId),
  }
}

const unassigned = [{ status: 'open', agent_id: null }]

/** Resolves once a session waits for one that waits for a lock of this client. */
const untilBlockedIndirectly = (client: pg.Client) =>
  expect
    .poll(async () => {
      const { rowCount } = await client.query(
        `select from pg_locks blocked join pg_locks waiting on waiting.pid = any(pg_blocking_pids(blocked.pid))
         where not blocked.granted and not waiting.granted and pg_backend_pid() = any(pg_blocking_pids(waiting.pid))`,
      )
      return rowCount
    })
    .toBeGreaterThan(0)

test('an agent who is removed before a conversation is imported does not get it', async () => {
  const exported = await exportOf('Before')
  const holder = await scene.holdItems()
  const running = exported.import()
  await untilBlocked(holder)
  expect((await exported.remove()).status).toBe(204)
  await holder.query('rollback')
  expect((await running).code).toBe(0)
  expect(await exported.conversations()).toEqual(unassigned)
  expect(await exported.answers()).toHaveLength(2)
})

test('an agent who is removed while a conversation is imported loses it', async () => {
  const exported = await exportOf('Meanwhile')
  const holder = await scene.holdNotes()
  const running = exported.import()
  await untilBlocked(holder)
  const removing = exported.remove()
  await untilBlockedIndirectly(holder)
  await holder.query('rollback')
  expect((await running).code).toBe(0)
  expect((await removing).status).toBe(204)
  expect(await exported.conversations()).toEqual(unassigned)
})
