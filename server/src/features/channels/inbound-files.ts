import type { Readable } from 'node:stream'
import { AppError } from '../../core/app-error.ts'
import type { ChannelAccount, ChannelAdapter, InboundFile } from './adapter.ts'
import { filesPerContact } from './contact-limits.ts'
import type { ContactTokens } from './contact-tokens.ts'

export type StoreFile = (file: {
  id: string
  owner: string
  organizationId: string
  providerId: string
  customerId: string | null
  name: string
  size: number
  body: Readable
}) => Promise<{ id: string }>

/** The attempt that takes the files. */
interface FileAttempt {
  account: ChannelAccount
  adapter: ChannelAdapter
  tokens: Pick<ContactTokens, 'take'>
  isLast: boolean
}

export interface FileDeps {
  store: StoreFile
}

interface FileTarget {
  organizationId: string
  providerId: string
  customerId: string | null
  owner: string
  /** Same for the same file. */
  idOf: (index: number) => string
}

/** Shown in place of a file that was not stored. Part of the message, so in one language. */
const notStored = {
  too_large: 'too large to be received here',
  gone: 'no longer available',
  not_allowed: 'files of this type are not accepted',
  unavailable: 'could not be fetched',
  too_much: 'too many files in a short time',
} as const

/** Whether a line of a message stands for a file that was not stored, of this name if one is given. */
export const isNotice = (line: string, name = ''): boolean =>
  line.startsWith(`📎 ${name}`) && Object.values(notStored).some((reason) => line.endsWith(` (${reason})`))

export interface SentMessage {
  id: string
  customer_id: string
  content: string
  media: { id: string }[]
}

/** How many of these files, from the first one, a message has or names as not stored. 0: it has others, too. */
export function countTaken(
  { content, media }: Pick<SentMessage, 'content' | 'media'>,
  files: readonly InboundFile[],
  idOf: (index: number) => string,
): number {
  const stored = new Set(media.map(({ id }) => id))
  const notices = content.split('\n').filter((line) => isNotice(line))
  const end = files.findIndex(({ name }, index) => {
    if (stored.delete(idOf(index))) return false
    return !isNotice(notices.shift() ?? '', name)
  })
  if (stored.size > 0) return 0
  return end === -1 ? files.length : end
}

/** A file could not be fetched at the moment. `retryAfter`: seconds that the platform asks to wait. */
export interface FileDelay {
  retryAfter: number | null
}

/** Copies files into our storage. */
export async function takeFiles(
  deps: FileDeps,
  attempt: FileAttempt,
  files: InboundFile[],
  { idOf, ...target }: FileTarget,
): Promise<FileDelay | { ids: string[]; missing: string[] }> {
  const ids: string[] = []
  const missing: string[] = []
  for (const [index, file] of files.entries()) {
    const { outcome, retryAfter = null } = await takeFile(deps, attempt, file, {
      ...target,
      id: idOf(index),
    })
    if (outcome === 'stored') ids.push(idOf(index))
    else if (outcome === 'unavailable' && !attempt.isLast) return { retryAfter }
    else missing.push(`📎 ${file.name} (${notStored[outcome]})`)
  }
  return { ids, missing }
}

async function takeFile(
  { store }: FileDeps,
  { account, adapter, tokens }: FileAttempt,
  file: InboundFile,
  target: Omit<FileTarget, 'idOf'> & { id: string },
): Promise<{ outcome: 'stored' | keyof typeof notStored; retryAfter?: number | null }> {
  const content = await adapter.fetchFile(account, file)
  if (content.outcome !== 'fetched') return content
  try {
    // A larger file takes all of it, or no contact could ever send one.
    const megabytes = Math.min(Math.ceil(content.size / 1_000_000), filesPerContact.burst)
    if (!(await tokens.take('megabytes', megabytes))) return { outcome: 'too_much' }
    await store({ ...target, name: file.name, size: content.size, body: content.body })
    return { outcome: 'stored' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'media_too_large') return { outcome: 'too_large' }
    if (error.code === 'media_type_not_allowed') return { outcome: 'not_allowed' }
    // The transfer was interrupted.
    if (error.code === 'invalid_request' || error.code === 'media_size_mismatch')
      return { outcome: 'unavailable' }
    throw error
  } finally {
    content.body.destroy()
  }
}
