import type pg from 'pg'
import { newId } from '../core/ids.ts'
import { timestamp } from '../core/clock.ts'

/** An entry of a generated log, as the service would have written it. */
export interface SeededEntry {
  customer_id: string
  seq: number
  id: string
  organization_id: string
  type: string
  audience: 'both' | 'agents'
  conversation_id: string | null
  actor: object
  data: object
  created_at: string
}

export interface MonthScene {
  organizationId: string
  providerIds: string[]
  agentIds: string[]
  teams: { id: string; name: string }[]
  labels: { id: string; name: string; colour: string }[]
  /** Starts of the conversations, in milliseconds. */
  from: number
  to: number
  conversations: number
}

/** What happens in a conversation, as often as it is listed. */
const actions = [
  ...Array<'ask'>(7).fill('ask'),
  ...Array<'reply'>(6).fill('reply'),
  'ai',
  'ai',
  'notice',
  'transfer',
  'route',
  'label',
  'label',
  'snooze',
  'call',
] as const
type Action = (typeof actions)[number]

const minuteMs = 60_000
const aiAgentId = newId()

/** A generator with a fixed seed (mulberry32), so that a failure can be repeated. */
export function randomFrom(seed: number) {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    chance: (probability: number) => random() < probability,
    pick: <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T,
    /** Mostly short, sometimes very long. */
    delay: (typicalMs: number) => Math.round(-Math.log(1 - random()) * typicalMs),
    between: (low: number, high: number) => low + Math.floor(random() * (high - low)),
  }
}

/**
 * Logs of a month: new and reopened conversations, transfers, teams, snoozes, labels, AI agents, calls and ratings. Ordered by time
 * within each customer.
 */
export function generateMonth(scene: MonthScene, seed = 1): SeededEntry[] {
  const random = randomFrom(seed)
  const entries: SeededEntry[] = []
  for (let made = 0; made < scene.conversations;) {
    const log = startLog(scene, random)
    for (let more = true; more && made < scene.conversations; more = random.chance(0.3)) {
      log.conversation()
      made += 1
    }
    entries.push(...log.entries)
  }
  return entries
}

function startLog(scene: MonthScene, random: ReturnType<typeof randomFrom>) {
  const { organizationId, agentIds, teams, labels } = scene
  const customerId = newId()
  const providerId = random.pick(scene.providerIds)
  const whose = { customer_id: customerId, provider_id: providerId, external_id: customerId }
  const entries: SeededEntry[] = []
  let now = random.between(scene.from, scene.to)
  let current: string | null = null

  function add(type: string, data: object, actor: object = { type: 'system' }): void {
    entries.push({
      customer_id: customerId,
      seq: entries.length + 1,
      id: newId(),
      organization_id: organizationId,
      type,
      audience: 'both',
      conversation_id: current,
      actor,
      data,
      created_at: timestamp(now),
    })
  }
  const message = (sender: string, agentId: string | null) =>
    add(
      'message.created',
      {
        sender_type: sender,
        sender_agent: agentId === null ? null : { id: agentId, name: 'A', avatar_url: null },
      },
      agentId === null ? { type: sender } : { type: sender, id: agentId },
    )
  const face = (id: string) => ({ id, name: 'A', avatar_url: null })

  function call(): void {
    const [agentId, answered] = [random.pick(agentIds), random.chance(0.6)]
    const created = now
    now += random.delay(minuteMs)
    const answeredAt = answered ? now : null
    if (answered) now += random.delay(5 * minuteMs)
    add(answered ? 'call.ended' : 'call.missed', {
      id: newId(),
      ...whose,
      agent_id: agentId,
      status: answered ? 'ended' : 'missed',
      reason: answered ? null : random.pick(['cancelled', 'timeout', null]),
      ended_by: 'customer',
      hold_duration: 0,
      created_at: timestamp(created),
      answered_at: answeredAt === null ? null : timestamp(answeredAt),
      ended_at: timestamp(now),
    })
  }

  function episode(conversationId: string): void {
    current = conversationId
    const startedAt = now
    let assignee: string | null = null
    const assign = (id: string | null) => {
      assignee = id
      add('conversation.assigned', { agent: id === null ? null : face(id) })
    }
    const route = (team: MonthScene['teams'][number] | null, reason: string) =>
      add('conversation.routed', { team, reason, from: null, by: null })
    const label = (type: string) => add(type, { label: random.pick(labels), by: null })
    const act: Record<Action, () => void> = {
      ask: () => message('customer', null),
      notice: () => message('system', null),
      ai: () => message('ai_agent', aiAgentId),
      transfer: () => assign(random.chance(0.3) ? null : random.pick(agentIds)),
      route: () => route(random.chance(0.2) ? null : random.pick(teams), 'chosen'),
      label: () => label(random.chance(0.5) ? 'conversation.labelled' : 'conversation.unlabelled'),
      snooze() {
        add('conversation.snoozed', { until: null, by: null })
        now += random.delay(120 * minuteMs)
        add('conversation.unsnoozed', { reason: 'customer', by: null, snoozed_by: null })
      },
      call,
      reply() {
        const sender: string = assignee ?? random.pick(agentIds)
        if (assignee === null) assign(sender)
        message('agent', sender)
      },
    }
    add('conversation.started', { ...whose, started_at: timestamp(startedAt) }, { type: 'customer' })
    if (random.chance(0.4)) route(random.pick(teams), 'widget')
    if (random.chance(0.9)) message('customer', null)
    for (let step = 0; step < 30 && !random.chance(0.15); step += 1) {
      now += random.delay(random.chance(0.1) ? 900 * minuteMs : 6 * minuteMs)
      act[random.pick(actions)]()
    }
    if (random.chance(0.04)) return
    now += random.delay(20 * minuteMs)
    add('conversation.ended', {
      id: conversationId,
      ...whose,
      agent_id: assignee,
      started_at: timestamp(startedAt),
      closed_at: timestamp(now),
      duration: 0,
      first_response_time: null,
      messages_url: '',
    })
    if (random.chance(0.2)) {
      now += random.delay(60 * minuteMs)
      const score = random.between(1, 6)
      add('conversation.rated', { rating_id: newId(), score, previous: null })
      if (random.chance(0.2)) add('conversation.rated', { rating_id: newId(), score: 3, previous: score })
    }
    if (random.chance(0.15)) label('conversation.labelled')
  }

  return {
    entries,
    conversation(): void {
      const isOpen =
        entries.findLast(({ type }) => /^conversation\.(started|ended)$/.test(type))?.type ===
        'conversation.started'
      if (isOpen) return
      const id = newId()
      do {
        now += random.delay(600 * minuteMs)
        episode(id)
      } while (hasEnded() && random.chance(0.2))
      current = null
      if (random.chance(0.03)) call()
    },
  }

  function hasEnded(): boolean {
    return (
      entries.findLast(({ type }) => /^conversation\.(started|ended)$/.test(type))?.type ===
      'conversation.ended'
    )
  }
}

/** Appends entries to the logs of their customers. They must be complete and in order up to the last one. */
export async function appendEntries(database: pg.Client, entries: SeededEntry[]): Promise<void> {
  const json = JSON.stringify(entries.map((entry) => ({ ...entry, provider_id: newId() })))
  await database.query(
    `insert into customer_log (customer_id, organization_id, provider_id, last_seq)
     select customer_id, organization_id, (array_agg(provider_id))[1], max(seq)
     from jsonb_to_recordset($1) as e(customer_id uuid, organization_id uuid, provider_id uuid, seq bigint)
     group by 1, 2 on conflict (customer_id) do update set last_seq = excluded.last_seq`,
    [json],
  )
  await database.query(
    `insert into event_log (customer_id, seq, id, organization_id, type, audience, conversation_id, actor, data, created_at)
     select * from jsonb_to_recordset($1) as e(customer_id uuid, seq bigint, id uuid, organization_id uuid, type text,
       audience text, conversation_id uuid, actor jsonb, data jsonb, created_at timestamptz)`,
    [json],
  )
}
