import { sql } from 'kysely'
import { timestamp, type Clock } from '../../core/clock.ts'
import { statementNow } from '../../core/database-time.ts'
import { newId } from '../../core/ids.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { agentTables } from './agent-tables.ts'

/** A user of any number of organizations, who signs in through better-auth. */
export interface Person {
  id: string
  name: string
  email: string
}

/** better-auth's provider id for passwords. */
const passwordProviderId = 'credential'

/** Email addresses are stored and compared in lower case. */
export const normalizeEmail = (email: string): string => email.toLowerCase()

/** Returns undefined if the email is taken. Waits for concurrent transactions that insert the same email. */
export async function insertPerson(
  trx: Transaction,
  input: { name: string; email: string; passwordHash: string; now: string },
): Promise<Person | undefined> {
  const { now } = input
  const times = { created_at: now, updated_at: now }
  const person = await agentTables(trx)
    .insertInto('auth_user')
    .values({
      id: newId(),
      name: input.name.trim(),
      email: normalizeEmail(input.email),
      image: null,
      ...times,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['id', 'name', 'email'])
    .executeTakeFirst()
  if (!person) return undefined
  await agentTables(trx)
    .insertInto('auth_account')
    .values({
      id: newId(),
      user_id: person.id,
      account_id: person.id,
      provider_id: passwordProviderId,
      password: input.passwordHash,
      ...times,
    })
    .execute()
  return person
}

export const findPersonByEmail = (
  db: Database | Transaction,
  email: string,
): Promise<(Person & { password: string | null }) | undefined> =>
  agentTables(db)
    .selectFrom('auth_user')
    .leftJoin('auth_account', (join) =>
      join
        .onRef('auth_account.user_id', '=', 'auth_user.id')
        .on('auth_account.provider_id', '=', passwordProviderId),
    )
    .select(['auth_user.id', 'auth_user.name', 'auth_user.email', 'auth_account.password'])
    .where('auth_user.email', '=', normalizeEmail(email))
    .executeTakeFirst()

export const updatePassword = (trx: Transaction, userId: string, passwordHash: string, now: string) =>
  agentTables(trx)
    .updateTable('auth_account')
    .set({ password: passwordHash, updated_at: now })
    .where('user_id', '=', userId)
    .where('provider_id', '=', passwordProviderId)
    .execute()

/** Locks a person. Until the commit, they cannot join an organization. */
export const lockPerson = (trx: Transaction, userId: string): Promise<Person | undefined> =>
  agentTables(trx)
    .selectFrom('auth_user')
    .select(['id', 'name', 'email'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()

/** Locks a person as `lockPerson`, if this is still the hash of their password. */
export async function lockPersonWithPassword(
  trx: Transaction,
  userId: string,
  passwordHash: string,
): Promise<Person | undefined> {
  const person = await lockPerson(trx, userId)
  const stored = person && (await findPersonByEmail(trx, person.email))
  return stored?.password === passwordHash ? person : undefined
}

/** Someone has read a mail to the person's present address. */
export const markEmailVerified = (trx: Transaction, userId: string, now: string) =>
  agentTables(trx)
    .updateTable('auth_user')
    .set({ email_verified: true, updated_at: now })
    .where('id', '=', userId)
    .where('email_verified', '=', false)
    .execute()

export async function hasVerifiedEmail(db: Database | Transaction, userId: string): Promise<boolean> {
  const person = await agentTables(db)
    .selectFrom('auth_user')
    .select('email_verified')
    .where('id', '=', userId)
    .executeTakeFirst()
  return person?.email_verified === true
}

export const updateName = (db: Database | Transaction, userId: string, name: string, now: string) =>
  agentTables(db)
    .updateTable('auth_user')
    .set({ name: name.trim(), updated_at: now })
    .where('id', '=', userId)
    .execute()

/** @throws DatabaseError unique_violation when the e-mail is taken */
export const updateEmail = (
  trx: Transaction,
  change: { userId: string; email: string; isVerified: boolean; now: string },
) =>
  agentTables(trx)
    .updateTable('auth_user')
    .set({ email: change.email, email_verified: change.isVerified, updated_at: change.now })
    .where('id', '=', change.userId)
    .execute()

/** Ends all sessions of a person. Returns their ids, so that their sockets can be closed. */
export async function deleteSessions(trx: Transaction, userId: string): Promise<string[]> {
  const rows = await agentTables(trx)
    .deleteFrom('auth_session')
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns undefined if there is no such session. */
export const deleteSession = (
  db: Database | Transaction,
  token: string,
): Promise<{ id: string; user_id: string } | undefined> =>
  agentTables(db)
    .deleteFrom('auth_session')
    .where('token', '=', token)
    .returning(['id', 'user_id'])
    .executeTakeFirst()

export interface SessionRow {
  session_id: string
  user_id: string
  name: string
  email: string
}

export const findSession = (db: Database, token: string, now: string): Promise<SessionRow | undefined> =>
  agentTables(db)
    .selectFrom('auth_session')
    .innerJoin('auth_user', 'auth_user.id', 'auth_session.user_id')
    .select(['auth_session.id as session_id', 'auth_user.id as user_id', 'auth_user.name', 'auth_user.email'])
    .where('auth_session.token', '=', token)
    .where('auth_session.expires_at', '>', now)
    .executeTakeFirst()

/** Expired by both clocks: a process whose clock is ahead would sign everybody out, and one whose clock is behind could not sign in. */
export const deleteExpiredSessions = (db: Database, clock: Clock) =>
  agentTables(db)
    .deleteFrom('auth_session')
    .where('expires_at', '<=', sql<string>`least(${statementNow(clock)}, ${timestamp(clock())})`)
    .execute()
