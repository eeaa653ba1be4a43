import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ignoreMissing } from '../../core/data-dir.ts'
import { StartError } from '../../core/start-error.ts'
import type { ChatwootApi } from './chatwoot-api.ts'
import { exportFiles, exportFormat } from './chatwoot-export.ts'
import { idOf, listOf, objectOf, textOf, type Json } from './chatwoot-values.ts'

export interface FetchOptions {
  api: ChatwootApi
  directory: string
  /** Names the account: `https://chat.example.com/1`. */
  source: string
  /** Larger files are not downloaded. */
  maxFileBytes: number
  onProgress?: (conversations: number) => void
}

/**
 * Downloads an account page by page. Files are written whole, so that a download that was interrupted continues where it was;
 * conversations that have changed since are downloaded again.
 */
export async function fetchChatwoot(
  options: FetchOptions,
): Promise<{ conversations: number; files: number }> {
  const { api, directory, source } = options
  const file = (...parts: string[]) => path.join(directory, ...parts)
  for (const folder of [exportFiles.contacts, exportFiles.conversations, exportFiles.attachments])
    await mkdir(file(folder), { recursive: true, mode: 0o700 })
  await requireSameAccount(file(exportFiles.manifest), source)
  const manifest = (complete: boolean) =>
    writeWhole(file(exportFiles.manifest), { format: exportFormat, version: 1, source, complete })
  await manifest(false)

  await writeWhole(file(exportFiles.agents), await api.list('/agents'))
  await writeWhole(file('inboxes.json'), await api.list('/inboxes'))
  await writeWhole(file(exportFiles.labels), await api.list('/labels'))
  await writeWhole(file(exportFiles.cannedResponses), await api.list('/canned_responses'))
  await fetchContacts(options, file)
  const fetched = await fetchConversations(options, file)
  await manifest(true)
  return fetched
}

type FileOf = (...parts: string[]) => string

/** @throws StartError: two accounts in one directory would be mixed */
async function requireSameAccount(manifest: string, source: string): Promise<void> {
  const text = await readFile(manifest, 'utf8').catch(ignoreMissing)
  if (text === undefined) return
  const known = objectOf(parsed(text))?.['source']
  if (known !== source)
    throw new StartError(
      `This directory has the export of another account (${String(known)}). Name an empty one.`,
    )
}

async function writeWhole(place: string, value: unknown): Promise<void> {
  await writeFile(`${place}.part`, JSON.stringify(value), { mode: 0o600 })
  await rename(`${place}.part`, place)
}

async function fetchContacts({ api }: FetchOptions, file: FileOf): Promise<void> {
  const known = new Set<number>()
  for (let page = 1; ; page += 1) {
    const answer = await api.list('/contacts', { page, sort: 'name' })
    const ids = listOf(objectOf(answer)?.['payload']).flatMap((contact) => idOf(contact['id']) ?? [])
    // Some servers return the last page repeatedly: the list ends at a page without new ids.
    if (!ids.some((id) => !known.has(id))) return removePagesFrom(page, file)
    for (const id of ids) known.add(id)
    await writeWhole(file(exportFiles.contacts, `${page}.json`), answer)
  }
}

/** Of an earlier download with more contacts. */
async function removePagesFrom(first: number, file: FileOf): Promise<void> {
  for (const name of await readdir(file(exportFiles.contacts)))
    if (Number.parseInt(name, 10) >= first) await rm(file(exportFiles.contacts, name))
}

/** Bounds the download for servers that return the last page repeatedly. More than one, because conversations move between pages. */
const maxPagesWithoutChanges = 3

/**
 * The list is sorted by activity, so a conversation with a new message moves to the front while pages are read: the first page is read
 * again until it has nothing new.
 */
async function fetchConversations(
  options: FetchOptions,
  file: FileOf,
): Promise<{ conversations: number; files: number }> {
  const versions = new Map<number, string>()
  let files = 0
  for (;;) {
    let isNew = false
    let pagesWithoutChanges = 0
    for (let page = 1; pagesWithoutChanges < maxPagesWithoutChanges; page += 1) {
      const answer = await options.api.list('/conversations', { status: 'all', assignee_type: 'all', page })
      const rows = listOf(objectOf(objectOf(answer)?.['data'])?.['payload'])
      const changed = rows.filter((row) => versions.get(idOf(row['id']) ?? 0) !== versionOf(row))
      for (const row of changed) {
        const id = idOf(row['id'])
        if (id === undefined) continue
        versions.set(id, versionOf(row))
        files += await fetchConversation(options, file, id, row)
        options.onProgress?.(versions.size)
      }
      const hasChanges = changed.some((row) => idOf(row['id']) !== undefined)
      isNew ||= hasChanges
      pagesWithoutChanges = hasChanges ? 0 : pagesWithoutChanges + 1
      if (rows.length === 0) break
    }
    if (isNew) continue
    await removeDeleted(file, versions)
    return { conversations: versions.size, files }
  }
}

/** Conversations of an earlier download that the account no longer has, with their attachments. */
async function removeDeleted(file: FileOf, existing: ReadonlyMap<number, string>): Promise<void> {
  for (const name of await readdir(file(exportFiles.conversations))) {
    const id = idOf(Number(/^(\d+)\.json$/.exec(name)?.[1]))
    if (id === undefined || existing.has(id)) continue
    const place = file(exportFiles.conversations, name)
    const { messages } = objectOf(parsed(await readFile(place, 'utf8'))) ?? {}
    for (const message of listOf(messages))
      for (const attachment of listOf(message['attachments']))
        await rm(file(exportFiles.attachments, String(idOf(attachment['id']) ?? 0)), { force: true })
    await rm(place)
  }
}

const versionOf = (conversation: Json): string =>
  JSON.stringify([conversation['last_activity_at'], conversation['status'], conversation['labels']])

/** Returns the number of files that were downloaded. */
async function fetchConversation(
  options: FetchOptions,
  file: FileOf,
  id: number,
  conversation: Json,
): Promise<number> {
  const place = file(exportFiles.conversations, `${id}.json`)
  const text = await readFile(place, 'utf8').catch(ignoreMissing)
  const known = text === undefined ? undefined : objectOf(objectOf(parsed(text))?.['conversation'])
  if (known !== undefined && versionOf(known) === versionOf(conversation)) return 0
  const messages = await fetchMessages(options.api, id)
  let files = 0
  for (const message of messages)
    for (const attachment of listOf(message['attachments']))
      if (await fetchAttachment(options, file, attachment)) files += 1
  // Written last: its presence means that its files are complete.
  await writeWhole(place, { conversation, messages })
  return files
}

/** Pages of 20, backwards from the newest. */
async function fetchMessages(api: ChatwootApi, id: number): Promise<Json[]> {
  const messages = new Map<number, Json>()
  let before: number | undefined
  for (;;) {
    const answer = await api.list(`/conversations/${id}/messages`, before === undefined ? {} : { before })
    const page = listOf(objectOf(answer)?.['payload']).flatMap((message) => {
      const messageId = idOf(message['id'])
      return messageId === undefined || messages.has(messageId) ? [] : [{ messageId, message }]
    })
    if (page.length === 0) return [...messages.values()]
    for (const { messageId, message } of page) messages.set(messageId, message)
    before = Math.min(...messages.keys())
  }
}

async function fetchAttachment(
  { api, maxFileBytes }: FetchOptions,
  file: FileOf,
  attachment: Json,
): Promise<boolean> {
  const id = idOf(attachment['id'])
  const address = textOf(attachment['data_url'], 4000)
  const isFile = !['location', 'contact', 'fallback'].includes(String(attachment['file_type']))
  if (id === undefined || address === null || !isFile) return false
  const place = file(exportFiles.attachments, String(id))
  if ((await stat(place).catch(ignoreMissing)) !== undefined) return false
  const stored = await api.file(address, async (response) => {
    if (Number(response.headers['content-length'] ?? 0) > maxFileBytes) {
      response.destroy()
      return false
    }
    await pipeline(response, limited(maxFileBytes), createWriteStream(`${place}.part`, { mode: 0o600 }))
    return true
  })
  if (stored !== true) return false
  await rename(`${place}.part`, place)
  return true
}

/** Cuts a file that is larger than announced: the import then refuses it as too large. */
const limited = (maxBytes: number) =>
  async function* cut(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let left = maxBytes + 1
    for await (const chunk of source) {
      if (left > 0) yield chunk.subarray(0, left)
      left -= chunk.length
    }
  }

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
