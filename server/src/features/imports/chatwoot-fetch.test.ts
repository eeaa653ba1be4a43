import { createServer } from 'node:http'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartError } from '../../core/start-error.ts'
import { chatwootAccount, startChatwoot } from '../../testing/chatwoot-server.ts'
import { createChatwootApi } from './chatwoot-api.ts'
import { fetchChatwoot } from './chatwoot-fetch.ts'

let directory: string
let chatwoot: Awaited<ReturnType<typeof startChatwoot>>
let files: {
  url: string
  state: 'failing' | 'working' | 'gone' | 'large'
  requests: string[]
  close: () => void
}

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'parley-fetch-'))
  const server = createServer((request, response) => {
    files.requests.push(request.url ?? '')
    if (files.state === 'large') response.setHeader('content-length', 200)
    response
      .writeHead({ failing: 503, working: 200, gone: 404, large: 200 }[files.state])
      .end(files.state === 'large' ? Buffer.alloc(200) : 'content')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  files = { url, state: 'working', requests: [], close: () => server.close() }
  const account = chatwootAccount({ conversations: 3, agentEmail: 'ada@example.test', fileUrl: url })
  chatwoot = await startChatwoot(account, { token: 'secret' })
})
afterEach(async () => {
  await chatwoot.close()
  files.close()
  await rm(directory, { recursive: true })
})

const download = () =>
  fetchChatwoot({
    api: createChatwootApi({
      baseUrl: new URL(chatwoot.url),
      accountId: 1,
      token: 'secret',
      isPublicAddress: () => true,
      retryDelayMs: 1,
    }),
    directory,
    source: `${chatwoot.url}/1`,
    maxFileBytes: 100,
  })
const attachment = (id: number) => path.join(directory, 'attachments', String(id))

test('attachments that failed are downloaded by the next run, although their conversations have not changed', async () => {
  files.state = 'failing'
  expect(await download()).toEqual({ conversations: 3, files: 0, missing: 3, refused: 0 })
  // A host that is down is not waited for again with each of its files.
  expect(files.requests).toHaveLength(8 + 2)
  files.state = 'working'
  expect(await download()).toEqual({ conversations: 3, files: 3, missing: 0, refused: 0 })
  expect(await readFile(attachment(2), 'utf8')).toBe('content')
  files.requests.splice(0)
  expect(await download()).toEqual({ conversations: 3, files: 0, missing: 0, refused: 0 })
  expect(files.requests).toEqual([])
})

test('attachments that the server does not have, or that are too large, are counted apart', async () => {
  files.state = 'gone'
  expect(await download()).toEqual({ conversations: 3, files: 0, missing: 0, refused: 3 })
  files.state = 'large'
  expect(await download()).toEqual({ conversations: 3, files: 0, missing: 0, refused: 3 })
})

test('a directory that cannot be written is reported as such, and not as a failure of the server', async () => {
  await mkdir(`${attachment(2)}.part`, { recursive: true })
  const error: unknown = await download().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StartError)
  expect(String(error)).toContain(`The directory ${path.dirname(attachment(2))} cannot be written (EISDIR).`)
})

test('a file that is larger than allowed is cut, so that the import refuses it', async () => {
  await rm(directory, { recursive: true })
  const { length } = 'content'
  await fetchChatwoot({
    api: createChatwootApi({
      baseUrl: new URL(chatwoot.url),
      accountId: 1,
      token: 'secret',
      isPublicAddress: () => true,
    }),
    directory,
    source: `${chatwoot.url}/1`,
    maxFileBytes: length - 3,
  })
  expect(await readFile(attachment(1), 'utf8')).toBe('conte')
})
