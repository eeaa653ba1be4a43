import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createHttp } from '../../core/http.ts'
import { newId } from '../../core/ids.ts'
import { createLogger } from '../../core/logger.ts'
import { searchRoutes } from './search-routes.ts'

test('a search ends when its client has gone', async () => {
  const http = createHttp({ logger: createLogger('silent'), trustProxy: false, bodyTimeoutMs: 100 })
  onTestFinished(() => http.close())
  const leaving = new AbortController()
  const ended = Promise.withResolvers<void>()
  searchRoutes(http, {
    authorizeAgent: (async () => ({ organizationId: newId(), agentId: newId() })) as never,
    async search({ closed }) {
      leaving.abort()
      await once(closed, 'abort')
      ended.resolve()
      return { conversations: [], messages: [], notes: [], complete: false }
    },
  })
  await http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = http.server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}/v1/organizations/${newId()}/search?q=anything`
  await expect(fetch(address, { signal: leaving.signal })).rejects.toThrow('aborted')
  await ended.promise
})
