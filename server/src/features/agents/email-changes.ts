import { AppError } from '../../core/app-error.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import { postgresCode, type Database, type Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { hashToken, newToken } from '../../core/secrets.ts'
import type { RecordAccountEvent } from './account-events.ts'
import { agentTables } from './agent-tables.ts'
import { withdrawLinks } from './password-reset-store.ts'
import {
  findPersonByEmail,
  hasVerifiedEmail,
  lockPerson,
  lockPersonWithPassword,
  markEmailVerified,
  normalizeEmail,
  updateEmail,
  type Person,
} from './person-store.ts'

const lifetimeMs = 24 * 60 * 60 * 1000

/** The person as they were before the change. */
export interface EmailChanged {
  before: Person
  email: string
}

/** A person whose password had this stored hash when it was verified. */
export interface VerifiedPerson {
  userId: string
  verifiedHash: string
}

export type EmailChanges = ReturnType<typeof createEmailChanges>

/**
 * Changes a person's e-mail address: after confirmation by a link to the new address, or immediately without a mail server. The present
 * address is confirmed in the same way.
 */
export function createEmailChanges(deps: {
  db: Database
  clock: Clock
  baseUrl: string
  record: RecordAccountEvent
}) {
  const { db, clock, record } = deps
  const now = () => timestamp(clock())

  /** @param before the locked person */
  async function apply(
    trx: Transaction,
    before: Person,
    { email, source }: { email: string; source: 'mail' | 'person' },
  ): Promise<EmailChanged> {
    const userId = before.id
    await updateEmail(trx, { userId, email, isVerified: source === 'mail', now: now() })
    // A reset link sent to the old address must no longer work.
    await withdrawLinks(trx, userId, now())
    await record(trx, { userId, type: 'email_changed', source })
    return { before, email }
  }

  /** @throws AppError credentials_invalid when the verified password was replaced meanwhile */
  async function lockVerified(trx: Transaction, { userId, verifiedHash }: VerifiedPerson): Promise<Person> {
    const person = await lockPersonWithPassword(trx, userId, verifiedHash)
    if (!person) throw new AppError('credentials_invalid')
    return person
  }

  async function requireFree(email: string): Promise<void> {
    if (await findPersonByEmail(db, email)) throw new AppError('email_taken', { pointer: '/body/email' })
  }

  /** Returns the link. Earlier ones of the person become invalid. */
  async function insertLink(trx: Transaction, userId: string, email: string): Promise<string> {
    const token = newToken('')
    await agentTables(trx).deleteFrom('email_change').where('user_id', '=', userId).execute()
    await agentTables(trx)
      .insertInto('email_change')
      .values({
        id: newId(),
        user_id: userId,
        token_hash: hashToken(token),
        email,
        created_at: now(),
        expires_at: timestamp(clock() + lifetimeMs),
        used_at: null,
      })
      .execute()
    return `${deps.baseUrl}/panel/confirm-email#${token}`
  }

  return {
    /** Changes the address without confirmation. @throws AppError email_taken, credentials_invalid */
    async change(verified: VerifiedPerson, newEmail: string): Promise<EmailChanged> {
      const email = normalizeEmail(newEmail)
      await requireFree(email)
      return refuseTaken(
        db
          .transaction()
          .execute(async (trx) => apply(trx, await lockVerified(trx, verified), { email, source: 'person' })),
      )
    },

    /** Returns the confirmation link for the new address, which replaces earlier ones. @throws AppError email_taken, credentials_invalid */
    async begin(verified: VerifiedPerson, newEmail: string): Promise<string> {
      const email = normalizeEmail(newEmail)
      await requireFree(email)
      return db.transaction().execute(async (trx) => {
        const { id: userId } = await lockVerified(trx, verified)
        return insertLink(trx, userId, email)
      })
    },

    /** Returns the person's present address and a link that confirms it; null if it is confirmed. Replaces earlier links. */
    beginConfirmation: (userId: string): Promise<{ email: string; link: string } | null> =>
      db.transaction().execute(async (trx) => {
        const person = await lockPerson(trx, userId)
        if (!person || (await hasVerifiedEmail(trx, userId))) return null
        return { email: person.email, link: await insertLink(trx, userId, person.email) }
      }),

    /**
     * A repeat with the same link returns the same, as long as the address is still the person's. `notify` runs in the transaction
     * of a change.
     * @throws AppError email_link_invalid, email_link_expired; email_taken if the address was taken in the meantime
     */
    confirm: (
      token: string,
      notify: (trx: Transaction, changed: EmailChanged) => Promise<unknown>,
    ): Promise<{ userId: string; email: string }> =>
      refuseTaken(
        db.transaction().execute(async (trx) => {
          const found = await findLink(trx, token)
          const person = found && (await lockPerson(trx, found.user_id))
          // It is used and withdrawn under the lock of its person.
          const link = person && (await findLink(trx, token))
          if (!link) throw new AppError('email_link_invalid')
          if (link.expires_at <= now()) throw new AppError('email_link_expired')
          const { email } = link
          if (link.used_at === null) {
            await markUsed(trx, link.id, now())
            if (person.email === email) await markEmailVerified(trx, person.id, now())
            else await notify(trx, await apply(trx, person, { email, source: 'mail' }))
          } else if (person.email !== email) throw new AppError('email_link_invalid')
          return { userId: person.id, email }
        }),
      ),
  }
}

const markUsed = (trx: Transaction, id: string, now: string) =>
  agentTables(trx).updateTable('email_change').set({ used_at: now }).where('id', '=', id).execute()

const findLink = (trx: Transaction, token: string) =>
  agentTables(trx)
    .selectFrom('email_change')
    .select(['id', 'user_id', 'email', 'expires_at', 'used_at'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()

async function refuseTaken<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (postgresCode(error) === '23505') throw new AppError('email_taken', { cause: error })
    throw error
  }
}
