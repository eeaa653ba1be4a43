import { createReadStream } from 'node:fs'
import { AppError } from '../../core/app-error.ts'
import type { ImportRun } from './chatwoot-run.ts'
import type { ChatwootAttachment, ChatwootMessage } from './chatwoot-messages.ts'
import { derivedId } from './derived-id.ts'

/** The only uploader who may attach imported files. */
export const fileOwner = 'import'

export interface StoredAttachments {
  /** Id at the source of a stored file. */
  idOf: (mediaId: string) => number | undefined
  /** Media ids of the files of a message, in order. */
  filesOf: (message: ChatwootMessage) => string[]
  /** Lines for the text: what is no file, and files that were left out. */
  linesOf: (message: ChatwootMessage) => string[]
  report: () => void
}

/**
 * Stores the files of a conversation before its transaction. A file that cannot be stored is named in the message instead. Unused
 * files of a run that was killed are found again by their id, or swept after a day.
 */
export async function storeAttachments(
  run: ImportRun,
  messages: ChatwootMessage[],
  providerId: string,
): Promise<StoredAttachments> {
  const { report, scope } = run
  const refused = new Map<number, string>()
  const idsOfMedia = new Map<string, number>()
  let stored = 0
  for (const { attachments } of messages)
    for (const attachment of attachments) {
      if (!('id' in attachment)) continue
      idsOfMedia.set(derivedId(scope, 'attachment', attachment.id), attachment.id)
      const reason = await storeOne(run, attachment, providerId)
      if (reason === null) stored += 1
      else refused.set(attachment.id, reason)
    }
  const isFile = (attachment: ChatwootAttachment) => 'id' in attachment && !refused.has(attachment.id)
  return {
    idOf: (mediaId) => idsOfMedia.get(mediaId),
    filesOf: ({ attachments }) =>
      attachments.flatMap((attachment) =>
        'id' in attachment && isFile(attachment) ? [derivedId(scope, 'attachment', attachment.id)] : [],
      ),
    linesOf: ({ attachments }) =>
      attachments.flatMap((attachment) => {
        if ('text' in attachment) return [attachment.text]
        return isFile(attachment)
          ? []
          : [`📎 ${attachment.name.slice(0, 200)} (${refused.get(attachment.id)})`]
      }),
    report() {
      report.imported('attachments', stored)
      for (const [id, reason] of refused) report.leftOut('attachments', id, reason)
    },
  }
}

/** Returns why not. */
async function storeOne(
  { source, ports, scope, dryRun }: ImportRun,
  { id, name }: { id: number; name: string },
  providerId: string,
): Promise<string | null> {
  const file = await source.attachment(id)
  if (file === null) return 'not in the export'
  if (file.size === 0) return 'empty file'
  if (file.size > ports.maxFileBytes) return tooLarge
  if (ports.isExecutableName(name)) return notAccepted
  if (dryRun) return null
  const body = createReadStream(file.path)
  try {
    const { organizationId } = scope
    const place = { owner: fileOwner, organizationId, providerId, customerId: null }
    await ports.storeFile({ ...place, id: derivedId(scope, 'attachment', id), name, size: file.size, body })
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return reasonOf[error.code] ?? 'the file cannot be read'
  } finally {
    body.destroy()
  }
}

const tooLarge = 'the file is too large'
const notAccepted = 'files of this type are not accepted'
const reasonOf: Partial<Record<string, string>> = {
  media_too_large: tooLarge,
  media_type_not_allowed: notAccepted,
}
