import { once } from 'node:events'
import pg from 'pg'
import { WebSocketServer, type WebSocket } from 'ws'

/**
 * The floor: the minimum of a durable chat relay. A visitor's frame is inserted as one row (one statement, one
 * commit), then sent to the agent's socket and acknowledged. No identity, no order, no log, no rules.
 * Addresses: /visitor?room=N, /agent?rooms=N,N,N.
 */
const pool = new pg.Pool({ connectionString: process.env.FLOOR_DATABASE_URL, max: 16 })
await pool.query(
  'create table if not exists floor_message (id uuid primary key, room int not null, body text not null)',
)

const agents = new Map<string, WebSocket>()
const server = new WebSocketServer({
  port: Number(process.env.FLOOR_PORT),
  host: '127.0.0.1',
  perMessageDeflate: false,
})
server.on('connection', (socket, request) => {
  const query = new URL(request.url ?? '/', 'http://floor').searchParams
  for (const room of query.get('rooms')?.split(',') ?? []) agents.set(room, socket)
  const room = query.get('room')
  if (room === null) return
  socket.on('message', (data: Buffer) => void relay(socket, room, data.toString()))
})

async function relay(socket: WebSocket, room: string, text: string): Promise<void> {
  const { id } = JSON.parse(text) as { id: string }
  await pool.query({
    name: 'insert',
    text: 'insert into floor_message (id, room, body) values ($1, $2, $3)',
    values: [id, Number(room), text],
  })
  agents.get(room)?.send(text)
  socket.send(`{"ack":"${id}"}`)
}
await once(server, 'listening')
console.log('floor ready')
process.on('SIGTERM', () => process.exit(0))
