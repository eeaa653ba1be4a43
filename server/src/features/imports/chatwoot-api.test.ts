import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { StartError } from '../../core/start-error.ts'
import { createChatwootApi } from './chatwoot-api.ts'

async function failingServer() {
  let requests = 0
  const server = createServer((_, response) => {
    requests += 1
    response.writeHead(503).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests: () => requests, close: () => server.close() }
}

test('a file on another host that keeps failing does not stop the download, the installation does', async () => {
  const own = await failingServer()
  const other = await failingServer()
  const api = createChatwootApi({
    baseUrl: new URL(own.url),
    accountId: 1,
    token: 'secret',
    isPublicAddress: () => true,
    retryDelayMs: 0,
  })
  const read = () => Promise.reject(new Error('There is no file'))
  expect(await api.file(`${other.url}/file`, read)).toBe('unavailable')
  expect(other.requests()).toBe(8)
  await expect(api.file(`${own.url}/file`, read)).rejects.toThrow(StartError)
  await expect(api.list('/agents')).rejects.toThrow(StartError)
  own.close()
  other.close()
})
