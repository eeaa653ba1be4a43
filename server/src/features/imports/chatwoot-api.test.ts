import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { StartError } from '../../core/start-error.ts'
import { createChatwootApi } from './chatwoot-api.ts'

async function startServer(answer: RequestListener) {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests: () => requests, close: () => server.close() }
}

const failingServer = () => startServer((_, response) => response.writeHead(503).end())

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

test('an installation that redirects to another address is reported with that address, and files are followed', async () => {
  const other = await startServer((request, response) =>
    response.writeHead(request.headers['api_access_token'] === undefined ? 200 : 500).end('{}'),
  )
  const own = await startServer(({ url }, response) =>
    response.writeHead(301, { location: `${other.url}${url}` }).end(),
  )
  const api = createChatwootApi({
    baseUrl: new URL(own.url),
    accountId: 1,
    token: 'secret',
    isPublicAddress: () => true,
    retryDelayMs: 0,
  })
  const refusal = `Chatwoot redirects to ${other.url}. Use this address with --fetch.`
  await expect(api.list('/agents')).rejects.toThrow(refusal)
  await expect(api.part('/conversations/1/messages', {})).rejects.toThrow(refusal)
  expect(other.requests()).toBe(0)
  expect(await api.file(`${own.url}/file`, async () => 'read')).toBe('read')
  own.close()
  other.close()
})
