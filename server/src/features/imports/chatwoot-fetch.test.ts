import { createServer } from 'node:http'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartError } from '../../core/start-error.ts'
import { chatwootAccount, startChatwoot, type ChatwootAccount } from '../../testing/chatwoot-server.ts'
import { createChatwootApi } from './chatwoot-api.ts'
import { exportFiles, openExport } from './chatwoot-export.ts'
import { fetchChatwoot } from './chatwoot-fetch.ts'

let directory: string
let account: ChatwootAccount
let chatwoot: Awaited<ReturnType<typeof startChatwoot>>
/** Status by path. */
let failing: Map<string, number>
let onRequest: (path: string) => void
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
  account = chatwootAccount({ conversations: 3, agentEmail: 'ada@example.test', fileUrl: url })
  failing = new Map()
  onRequest = () => {}
  chatwoot = await startChatwoot(account, {
    token: 'secret',
    statusOf: (path) => failing.get(path),
    onRequest: (path) => onRequest(path),
  })
})
afterEach(async () => {
  await chatwoot.close()
  files.close()
  await rm(directory, { recursive: true })
})

const download = ({ maxFileBytes = 100 } = {}) =>
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
    maxFileBytes,
  })
const messagesOf = (id: number) => `/api/v1/accounts/1/conversations/${id}/messages`
function addConversations(first: number, last: number): void {
  for (let id = first; id <= last; id += 1)
    account.conversations.push({ conversation: { id, last_activity_at: id }, messages: [] })
}
const downloaded = async () => (await readdir(path.join(directory, 'conversations'))).toSorted()
const isComplete = async () =>
  JSON.parse(await readFile(path.join(directory, exportFiles.manifest), 'utf8')).complete
const attachment = (id: number) => path.join(directory, 'attachments', String(id))

test('attachments that failed are downloaded by the next run, although their conversations have not changed', async () => {
  files.state = 'failing'
  expect(await download()).toEqual({ conversations: 3, files: 0, missing: 3, refused: 0, unavailable: 0 })
  // A host that is down is not waited for again with each of its files.
  expect(files.requests).toHaveLength(8 + 2)
  files.state = 'working'
  expect(await download()).toEqual({ conversations: 3, files: 3, missing: 0, refused: 0, unavailable: 0 })
  expect(await readFile(attachment(2), 'utf8')).toBe('content')
  files.requests.splice(0)
  expect(await download()).toEqual({ conversations: 3, files: 0, missing: 0, refused: 0, unavailable: 0 })
  expect(files.requests).toEqual([])
})

test('attachments that the server does not have, or that are too large, are counted apart', async () => {
  files.state = 'gone'
  expect(await download()).toEqual({ conversations: 3, files: 0, missing: 0, refused: 3, unavailable: 0 })
  files.state = 'large'
  expect(await download()).toEqual({ conversations: 3, files: 0, missing: 0, refused: 3, unavailable: 0 })
})

test('a conversation whose messages fail is left out, counted, and downloaded by the next run', async () => {
  failing.set(messagesOf(2), 500)
  expect(await download()).toEqual({ conversations: 2, files: 2, missing: 0, refused: 0, unavailable: 1 })
  expect(await downloaded()).toEqual(['1.json', '3.json'])
  expect(await isComplete()).toBe(true)
  failing.clear()
  expect(await download()).toEqual({ conversations: 3, files: 1, missing: 0, refused: 0, unavailable: 0 })
  expect(await downloaded()).toEqual(['1.json', '2.json', '3.json'])
})

test('a conversation that is deleted during the download is counted, and removed by the next run', async () => {
  await download()
  const row = account.conversations.find(({ conversation }) => conversation.id === 2)
  Object.assign(row?.conversation ?? {}, { status: 'pending' })
  onRequest = (requested) => {
    if (requested === messagesOf(2))
      account.conversations = account.conversations.filter((each) => each !== row)
  }
  expect(await download()).toEqual({ conversations: 2, files: 0, missing: 0, refused: 0, unavailable: 1 })
  expect(await isComplete()).toBe(true)
  expect(await download()).toEqual({ conversations: 2, files: 0, missing: 0, refused: 0, unavailable: 0 })
  expect(await downloaded()).toEqual(['1.json', '3.json'])
})

/** The page of the list of conversations that the current request reads. */
const listedPage = () =>
  Number(/conversations\?.*page=(\d+)$/.exec(chatwoot.requests.at(-1)?.path ?? '')?.[1])

test('a conversation that moves to the page before, because another one is deleted, is downloaded', async () => {
  addConversations(1004, 1130)
  for (const { conversation } of account.conversations) conversation['last_activity_at'] = conversation.id
  onRequest = () => {
    if (listedPage() !== 5 || account.conversations.length < 130) return
    // The newest, on the first page.
    account.conversations.pop()
  }
  expect(await download()).toMatchObject({ conversations: 130 })
  await download()
  expect(await downloaded()).toHaveLength(129)
})

test('a download ends although the list changes each time that it is read', async () => {
  addConversations(1004, 1130)
  for (const { conversation } of account.conversations) conversation['last_activity_at'] = conversation.id
  let passes = 0
  onRequest = () => {
    if (listedPage() === 1) {
      passes += 1
      Object.assign(account.conversations[0]?.conversation ?? {}, { last_activity_at: 2000 + passes })
    }
    if (listedPage() === 5)
      account.conversations.push({ conversation: { id: 2000 + passes, last_activity_at: 0 }, messages: [] })
  }
  expect(await download()).toMatchObject({ conversations: 130 + 5, unavailable: 0 })
  expect(passes).toBe(6)
})

/** Ids of the contacts in the export. */
async function exportedContacts(): Promise<number[]> {
  const source = await openExport(directory)
  const pages = await Promise.all((await source.contactPages()).map((page) => source.list(page)))
  const contacts = pages.flatMap((page) => ('value' in page ? page.value : []))
  return [...new Set(contacts.map(({ id }) => Number(id)))].toSorted((a, b) => a - b)
}
const contactsPage = () => Number(/contacts\?page=(\d+)/.exec(chatwoot.requests.at(-1)?.path ?? '')?.[1])
const contactIds = () => account.contacts.map(({ id }) => Number(id))
function addContacts(first: number, last: number): void {
  for (let id = first; id <= last; id += 1) account.contacts.push({ id, name: `Contact ${id}` })
}

test('a contact that moves to the page before, because another one is deleted, is downloaded', async () => {
  addContacts(101, 140)
  const all = contactIds()
  onRequest = () => {
    if (contactsPage() === 2 && account.contacts.length === all.length) account.contacts.shift()
  }
  await download()
  expect(await exportedContacts()).toEqual(all)
  await download()
  expect(await exportedContacts()).toEqual(contactIds())
})

test('contacts that are created before a page that was read are downloaded, and the download ends', async () => {
  addContacts(101, 140)
  let passes = 0
  onRequest = () => {
    if (contactsPage() === 1) passes += 1
    if (contactsPage() === 2) account.contacts.unshift({ id: 1000 + passes, name: `A ${passes}` })
  }
  await download()
  expect(passes).toBe(5)
  // The one of the last pass is not read any more.
  expect(await exportedContacts()).toEqual(
    contactIds()
      .filter((id) => id !== 1005)
      .toSorted((a, b) => a - b),
  )
})

test('an earlier file is kept if the list lacks its conversation, but the server has it', async () => {
  await download()
  const { conversations } = account
  onRequest = (requested) => {
    account.conversations = requested.endsWith('/conversations') ? conversations.slice(1) : conversations
  }
  expect(await download()).toMatchObject({ conversations: 2 })
  failing.set(messagesOf(1), 503)
  expect(await download()).toMatchObject({ conversations: 2 })
  expect(await downloaded()).toEqual(['1.json', '2.json', '3.json'])
})

test('a conversation of which a message was deleted is downloaded again', async () => {
  await download()
  const requests: string[] = []
  onRequest = (path) => requests.push(path)
  Object.assign(account.conversations[1]?.conversation ?? {}, { updated_at: 1_700_000_000.5 })
  await download()
  const read = requests.filter((path) => path.endsWith('/messages'))
  expect(new Set(read)).toEqual(new Set([messagesOf(2)]))
})

test('a conversation that is listed but not found keeps its earlier file', async () => {
  await download()
  Object.assign(account.conversations[1]?.conversation ?? {}, { status: 'pending' })
  failing.set(messagesOf(2), 404)
  expect(await download()).toEqual({ conversations: 2, files: 0, missing: 0, refused: 0, unavailable: 1 })
  expect(await downloaded()).toEqual(['1.json', '2.json', '3.json'])
})

test('a complete export stays usable if another download is refused at its first requests', async () => {
  await download()
  failing.set('/api/v1/accounts/1/canned_responses', 401)
  await expect(download()).rejects.toThrow('Chatwoot refuses the token')
  expect(await isComplete()).toBe(true)
})

test('a refused token and a failing list stop the download', async () => {
  failing.set(messagesOf(1), 401)
  await expect(download()).rejects.toThrow('Chatwoot refuses the token')
  failing.clear()
  failing.set('/api/v1/accounts/1/conversations', 503)
  await expect(download()).rejects.toThrow('does not respond as expected (status 503)')
  await expect(openExport(directory)).rejects.toThrow('was not finished')
})

test('many conversations that fail side by side are left out, and only the first is tried repeatedly', async () => {
  addConversations(4, 11)
  for (const id of [4, 5, 6, 7, 8, 9, 10]) failing.set(messagesOf(id), 500)
  expect(await download()).toMatchObject({ conversations: 4, unavailable: 7 })
  expect(await isComplete()).toBe(true)
  expect(
    chatwoot.requests.filter(({ path: each }) => /\/(4|5|6|7|8|9|10)\/messages/.test(each)),
  ).toHaveLength(8 + 6)
})

test('a rate limit is waited for after a conversation that failed', async () => {
  await chatwoot.close()
  chatwoot = await startChatwoot(account, {
    token: 'secret',
    busyEvery: 1,
    statusOf: (path) => failing.get(path),
  })
  failing.set(messagesOf(3), 500)
  expect(await download()).toMatchObject({ conversations: 2, unavailable: 1 })
})

test('a directory that cannot be written is reported as such, and not as a failure of the server', async () => {
  await mkdir(`${attachment(2)}.part`, { recursive: true })
  const error: unknown = await download().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StartError)
  expect(String(error)).toContain(`The directory ${path.dirname(attachment(2))} cannot be written (EISDIR).`)
})

test('nothing is kept of a file whose size is not announced and too large; once it is allowed, it is downloaded', async () => {
  const { length } = 'content'
  expect(await download({ maxFileBytes: length - 3 })).toMatchObject({ files: 0, missing: 0, refused: 3 })
  expect(await readdir(path.join(directory, exportFiles.attachments))).toEqual([])
  expect(await download({ maxFileBytes: length })).toMatchObject({ files: 3, refused: 0 })
  expect(await readFile(attachment(1), 'utf8')).toBe('content')
})
