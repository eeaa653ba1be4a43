import type { CallJoined, CallView, Desk } from '@parley/protocol/call-view'
import { clientId, startProduct, type ProductServer } from '../chat/product.ts'
import { openVisitor, openWire, type Wire } from '../chat/wire.ts'
import { fixed, percentile, row } from '../figures.ts'
import { familySeconds, processorSeconds } from '../processes.ts'
import { behindProxy, inviteTeam, setCalls, type TeamMember } from './team.ts'

/** Share of offers that is declined: the call goes to the next agent, and to no agent twice. */
const declined = 0.1
/** Duration of a call in milliseconds; either side hangs up. */
const shortestTalk = 1000
const longestTalk = 3000

interface Figures {
  /** From hanging up to the next offer at the same agent, in milliseconds, while calls waited. */
  freed: number[]
  /** From declining to the next offer, of another call, at the same agent. */
  afterDecline: number[]
  ended: Map<string, number>
  /** Offers or calls that an agent got while they had another one. */
  doubles: number
  /** Processor time since all calls were queued, in seconds. */
  service: number
  database: number
}

/**
 * C1: calls wait in one queue, agents talk and hang up, over real sockets; measured from the message that ends a call to the
 * next offer at the agent who became free. Every call must end once, and no agent may have two.
 */
export async function benchRouting(databaseUrl: string, quick: boolean, postmaster: number): Promise<void> {
  const [callers, agents] = quick ? [120, 12] : [1000, 50]
  console.log(
    `\nC1  ${callers} calls in one queue, ${agents} agents, talks of ${shortestTalk / 1000} to ${longestTalk / 1000} s, ` +
      `${declined * 100} % of the offers declined, no pause after a call; ms from hanging up to the next offer at that agent`,
  )
  const server = await startProduct(databaseUrl, behindProxy)
  await setCalls(server, {
    nobody: 'wait',
    queue_seconds: 600,
    offer_seconds: 45,
    connect_seconds: 60,
    grace_seconds: 120,
    wrap_up_seconds: 0,
  })
  const team = await inviteTeam(server, agents)
  const visitors: Wire[] = []
  for (let index = 0; index < callers; index++)
    visitors.push(await openVisitor(server.base, server.providerId, `10.2.${index >> 8}.${index & 255}`))

  const began = performance.now()
  const figures = await run(server, team, visitors, postmaster)
  const seconds = (performance.now() - began) / 1000
  row('', 'samples', 'p50', 'p95', 'p99', 'max')
  for (const [title, samples] of [
    ['freed -> next offer', figures.freed],
    ['declined -> next offer', figures.afterDecline],
  ] as const) {
    const [p50, p95, p99, max] = [0.5, 0.95, 0.99, 1].map((share) => fixed(percentile(samples, share)))
    row(title, String(samples.length), p50 ?? '', p95 ?? '', p99 ?? '', max ?? '')
  }
  const once = [...figures.ended.values()].filter((times) => times === 1).length
  console.log(
    `  ${once} of ${callers} calls ended once, ${callers - figures.ended.size} never, ${figures.doubles} doubles; ` +
      `${fixed(callers / seconds)} calls/s; processor time per call: service ${fixed((figures.service / callers) * 1000)}, PostgreSQL ${fixed((figures.database / callers) * 1000)} ms\n  aim: p99 <= 50 ms`,
  )
  for (const visitor of visitors) visitor.close()
  await server.stop()
}

async function run(
  server: ProductServer,
  team: TeamMember[],
  visitors: Wire[],
  postmaster: number,
): Promise<Figures> {
  const figures: Figures = {
    freed: [],
    afterDecline: [],
    ended: new Map(),
    doubles: 0,
    service: 0,
    database: 0,
  }
  const callerOf = new Map<string, Wire>()
  let waiting = visitors.length
  const allOver = Promise.withResolvers<void>()

  for (const visitor of visitors) {
    visitor.onNotification = (method, params) => {
      if (method !== 'call') return
      const call = params as CallView
      if (call.phase !== 'over') return
      const times = (figures.ended.get(call.id) ?? 0) + 1
      figures.ended.set(call.id, times)
      if (figures.ended.size === visitors.length) allOver.resolve()
    }
  }

  async function openAgent({ cookie }: TeamMember): Promise<Wire> {
    let offered: string | null = null
    let talking: string | null = null
    /** When they became free, and the list that gets the sample. */
    let free: { at: number; samples: number[] } | null = null
    const wire = await openWire(
      `${server.base.replace('http', 'ws')}/v1/socket`,
      { origin: server.base, cookie },
      (method, params) => {
        if (method === 'desk') see(params as Desk)
      },
    )

    function see({ offer, call }: Desk): void {
      if (call === null) talking = null
      if (offer === null) offered = null
      if (offer === null || offer.call.id === offered) return
      const now = performance.now()
      offered = offer.call.id
      if (talking !== null || call !== null) figures.doubles += 1
      free?.samples.push(now - free.at)
      free = null
      if (Math.random() < declined && waiting > team.length) {
        free = { at: now, samples: figures.afterDecline }
        void wire.request('call.decline', { call_id: offered }).catch(() => {})
      } else void talk(offered)
    }

    async function talk(callId: string): Promise<void> {
      const peer = clientId()
      try {
        await wire.request('call.accept', { call_id: callId, peer })
      } catch {
        // Withdrawn in the meantime.
        return
      }
      waiting -= 1
      talking = callId
      await wire.request('call.connected', { call_id: callId, peer })
      await new Promise((resolve) =>
        setTimeout(resolve, shortestTalk + Math.random() * (longestTalk - shortestTalk)),
      )
      const hangsUp = Math.random() < 0.5 ? wire : (callerOf.get(callId) ?? wire)
      if (waiting > 0) free = { at: performance.now(), samples: figures.freed }
      await hangsUp.request('call.end', { call_id: callId })
    }

    await wire.request('agent.connect', { organization_id: server.organizationId })
    await wire.request<Desk>('desk.open', { microphone: true })
    return wire
  }

  // All calls are queued before the first agent is available.
  for (const visitor of visitors) {
    const params = { client_id: clientId(), peer: clientId(), video: false, consent: null, recording: 'off' }
    const { call } = await visitor.request<CallJoined>('call.start', params)
    callerOf.set(call.id, visitor)
  }
  const [service, database] = [processorSeconds(server.pid), familySeconds(postmaster)]
  const wires = await Promise.all(team.map(openAgent))
  await allOver.promise
  figures.service = processorSeconds(server.pid) - service
  figures.database = familySeconds(postmaster) - database
  for (const wire of wires) wire.close()
  return figures
}
