import { lstat, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { ignoreMissing } from '../../core/data-dir.ts'
import { StartError } from '../../core/start-error.ts'
import { idOf, listOf, objectOf, textOf, type Json } from './chatwoot-values.ts'

export const exportFormat = 'parley-chatwoot-export'

/** The files of an export (docs/migrating.md). Names are made of ids, never of what the source names something. */
export const exportFiles = {
  manifest: 'manifest.json',
  agents: 'agents.json',
  labels: 'labels.json',
  cannedResponses: 'canned_responses.json',
  contacts: 'contacts',
  conversations: 'conversations',
  attachments: 'attachments',
  /** Written by imports. */
  report: 'import-report.json',
} as const

/** Of one JSON file. A conversation with 100,000 messages has less. */
const maxFileBytes = 256 * 1024 * 1024

export interface ExportedConversation {
  conversation: Json
  messages: Json[]
}

/** `broken`: reason why a file cannot be used. */
export type Readable<T> = { value: T } | { broken: string }

export type ChatwootExport = Awaited<ReturnType<typeof openExport>>

/** @throws StartError when the directory is not an export, or its download was not finished */
export async function openExport(directory: string) {
  const file = (...parts: string[]) => path.join(directory, ...parts)

  async function read(name: string): Promise<Readable<unknown>> {
    const known = await lstat(file(name)).catch(ignoreMissing)
    if (known !== undefined && !known.isFile()) return { broken: 'not a regular file' }
    if (known !== undefined && known.size > maxFileBytes) return { broken: 'the file is too large' }
    const text = await readFile(file(name), 'utf8').catch(ignoreMissing)
    if (text === undefined) return { broken: 'the file is missing' }
    try {
      return { value: JSON.parse(text) }
    } catch {
      return { broken: 'the file is not valid JSON' }
    }
  }

  const manifest = await read(exportFiles.manifest)
  const head = 'value' in manifest ? objectOf(manifest.value) : undefined
  const source = textOf(head?.['source'], 300)
  if (head?.['format'] !== exportFormat || source === null)
    throw new StartError(
      `${directory} is not an export of Chatwoot. Download one with --fetch (docs/migrating.md).`,
    )
  if (head['complete'] !== true)
    throw new StartError(`The download to ${directory} was not finished. Continue it with --fetch.`)

  /** Chatwoot wraps some lists in `payload`. */
  async function list(name: string): Promise<Readable<Json[]>> {
    const found = await read(name)
    if ('broken' in found) return found
    return { value: listOf(objectOf(found.value)?.['payload'] ?? found.value) }
  }

  const namesIn = async (folder: string): Promise<string[]> =>
    ((await readdir(file(folder)).catch(ignoreMissing)) ?? []).filter((name) => /^\d+\.json$/.test(name))
  const byNumber = (a: string, b: string) => Number.parseInt(a, 10) - Number.parseInt(b, 10)

  return {
    directory,
    /** Names the account: what was imported from it before is recognized. */
    source: `chatwoot ${source}`,
    list,
    report: () => read(exportFiles.report),
    async contactPages(): Promise<string[]> {
      const names = (await namesIn(exportFiles.contacts)).toSorted(byNumber)
      return names.map((name) => `${exportFiles.contacts}/${name}`)
    },
    /** Ids in ascending order, which is the order in which conversations began. */
    async conversationIds(): Promise<number[]> {
      const names = await namesIn(exportFiles.conversations)
      return names.flatMap((name) => idOf(Number.parseInt(name, 10)) ?? []).toSorted((a, b) => a - b)
    },
    async conversation(id: number): Promise<Readable<ExportedConversation>> {
      const found = await read(`${exportFiles.conversations}/${id}.json`)
      if ('broken' in found) return found
      const conversation = objectOf(objectOf(found.value)?.['conversation'])
      if (conversation === undefined) return { broken: 'the file has no conversation' }
      return { value: { conversation, messages: listOf(objectOf(found.value)?.['messages']) } }
    },
    /** null: not in the export. */
    async attachment(id: number): Promise<{ path: string; size: number } | null> {
      const place = file(exportFiles.attachments, String(id))
      // A link could name any file that this process can read, which the import would show to agents and customers.
      const found = await lstat(place).catch(ignoreMissing)
      return found?.isFile() === true ? { path: place, size: found.size } : null
    },
  }
}
