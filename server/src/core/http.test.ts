import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { createHttp } from './http.ts'
import { createLogger } from './logger.ts'

test('close waits for a request in progress, and not for an unused connection', async () => {
  const http = createHttp({ logger: createLogger('silent'), trustProxy: false })
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  http.get('/slow', async () => {
    asked.resolve()
    await answer.promise
    return 'done'
  })
  await http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = http.server.address() as AddressInfo
  const slow = fetch(`http://127.0.0.1:${port}/slow`)
  await asked.promise
  const accepted = once(http.server, 'connection')
  const unused = connect(port, '127.0.0.1').resume()
  await accepted
  const unusedIsClosed = once(unused, 'close')
  const stopped = http.close()
  await unusedIsClosed
  answer.resolve()
  expect(await (await slow).text()).toBe('done')
  await stopped
})

test('close ends a keep-alive connection whose response ended after its last byte', async () => {
  const http = createHttp({ logger: createLogger('silent'), trustProxy: false })
  // With content-length, the client has the whole file before the source stream ends.
  const file = new Readable({ read() {} })
  file.push('whole')
  http.get('/file', (_request, reply) => reply.header('content-length', 5).send(file))
  await http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = http.server.address() as AddressInfo
  expect(await (await fetch(`http://127.0.0.1:${port}/file`)).text()).toBe('whole')
  const { server } = http
  const closeServer = server.close.bind(server)
  vi.spyOn(server, 'close').mockImplementation((done) => {
    closeServer(done)
    file.push(null)
    return server
  })
  await http.close()
})
