import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { WebSocketServer, type WebSocket } from 'ws'
import { newWindow, thinkingTime, untilBothHear, type Browsers } from './browsers.ts'
import { installFloor } from './floor-page.ts'
import type { PlaceCall } from './place-call.ts'

/** The floor's service: an empty page, and a socket that connects the latest customer and the latest agent. */
async function startSignalling() {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><link rel="icon" href="data:,">')
  })
  const newest = new Map<string, WebSocket>()
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  sockets.on('connection', (socket, { url = '' }) => {
    newest.set(url, socket)
    socket.on('message', (data: Buffer) => {
      newest.get(url === '/agent' ? '/customer' : '/agent')?.send(data.toString())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    socket: `ws://localhost:${port}`,
    close() {
      for (const socket of newest.values()) socket.terminate()
      server.closeAllConnections()
      server.close()
    },
  }
}

export async function openFloor(
  browsers: Browsers,
  configuration: RTCConfiguration,
): Promise<{ place: PlaceCall; close(): Promise<void> }> {
  const signalling = await startSignalling()
  const { origin } = signalling

  async function open(browser: Browsers['agents'], who: 'customer' | 'agent') {
    const context = await newWindow(browser, origin)
    const page = await context.newPage()
    await page.goto(origin)
    await page.evaluate(installFloor, { url: `${signalling.socket}/${who}`, configuration })
    return { context, page }
  }
  const agent = await open(browsers.agents, 'agent')

  return {
    async place() {
      const customer = await open(browsers.customers, 'customer')
      for (const { page } of [customer, agent]) {
        await page.evaluate(async () => {
          window.heard.listen()
          await window.side.prepare()
        })
      }
      const rings = await customer.page.evaluate(() => {
        const at = window.heard.now()
        window.side.ring()
        return at
      })
      const rang = await agent.page.waitForFunction(() => window.side.rangAt, undefined, { polling: 20 })
      const ring = ((await rang.jsonValue()) ?? Number.NaN) - rings
      await setTimeout(thinkingTime)
      const clicked = await agent.page.evaluate(() => {
        const at = window.heard.now()
        void window.side.accept()
        return at
      })
      const sound = await untilBothHear(customer.page, agent.page, clicked)
      await agent.page.evaluate(() => window.side.hangUp())
      await customer.context.close()
      return { ring, sound }
    },
    async close() {
      await agent.context.close()
      signalling.close()
    },
  }
}
