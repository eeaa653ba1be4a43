import path from 'node:path'
import { AppError } from '../../../core/app-error.ts'
import { createSemaphore } from '../../../core/semaphore.ts'
import { createWorkerThread } from '../../../core/worker-thread.ts'
import { bufferOf, unreadableMail, type MailSettings, type RawMail, type ReadMail } from './mail-reader.ts'

/** What a copy between threads leaves of a mail: buffers become plain arrays of bytes. */
type Copied<T> = { [Key in keyof T]: T[Key] extends Buffer ? Uint8Array : T[Key] }

export interface MailTask {
  raw: Copied<RawMail>
  settings: MailSettings
}

export type ReadMailOf = (raw: RawMail, settings: MailSettings) => Promise<ReadMail | undefined>

/** The bundle has the program beside its own (server/build.ts). */
const threadProgram = new URL(`./mail-thread${path.extname(import.meta.url)}`, import.meta.url)

/** A poll reads up to ten mails. */
const threadIdleMs = 10_000

/** A genuine mail of 25 MB takes less than a second. */
const defaultTimeoutMs = 30_000

const never = new AbortController().signal

/**
 * Reads mails in a thread, because a large one takes more than half a second, and a hostile one, such as millions of empty lines, minutes.
 * A mail that takes too long, or that ends the thread, becomes an unreadable one. One at a time, so that it delays no other mail
 * for longer than that.
 * @param onUnreadable called with the reason for which a mail could not be read
 */
export function createMailReading(onUnreadable: (reason: string) => void, timeoutMs = defaultTimeoutMs) {
  let isClosed = false
  const thread = createWorkerThread<MailTask, ReadMail | undefined>({
    program: threadProgram,
    data: null,
    idleMs: threadIdleMs,
  })
  const inTurn = createSemaphore(1)

  async function read(raw: RawMail, settings: MailSettings): Promise<ReadMail | undefined> {
    if (isClosed) throw new AppError('unavailable')
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), timeoutMs)))
    const reading = thread.run({ raw, settings }, never)
    try {
      const found = await Promise.race([reading, late])
      if (found !== 'late')
        return found && { ...found, contents: found.contents.map((content) => bufferOf(content)) }
      reading.catch(() => {})
      await thread.close()
      onUnreadable(`It took more than ${timeoutMs} ms.`)
    } catch (error) {
      // The service stops: the mail is read after the next start.
      if (error instanceof AppError) throw error
      onUnreadable(String(error))
    } finally {
      clearTimeout(timer)
    }
    return unreadableMail(raw, settings)
  }

  const readInTurn: ReadMailOf = (raw, settings) => inTurn(() => read(raw, settings))
  return {
    read: readInTurn,
    async close(): Promise<void> {
      isClosed = true
      await thread.close()
    },
  }
}

export const rawMailOf = (raw: Copied<RawMail>): RawMail => ({ ...raw, source: bufferOf(raw.source) })
