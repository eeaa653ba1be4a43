import { WebSocketServer } from 'ws'
import { once } from 'node:events'

/** The floor: `ws` as it comes, that accepts and does nothing. No origin, no challenge, no proof, no database. */
const server = new WebSocketServer({
  port: Number(process.env['FLOOR_PORT']),
  host: '127.0.0.1',
  perMessageDeflate: false,
})
server.on('connection', (socket) => socket.on('error', () => {}))
await once(server, 'listening')
console.log('floor ready')
process.on('SIGTERM', () => process.exit(0))
