import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { ignoreMissing } from '../../core/data-dir.ts'
import { StartError } from '../../core/start-error.ts'
import type { ChatwootApi } from './chatwoot-api.ts'
import { exportFiles, exportFormat } from './chatwoot-export.ts'
import { fetchAttachment, makeFolders, writeAtomically, type FileOf } from './chatwoot-files.ts'
import { idOf, listOf, objectOf, type Json } from './chatwoot-values.ts'

export interface FetchOptions {
  api: ChatwootApi
  directory: string
  /** Names the account: `https://chat.example.com/1`. */
  source: string
  /** Larger files are not downloaded. */
  maxFileBytes: number
  onProgress?: (conversations: number) => void
}

export interface Fetched {
  conversations: number
  /** Conversations whose messages the server did not return. The next download tries them again. */
  unavailable: number
  /** New ones. */
  files: number
  /** Attachments whose host failed. The next download tries them again. */
  missing: number
  /** Attachments that the server does not have, or that are too large. */
  refused: number
}

type FileCounts = Pick<Fetched, 'files' | 'missing' | 'refused'>

/**
 * Downloads an account page by page. Files are written whole, so that a download that was interrupted continues where it was;
 * conversations that have changed since are downloaded again.
 */
export async function fetchChatwoot(options: FetchOptions): Promise<Fetched> {
  const { api, directory, source } = options
  const file = (...parts: string[]) => path.join(directory, ...parts)
  await makeFolders(file)
  await requireSameAccount(file(exportFiles.manifest), source)
  const manifest = (complete: boolean) =>
    writeAtomically(file(exportFiles.manifest), { format: exportFormat, version: 1, source, complete })
  const lists = {
    [exportFiles.agents]: await api.list('/agents'),
    'inboxes.json': await api.list('/inboxes'),
    [exportFiles.labels]: await api.list('/labels'),
    [exportFiles.cannedResponses]: await api.list('/canned_responses'),
  }
  // Only now: a complete export stays usable if the token or the address is wrong.
  await manifest(false)
  for (const [name, list] of Object.entries(lists)) await writeAtomically(file(name), list)
  await fetchContacts(options, file)
  const fetched = await fetchConversations(options, file)
  await manifest(true)
  return fetched
}

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

/** Bounds a pass on servers that return the last page repeatedly. More than one, because rows move between pages. */
const maxKnownPages = 3
/** Bounds the download of an account in which rows are deleted all the time. */
const maxWholePasses = 5

/**
 * The list is sorted by name and changes while its pages are read: a contact that is created or deleted moves those behind it to other
 * pages. The whole list is read until a pass finds none that earlier passes have missed.
 */
async function fetchContacts({ api }: FetchOptions, file: FileOf): Promise<void> {
  const known = new Set<number>()
  let files = 0

  /** Returns whether there were contacts that no earlier pass has seen. */
  async function read(): Promise<boolean> {
    const seen = new Set<number>()
    let hasNew = false
    let knownPages = 0
    for (let page = 1; knownPages < maxKnownPages; page += 1) {
      const answer = await api.list('/contacts', { page, sort: 'name' })
      const rows = listOf(objectOf(answer)?.['payload'])
      if (rows.length === 0) break
      const ids = rows.flatMap((contact) => idOf(contact['id']) ?? [])
      knownPages = ids.every((id) => seen.has(id)) ? knownPages + 1 : 0
      for (const id of ids) seen.add(id)
      if (ids.every((id) => known.has(id))) continue
      hasNew = true
      for (const id of ids) known.add(id)
      files += 1
      await writeAtomically(file(exportFiles.contacts, `${files}.json`), answer)
    }
    return hasNew
  }

  let passes = 0
  while (passes < maxWholePasses && (await read())) passes += 1
  await removePagesFrom(files + 1, file)
}

/** Of an earlier download with more contacts. */
async function removePagesFrom(first: number, file: FileOf): Promise<void> {
  for (const name of await readdir(file(exportFiles.contacts)))
    if (Number.parseInt(name, 10) >= first) await rm(file(exportFiles.contacts, name))
}

/**
 * The list is sorted by activity and changes while its pages are read. After a deletion, the next page lacks a conversation that has
 * moved to the page before: the whole list is read until that happened to none. A conversation with a new message moves to the front,
 * which is read once more at the end.
 */
async function fetchConversations(options: FetchOptions, file: FileOf): Promise<Fetched> {
  const versions = new Map<number, string>()
  const outcomes = new Map<number, FileCounts | 'unavailable'>()
  let files = 0

  /** Returns whether there were conversations behind known ones that no earlier pass has seen. */
  async function read(part: 'whole' | 'front'): Promise<boolean> {
    const known: ReadonlySet<number> = new Set(versions.keys())
    const seen = new Set<number>()
    let hasKnownPage = false
    let hasSkipped = false
    let knownPages = 0
    for (let page = 1; knownPages < maxKnownPages; page += 1) {
      const answer = await options.api.list('/conversations', { status: 'all', assignee_type: 'all', page })
      const rows = listOf(objectOf(objectOf(answer)?.['data'])?.['payload'])
      if (rows.length === 0) break
      const listed = rows.flatMap((row) => {
        const id = idOf(row['id'])
        return id === undefined ? [] : [{ id, row }]
      })
      const changed = listed.filter(({ id, row }) => versions.get(id) !== versionOf(row))
      const isKnown = part === 'whole' ? listed.every(({ id }) => seen.has(id)) : changed.length === 0
      knownPages = isKnown ? knownPages + 1 : 0
      // Those before the first known page are new.
      if (listed.every(({ id }) => known.has(id))) hasKnownPage = true
      else if (hasKnownPage) hasSkipped = true
      for (const { id } of listed) seen.add(id)
      for (const { id, row } of changed) {
        versions.set(id, versionOf(row))
        const fetched = await fetchConversation(options, file, id, row)
        outcomes.set(id, fetched)
        if (typeof fetched === 'object') files += fetched.files
        options.onProgress?.(versions.size)
      }
    }
    return hasSkipped
  }

  await read('whole')
  let passes = 1
  while (passes < maxWholePasses && (await read('whole'))) passes += 1
  await read('front')
  await removeDeleted(options.api, file, outcomes)
  const results = [...outcomes.values()]
  const counts = results.filter((result) => typeof result === 'object')
  return {
    conversations: counts.length,
    unavailable: results.filter((result) => result === 'unavailable').length,
    files,
    missing: sumOf(counts, 'missing'),
    refused: sumOf(counts, 'refused'),
  }
}

const sumOf = (counts: FileCounts[], kind: keyof FileCounts): number =>
  counts.reduce((sum, count) => sum + count[kind], 0)

/**
 * Conversations of an earlier download that the account no longer has, with their attachments. One that the list lacks may only have
 * moved while it was read.
 */
async function removeDeleted(
  api: ChatwootApi,
  file: FileOf,
  listed: ReadonlyMap<number, unknown>,
): Promise<void> {
  for (const name of await readdir(file(exportFiles.conversations))) {
    const id = idOf(Number(/^(\d+)\.json$/.exec(name)?.[1]))
    if (id === undefined || listed.has(id) || !(await api.isGone(`/conversations/${id}/messages`))) continue
    const place = file(exportFiles.conversations, name)
    const { messages } = objectOf(parsed(await readFile(place, 'utf8'))) ?? {}
    for (const message of listOf(messages))
      for (const attachment of listOf(message['attachments']))
        await rm(file(exportFiles.attachments, String(idOf(attachment['id']) ?? 0)), { force: true })
    await rm(place)
  }
}

/** Deleting a message changes only `updated_at`, which older versions do not return. */
const versionOf = (conversation: Json): string =>
  JSON.stringify(['last_activity_at', 'updated_at', 'status', 'labels'].map((field) => conversation[field]))

async function fetchConversation(
  options: FetchOptions,
  file: FileOf,
  id: number,
  conversation: Json,
): Promise<FileCounts | 'unavailable'> {
  const place = file(exportFiles.conversations, `${id}.json`)
  const text = await readFile(place, 'utf8').catch(ignoreMissing)
  const kept = text === undefined ? undefined : objectOf(parsed(text))
  const known = objectOf(kept?.['conversation'])
  // Files that failed may be available now.
  if (known !== undefined && versionOf(known) === versionOf(conversation))
    return fetchAttachments(options, file, listOf(kept?.['messages']))
  const messages = await fetchMessages(options.api, id)
  // An earlier file is kept: its version differs, so the next download tries again. If the conversation was deleted, it removes the file.
  if (!Array.isArray(messages)) return messages
  const fetched = await fetchAttachments(options, file, messages)
  // Written last: its presence means that all of its files were tried.
  await writeAtomically(place, { conversation, messages })
  return fetched
}

async function fetchAttachments(options: FetchOptions, file: FileOf, messages: Json[]): Promise<FileCounts> {
  const count = { files: 0, missing: 0, refused: 0 }
  for (const message of messages)
    for (const attachment of listOf(message['attachments'])) {
      const outcome = await fetchAttachment(options, file, attachment)
      if (outcome === 'downloaded') count.files += 1
      if (outcome === 'unavailable') count.missing += 1
      if (outcome === 'refused') count.refused += 1
    }
  return count
}

/** Pages of 20, backwards from the newest. */
async function fetchMessages(api: ChatwootApi, id: number): Promise<Json[] | 'unavailable'> {
  const messages = new Map<number, Json>()
  let before: number | undefined
  for (;;) {
    const query = before === undefined ? {} : { before }
    const answer = await api.part(`/conversations/${id}/messages`, query)
    if (answer === undefined) return 'unavailable'
    const page = listOf(objectOf(answer)?.['payload']).flatMap((message) => {
      const messageId = idOf(message['id'])
      return messageId === undefined || messages.has(messageId) ? [] : [{ messageId, message }]
    })
    if (page.length === 0) return [...messages.values()]
    for (const { messageId, message } of page) messages.set(messageId, message)
    before = Math.min(...messages.keys())
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
