import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { freePort } from './free-port.ts'

it('is another port if the preferred one is in use', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await freePort(port)).not.toBe(port)
  server.close()
  await once(server, 'close')
  expect(await freePort(port)).toBe(port)
})

it('is never one that an outgoing connection could take before it is used', async () => {
  for (let made = 0; made < 20; made++) {
    const port = await freePort(0)
    expect(port).toBeGreaterThanOrEqual(20_000)
    expect(port).toBeLessThan(32_768)
  }
})
