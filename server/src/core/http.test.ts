import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createHttp } from './http.ts'
import { createLogger } from './logger.ts'

test('a stop waits for a request under way, and for no connection that was opened and never used', async () => {
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
