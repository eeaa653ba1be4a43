import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import WebSocket from 'ws'
import { freePort, start } from '../processes.ts'
import type { ChatSystem } from './system.ts'

const file = fileURLToPath(new URL('floor-server.ts', import.meta.url))

/** @param nodeFlags Node's defaults if omitted */
export async function startFloorServer(databaseUrl: string, nodeFlags: readonly string[] = []) {
  const port = await freePort()
  const running = await start(
    file,
    { FLOOR_DATABASE_URL: databaseUrl, FLOOR_PORT: String(port) },
    /floor ready/,
    nodeFlags,
  )
  return { ...running, address: `ws://127.0.0.1:${port}` }
}

export async function openFloor(databaseUrl: string, visitors: number, agents: number): Promise<ChatSystem> {
  const server = await startFloorServer(databaseUrl)
  const system: ChatSystem = {
    name: 'floor',
    pid: server.pid,
    send: (room, id, text) => sockets[room]?.send(JSON.stringify({ id, text })),
    onArrival: () => {},
    onAck: () => {},
    close: () => server.stop(),
  }
  const sockets: WebSocket[] = []
  for (let agent = 0; agent < agents; agent++) {
    const rooms = Array.from({ length: visitors }, (_, room) => room).filter(
      (room) => room % agents === agent,
    )
    const socket = new WebSocket(`${server.address}/agent?rooms=${rooms.join(',')}`, {
      perMessageDeflate: false,
    })
    socket.on('message', (data: Buffer) =>
      system.onArrival((JSON.parse(data.toString()) as { id: string }).id),
    )
    await once(socket, 'open')
  }
  for (let room = 0; room < visitors; room++) {
    const socket = new WebSocket(`${server.address}/visitor?room=${room}`, { perMessageDeflate: false })
    socket.on('message', (data: Buffer) => system.onAck((JSON.parse(data.toString()) as { ack: string }).ack))
    await once(socket, 'open')
    sockets.push(socket)
  }
  return system
}
