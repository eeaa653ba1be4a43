import { expect, test } from 'vitest'
import { timestamp } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { openDatabase } from '../../core/database.ts'
import { factContents } from '../../testing/fact-contents.ts'
import { appendEntries, randomFrom, type SeededEntry } from '../../testing/report-month.ts'
import { useShop } from '../../testing/test-shop.ts'
import { openSeconds } from '../business-hours/open-time.ts'
import { createFacts, type Facts } from './facts.ts'

const shop = useShop()
const start = Date.parse('2026-03-02T10:00:00Z')
const agents = [newId(), newId()]
const random = randomFrom(7)

/** A conversation whose entries are written as the test goes. */
function startTalk() {
  const [customerId, conversationId] = [newId(), newId()]
  let seq = 0
  let now = start
  function entry(type: string, data: object): SeededEntry {
    seq += 1
    return {
      customer_id: customerId,
      seq,
      id: newId(),
      organization_id: shop.organization.id,
      type,
      audience: 'both',
      conversation_id: conversationId,
      actor: { type: 'system' },
      data,
      created_at: timestamp(now),
    }
  }
  return {
    customerId,
    conversationId,
    begin: () =>
      entry('conversation.started', {
        provider_id: shop.organization.providerId,
        started_at: timestamp(now),
      }),
    /** Clocks of processes differ: sometimes it is earlier than before. */
    next() {
      now += random.pick([-40_000, 0, 1_000, 90_000, 700_000])
      if (random.chance(0.1))
        return entry('conversation.assigned', { agent: { id: random.pick(agents), name: 'A' } })
      const sender = random.pick(['customer', 'customer', 'agent', 'ai_agent', 'system'])
      const agent = sender === 'agent' ? { id: random.pick(agents), name: 'A', avatar_url: null } : null
      return entry('message.created', { sender_type: sender, sender_agent: agent })
    },
  }
}

const withFacts = async (work: (facts: Facts) => Promise<void>): Promise<void> => {
  const { db, close } = openDatabase(shop.service.databaseUrl, { connections: 1 })
  await work(createFacts({ db, openSeconds }))
  await close()
}

test('refreshes write of open conversations what a rebuild writes', async () => {
  await withFacts(async (facts) => {
    const talks = Array.from({ length: 20 }, startTalk)
    await appendEntries(
      shop.database,
      talks.map((talk) => talk.begin()),
    )
    await facts.rebuild()
    for (let step = 0; step < 25; step++) {
      const added = talks.flatMap((talk) => Array.from({ length: random.pick([0, 1, 1, 2, 4]) }, talk.next))
      await appendEntries(shop.database, added)
      await facts.refresh()
    }
    const refreshed = await factContents(shop.database)
    expect(refreshed['wait_span']?.length).toBeGreaterThan(100)
    await facts.rebuild()
    expect(await factContents(shop.database)).toEqual(refreshed)
  })
})

test('a refresh reads the new messages of a conversation, not all of them', async () => {
  await withFacts(async (facts) => {
    const talk = startTalk()
    await appendEntries(shop.database, [talk.begin()])
    await facts.rebuild()
    const messages = () =>
      shop.database
        .query(
          `select customer_messages + agent_messages + ai_messages as count from episode where customer_id = $1`,
          [talk.customerId],
        )
        .then(({ rows }) => (rows[0] as { count: number }).count)
    const text = (seq: number): SeededEntry => ({
      ...talk.begin(),
      seq,
      type: 'message.created',
      data: { sender_type: 'customer', sender_agent: null },
    })
    await appendEntries(shop.database, [text(2), text(3)])
    await facts.refresh()
    expect(await messages()).toBe(2)
    // Were the episode computed again, these would be missing.
    await shop.database.query(`delete from event_log where customer_id = $1 and seq in (2, 3)`, [
      talk.customerId,
    ])
    await appendEntries(shop.database, [text(4)])
    await facts.refresh()
    expect(await messages()).toBe(3)
  })
})

test('a refresh updates all other conversations when one fails', async () => {
  await withFacts(async (facts) => {
    const talks = Array.from({ length: 5 }, startTalk)
    await appendEntries(
      shop.database,
      talks.map((talk) => talk.begin()),
    )
    await facts.rebuild()
    const [broken] = talks.map(({ customerId }) => customerId).sort()
    await shop.database.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refused before update on episode for each row
        when (new.customer_id = '${broken}') execute function refuse()`)
    const messages = talks.map((talk) => ({
      ...talk.begin(),
      type: 'message.created',
      data: { sender_type: 'customer', sender_agent: null },
    }))
    await appendEntries(shop.database, messages)
    await expect(facts.refresh()).rejects.toThrow('refused')
    await shop.database.query('drop function refuse cascade')
    const { rows } = await shop.database.query<{ customer_id: string }>(
      'select customer_id from episode where customer_id = any($1) and customer_messages = 0',
      [talks.map(({ customerId }) => customerId)],
    )
    expect(rows).toEqual([{ customer_id: broken }])
  })
})
