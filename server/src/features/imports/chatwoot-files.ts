import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ignoreMissing } from '../../core/data-dir.ts'
import { errorCode } from '../../core/error-code.ts'
import { StartError } from '../../core/start-error.ts'
import type { ChatwootApi } from './chatwoot-api.ts'
import { exportFiles } from './chatwoot-export.ts'
import { idOf, textOf, type Json } from './chatwoot-values.ts'

/** The files of a download. Errors of the directory are the operator's to fix, unlike those of the server. */

export type FileOf = (...parts: string[]) => string

/** @throws StartError */
export async function makeFolders(file: FileOf): Promise<void> {
  for (const folder of [exportFiles.contacts, exportFiles.conversations, exportFiles.attachments])
    await mkdir(file(folder), { recursive: true, mode: 0o700 }).catch(unwritable(file(folder)))
}

/** @throws StartError */
export async function writeAtomically(place: string, value: unknown): Promise<void> {
  await writeFile(`${place}.part`, JSON.stringify(value), { mode: 0o600 })
    .then(() => rename(`${place}.part`, place))
    .catch(unwritable(path.dirname(place)))
}

/** @throws StartError when the directory cannot be written */
export async function fetchAttachment(
  { api, maxFileBytes }: { api: ChatwootApi; maxFileBytes: number },
  file: FileOf,
  attachment: Json,
): Promise<'downloaded' | 'present' | 'unavailable' | 'refused' | 'no_file'> {
  const id = idOf(attachment['id'])
  const address = textOf(attachment['data_url'], 4000)
  const isFile = !['location', 'contact', 'fallback'].includes(String(attachment['file_type']))
  if (id === undefined || address === null || !isFile) return 'no_file'
  const place = file(exportFiles.attachments, String(id))
  if ((await stat(place).catch(ignoreMissing)) !== undefined) return 'present'
  const stored = await api.file(address, async (response) => {
    if (Number(response.headers['content-length'] ?? 0) > maxFileBytes) {
      response.destroy()
      return 'refused'
    }
    return save(`${place}.part`, response, maxFileBytes)
  })
  if (stored !== 'stored') return stored
  await rename(`${place}.part`, place).catch(unwritable(path.dirname(place)))
  return 'downloaded'
}

/** Nothing is left of a file that is too large, announced or not: a later import may allow more and would take a part for the whole. */
async function save(
  place: string,
  source: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<'stored' | 'refused'> {
  const refuse = unwritable(path.dirname(place))
  const handle = await open(place, 'w', 0o600).catch(refuse)
  let left = maxBytes
  try {
    for await (const chunk of source) {
      left -= chunk.length
      if (left < 0) break
      await handle.writeFile(chunk).catch(refuse)
    }
  } finally {
    await handle.close().catch(refuse)
  }
  if (left >= 0) return 'stored'
  await rm(place).catch(refuse)
  return 'refused'
}

const unwritable =
  (directory: string) =>
  (cause: unknown): never => {
    throw new StartError(
      `The directory ${directory} cannot be written (${errorCode(cause) ?? String(cause)}). Make room there, or name another directory, and run the ` +
        'command again.',
      { cause },
    )
  }
