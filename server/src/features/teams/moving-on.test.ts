import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { teamScene, useTeamProcesses } from '../../testing/team-scene.ts'
import { sendText } from '../../testing/test-shop.ts'

const processes = useTeamProcesses()
const minute = 60_000
/** Where the agents are connected: a jump of the clock ends the presence that the other process knows of. */
async function sweep(): Promise<void> {
  const { teams } = processes.left.app
  await teams.sweep()
  // A run in progress assigns what the sweep has found.
  await teams.settled()
}

describe('an assigned conversation', () => {
  const unanswered = { strategy: 'round_robin', reassign_minutes: 5 }

  test('moves on when its agent does not answer in time, and not when they do or a person assigned it', async () => {
    const shop = await teamScene(processes, ['Ada', 'Bea'], unanswered)
    const [ada, bea] = shop.members
    const silent = await shop.write()
    await sweep()
    const answered = await shop.write()
    await sweep()
    const chosen = await shop.write()
    await shop.call('POST', `/conversations/${chosen.id}/assign`, { agent_id: ada.agentId })
    expect(await shop.agentOf(silent.id)).toBe(ada.agentId)
    expect(await shop.agentOf(answered.id)).toBe(bea.agentId)
    await sendText(bea.socket, 'One moment', { customer_id: answered.customerId })

    processes.advance(5 * minute - 60)
    await sweep()
    expect(await shop.agentOf(silent.id)).toBe(ada.agentId)
    processes.advance(100)
    await sweep()
    expect(await shop.agentOf(silent.id)).toBe(bea.agentId)
    expect(await shop.agentOf(answered.id)).toBe(bea.agentId)
    expect(await shop.agentOf(chosen.id)).toBe(ada.agentId)
    expect((await shop.entriesOf(silent.customerId)).slice(-2)).toMatchObject([
      {
        type: 'conversation.routed',
        actor: { type: 'system' },
        data: { reason: 'unanswered', from: { id: ada.agentId }, team: { id: shop.team.id } },
      },
      { type: 'conversation.assigned', data: { agent: { id: bea.agentId } } },
    ])
    // The minutes begin again with the new agent.
    await sweep()
    expect(await shop.agentOf(silent.id)).toBe(bea.agentId)
    await shop.leave()
  })

  test('stays with the agent whom its team has assigned once a person chooses the same one', async () => {
    const shop = await teamScene(processes, ['Ada', 'Bea', 'Cleo'], unanswered)
    const [ada, bea] = shop.members
    const chosen = await shop.write()
    await sweep()
    const taken = await shop.write()
    await sweep()
    const entries = (await shop.entriesOf(chosen.customerId)).length
    await shop.call('POST', `/conversations/${chosen.id}/assign`, { agent_id: ada.agentId })
    await shop.call('POST', `/conversations/${taken.id}/take-over`, undefined, bea.cookie)

    processes.advance(6 * minute)
    await sweep()
    expect(await shop.agentOf(chosen.id)).toBe(ada.agentId)
    expect(await shop.agentOf(taken.id)).toBe(bea.agentId)
    expect(await shop.entriesOf(chosen.customerId)).toHaveLength(entries)
    await shop.leave()
  })

  test('stays with the only agent while they are present, and returns to its team when they have left', async () => {
    const shop = await teamScene(processes, ['Ada'], unanswered)
    const [ada] = shop.members
    const { id } = await shop.write()
    await sweep()
    processes.advance(6 * minute)
    await sweep()
    expect(await shop.agentOf(id)).toBe(ada.agentId)
    await ada.socket.leave()
    await shop.online(0)
    await sweep()
    expect(await shop.agentOf(id)).toBeNull()
    await shop.leave()
  })

  test('is not waited for while its customer is locked, and moves on afterwards', async () => {
    const shop = await teamScene(processes, ['Ada', 'Bea'], unanswered)
    const [ada, bea] = shop.members
    const frozen = await shop.write()
    await sweep()
    const other = await shop.write()
    await sweep()
    expect([await shop.agentOf(frozen.id), await shop.agentOf(other.id)]).toEqual([ada.agentId, bea.agentId])
    const client = new pg.Client({ connectionString: processes.databaseUrl })
    await client.connect()
    await client.query('begin')
    await client.query('select from customer_log where customer_id = $1 for update', [frozen.customerId])
    processes.advance(6 * minute)
    const sweptAt = performance.now()
    await sweep()
    // Well below the 10 s for which a statement waits for a lock.
    expect(performance.now() - sweptAt).toBeLessThan(8_000)
    expect([await shop.agentOf(frozen.id), await shop.agentOf(other.id)]).toEqual([ada.agentId, ada.agentId])
    await client.query('rollback')
    await client.end()
    await sweep()
    expect(await shop.agentOf(frozen.id)).toBe(bea.agentId)
    await shop.leave()
  })

  test('of a dedicated agent stays with them, also while they are offline', async () => {
    const shop = await teamScene(processes, ['Ada', 'Bea'], unanswered)
    const [, bea] = shop.members
    const { id, customerId, socket } = await shop.write()
    await shop.call('POST', `/conversations/${id}/close`)
    await shop.call('PATCH', `/customers/${customerId}`, { private_agent_id: bea.agentId })
    await bea.socket.leave()
    await shop.online(1)
    const sent = await sendText(socket, 'Again')
    await sweep()
    processes.advance(6 * minute)
    await sweep()
    expect(sent.conversation_id).not.toBe(id)
    expect(await shop.agentOf(sent.conversation_id)).toBe(bea.agentId)
    await shop.leave()
  })

  test('returns to its agent when it is reopened only if they are present', async () => {
    const shop = await teamScene(processes, ['Ada', 'Bea'], { strategy: 'round_robin' })
    const [ada, bea] = shop.members
    const { id } = await shop.write()
    await sweep()
    const reopen = async () => {
      await shop.call('POST', `/conversations/${id}/close`)
      return (await shop.call('POST', `/conversations/${id}/reopen`)).body.agent?.id ?? null
    }
    expect(await reopen()).toBe(ada.agentId)
    await ada.socket.request('desk.open', { microphone: false })
    await ada.socket.request('desk.availability', { availability: 'away' })
    expect(await reopen()).toBeNull()
    await sweep()
    expect(await shop.agentOf(id)).toBe(bea.agentId)
    await bea.socket.leave()
    await shop.online(1)
    expect(await reopen()).toBeNull()
    // Who acts is there, also with the panel closed.
    await shop.call('POST', `/conversations/${id}/assign`, { agent_id: bea.agentId })
    await shop.call('POST', `/conversations/${id}/close`)
    const own = await shop.call('POST', `/conversations/${id}/reopen`, undefined, bea.cookie)
    expect(own.body.agent).toMatchObject({ id: bea.agentId })
    await shop.leave()
  })
})
