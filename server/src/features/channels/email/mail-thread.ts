import { serveTasks } from '../../../core/worker-thread.ts'
import { readMail, type ReadMail } from './mail-reader.ts'
import { rawMailOf, type MailTask } from './mail-reading.ts'

/** A tenth of the weight of the main thread: messages go first. */
const nice = 10

/** Program of the thread that reads mails (docs/decisions/email-channel.md). */
serveTasks<MailTask, ReadMail | undefined>(({ raw, settings }) => readMail(rawMailOf(raw), settings), nice)
