import { sql } from 'kysely'
import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import type { MailKind, MailQueue, MailState, QueuedMail } from '../../core/mail/mail-queue.ts'
import type { Mail } from '../../core/mail/mailer.ts'
import type { Secrets } from '../../core/secrets.ts'
import { deleteSettled, insertMail, mailStates, withdrawMails } from './mail-store.ts'

const dayMs = 24 * 3600 * 1000
const defaultLifetimeMs = 3 * dayMs
/** Settled mails: kind, times and outcome, without content. */
const retentionMs = 30 * dayMs
const batchSize = 1000
/** A report of 1,000 rows has 200 KB. */
const maxContentBytes = 8 * 1024 * 1024

export type Mails = ReturnType<typeof createMails>

/** The queue of e-mails, as other features use it (docs/decisions/system-mail.md). */
export function createMails(deps: {
  db: Database
  clock: Clock
  secrets: Secrets
  isOn: boolean
  wake: () => void
}) {
  const { db, clock, secrets, isOn } = deps
  const now = () => databaseNow(clock)

  const queue: MailQueue = {
    isOn,
    wake: deps.wake,
    async enqueue(trx: Database | Transaction, queued: QueuedMail): Promise<string> {
      if (!isOn) throw new AppError('mail_off')
      const { kind, organizationId, agentId = null, mail, lifetimeMs = defaultLifetimeMs } = queued
      const id = newId()
      const content = secrets.seal(JSON.stringify(storedMail(mail)), sealContext(id))
      if (content.length > maxContentBytes) throw new Error(`A mail of the kind ${kind} is too large.`)
      const row = { id, organization_id: organizationId, agent_id: agentId, kind, content }
      await insertMail(
        trx,
        { ...row, priority: kind === 'account' || kind === 'invitation' ? 0 : 1 },
        { now: now(), lifetimeMs },
      )
      return id
    },

    async withdraw(trx: Database | Transaction, agentId: string, kind?: MailKind): Promise<string[]> {
      const withdrawn = await withdrawMails(trx, { agentId, kind }, now())
      return withdrawn.map(({ created_at }) => created_at)
    },

    async states(ids: string[]): Promise<Map<string, MailState>> {
      const rows = await mailStates(db, ids)
      return new Map(
        rows.map(({ id, settled_at, failure }) => [
          id,
          settled_at === null ? 'waiting' : failure === null ? 'sent' : 'failed',
        ]),
      )
    },
  }

  return {
    ...queue,

    async sweep(): Promise<void> {
      const before = sql<string>`${now()} - ${retentionMs}::float8 * interval '1 millisecond'`
      while ((await deleteSettled(db, before, batchSize)) === batchSize);
    },
  }
}

export const sealContext = (id: string): string => `mail.content ${id}`

type StoredMail = Omit<Mail, 'date' | 'attachments'> & {
  date?: string
  attachments: { name: string; contentType: string; base64: string }[]
}

function storedMail({ date, attachments = [], ...mail }: Mail): StoredMail {
  return {
    ...mail,
    ...(date && { date: date.toISOString() }),
    attachments: attachments.map(({ name, contentType, content }) => ({
      name,
      contentType,
      base64: Buffer.from(content).toString('base64'),
    })),
  }
}

/** @throws when the value was changed, or sealed with another PARLEY_SECRET */
export function openMail(secrets: Secrets, id: string, content: string): Mail {
  const { date, attachments, ...mail } = JSON.parse(secrets.open(content, sealContext(id))) as StoredMail
  return {
    ...mail,
    ...(date !== undefined && { date: new Date(date) }),
    attachments: attachments.map(({ name, contentType, base64 }) => ({
      name,
      contentType,
      content: Buffer.from(base64, 'base64'),
    })),
  }
}
