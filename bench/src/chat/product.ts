import type { Me } from '@parley/protocol/agent'
import type { MessageSent } from '@parley/protocol/message'
import type { Entries } from '@parley/protocol/timeline'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, start, startFlags, type Running } from '../processes.ts'
import type { ChatSystem } from './system.ts'
import { openVisitor, openWire, type Wire } from './wire.ts'

const program = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url))

/** The demo organization of a running service, and a session of its owner. */
export interface DemoAccess {
  base: string
  providerId: string
  organizationId: string
  cookie: string
}

export interface ProductServer extends Running, DemoAccess {}

/** The service as `npm start` runs it, on the benchmark's database, with the demo organization. */
export async function startProduct(
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<ProductServer> {
  const port = await freePort()
  const base = `http://localhost:${port}`
  const given = environment['PARLEY_DATA_DIR']
  const dataDir = given ?? (await mkdtemp(path.join(tmpdir(), 'parley-bench-')))
  const running = await start(
    program,
    {
      PORT: String(port),
      PARLEY_DATA_DIR: dataDir,
      PARLEY_SECRET: 'a secret that only a benchmark would use',
      PARLEY_DEMO: '1',
      PARLEY_LOG_LEVEL: 'warn',
      DATABASE_URL: databaseUrl,
      ...environment,
    },
    /Sign in as/,
    await startFlags(),
  )
  return {
    ...running,
    ...(await signInToDemo(base, dataDir)),
    async stop() {
      await running.stop()
      if (given === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Signs in with the password that the service's first start wrote into its data directory. */
export async function signInToDemo(base: string, dataDir: string): Promise<DemoAccess> {
  const demo = JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8')) as {
    email: string
    password: string
  }
  const signedIn = await fetch(`${base}/v1/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base },
    body: JSON.stringify({ email: demo.email, password: demo.password }),
  })
  if (!signedIn.ok) throw new Error(`Signing in: ${signedIn.status} ${await signedIn.text()}`)
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  const get = async <T>(address: string): Promise<T> =>
    (await (await fetch(base + address, { headers: { cookie } })).json()) as T
  const organizationId = (await get<Me>('/v1/me')).memberships[0]?.organization.id ?? ''
  const providers = await get<{ data: { id: string }[] }>(`/v1/organizations/${organizationId}/providers`)
  return { base, organizationId, cookie, providerId: providers.data[0]?.id ?? '' }
}

export async function openProduct(
  databaseUrl: string,
  visitors: number,
  agents: number,
): Promise<ChatSystem> {
  const server = await startProduct(databaseUrl)
  const system = await connectChat(visitors, agents, { visitor: () => server, agent: () => server })
  return Object.assign(system, { close: () => server.stop() })
}

/**
 * Connects visitors, each with a conversation, and agents who follow them.
 * @param of the process that a visitor or an agent connects to
 */
export async function connectChat(
  visitors: number,
  agents: number,
  of: { visitor: (room: number) => ProductServer; agent: (agent: number) => ProductServer },
): Promise<ChatSystem> {
  const system: ChatSystem = {
    name: 'product',
    pid: of.visitor(0).pid,
    send(room, id, content) {
      const wire = wires[room]
      if (wire) sentAs[room]?.set(wire.post('message.send', { client_id: id, content }), id)
    },
    onArrival: () => {},
    onAck: () => {},
    async close() {
      for (const wire of [...wires, ...agentWires]) wire.close()
    },
  }
  const wires: Wire[] = []
  const agentWires: Wire[] = []
  const sentAs: Map<number, string>[] = []
  const customers: string[] = []
  for (let room = 0; room < visitors; room++) {
    const server = of.visitor(room)
    const wire = await openVisitor(server.base, server.providerId)
    const ids = new Map<number, string>()
    const first = await wire.request<MessageSent>('message.send', { client_id: clientId(), content: 'Hello' })
    wire.onAnswer = (answer, error) => {
      const id = ids.get(answer)
      ids.delete(answer)
      if (error !== null) throw new Error(`message.send was refused: ${error}`)
      if (id !== undefined) system.onAck(id)
    }
    customers.push(first.customer_id)
    wires.push(wire)
    sentAs.push(ids)
  }
  for (let agent = 0; agent < agents; agent++) {
    const server = of.agent(agent)
    const wire = await openWire(`${server.base.replace('http', 'ws')}/v1/socket`, {
      origin: server.base,
      cookie: server.cookie,
    })
    agentWires.push(wire)
    await wire.request('agent.connect', { organization_id: server.organizationId })
    await wire.request('inbox.follow', {})
    for (let room = agent; room < visitors; room += agents) {
      await wire.request('customer.follow', { customer_id: customers[room] })
    }
    wire.onNotification = (method, params) => {
      if (method !== 'entries') return
      for (const entry of (params as Entries).entries) {
        if (entry.type === 'message.created') system.onArrival(entry.data.client_id)
      }
    }
  }
  return system
}

let count = 0
/** A valid UUID from a counter: the load generator shares the machine with the service. */
export function clientId(): string {
  count += 1
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${count.toString(16).padStart(12, '0')}`
}
