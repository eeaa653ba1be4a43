import { WebSocketServer } from 'ws'
import { once } from 'node:events'

/** The floor: plain `ws` that only accepts. No origin check, challenge, proof or database. */
const server = new WebSocketServer({
  port: Number(process.env['FLOOR_PORT']),
  host: '127.0.0.1',
  perMessageDeflate: false,
})
server.on('connection', (socket) => socket.on('error', () => {}))
await once(server, 'listening')
console.log('floor ready')
process.on('SIGTERM', () => process.exit(0))
