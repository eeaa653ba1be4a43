import type { CustomerChanges } from '@parley/protocol/customer'
import type { Actor } from '@parley/protocol/event'
import type pg from 'pg'
import { timestamp } from '../../core/clock.ts'
import type { EventLog } from '../../core/event-log.ts'
import { batchLookups } from '../../core/coalesce.ts'
import { changeCustomer, writeChange, type CustomerChange } from './customer-changes.ts'
import { findByIdentities, findCustomer, type CustomerRow, type IdentityKey } from './customer-store.ts'
import { createCustomer, type MemberProfile, type Newcomer } from './newcomers.ts'

/** Identities per look-up statement. */
const maxIdentities = 128

const byCustomer: Actor = { type: 'customer' }

export type MemberNewcomer = Newcomer & { member: MemberProfile }

export type Members = ReturnType<typeof createMembers>

/** Rows of people with a proven identity (spec 2.8): what their sign-ins say goes into them. */
export function createMembers(deps: { pool: pg.Pool; log: EventLog }) {
  const { pool, log } = deps
  const findRow = batchLookups((keys: IdentityKey[]) => findByIdentities(pool, keys), maxIdentities)
  return {
    /**
     * A social member has signed in: the row is made with the first sign-in (design 5), changed by later ones, and an
     * account that was closed is open again.
     */
    signIn: (member: MemberNewcomer): Promise<CustomerRow> =>
      log.transact(async (tx) => {
        const { head, born } = await createCustomer(tx, member)
        const row = born ?? (await findCustomer(tx.db, member.organization_id, head.customer_id))
        if (!row) throw new Error('A log without a customer')
        return writeChange(tx, head, row, byCustomer, whatSignInChanges(row, member))
      }),

    /**
     * Somebody is there: their row, when they have one, as it is after what a member's sign-in says. Nothing is written,
     * and nobody waits for a lock, when it says what is known. A member who closed the account after this sign-in
     * stays deactivated (SPEC M14).
     */
    async arrive(newcomer: Newcomer & { member: Arriving | null }): Promise<CustomerRow | undefined> {
      const row = await findRow(newcomer)
      if (!row || !isMember(newcomer)) return row
      const { issued_at: issuedAt } = newcomer.member
      const decide = (known: CustomerRow) =>
        closedSince(known, issuedAt) ? {} : whatSignInChanges(known, newcomer)
      if (isEmpty(decide(row))) return row
      return changeCustomer(
        log,
        { organizationId: row.organization_id, customerId: row.id },
        byCustomer,
        decide,
      )
    },

    /** From the chat window (spec 6, rule 5). A second time changes nothing. @throws AppError not_found */
    async closeAccount(organizationId: string, customerId: string): Promise<void> {
      await changeCustomer(log, { organizationId, customerId }, byCustomer, (row, now) =>
        row.deactivated_at === null ? { changes: { deactivated_at: now } } : {},
      )
    },

    /** The answer to the pre-chat sheet. @throws AppError not_found */
    async setLanguage(organizationId: string, customerId: string, language: string): Promise<void> {
      await changeCustomer(log, { organizationId, customerId }, byCustomer, () => ({
        untold: { language, language_chosen: true },
      }))
    },
  }
}

type Arriving = MemberProfile & { issued_at: number }

const isMember = <T extends Newcomer>(newcomer: T): newcomer is T & { member: NonNullable<T['member']> } =>
  newcomer.member !== null

/** Whether its member closed this account after that sign-in, which then does not open it again. */
const closedSince = (row: Pick<CustomerRow, 'deactivated_at'>, issuedAt: number): boolean =>
  row.deactivated_at !== null && row.deactivated_at >= timestamp(issuedAt)

const isEmpty = ({ changes, untold }: CustomerChange): boolean =>
  Object.keys(changes ?? {}).length === 0 && Object.keys(untold ?? {}).length === 0

/** What the sign-in says and the row does not; what it leaves unsaid stays (SPEC M8). */
function whatSignInChanges(row: CustomerRow, { member, ...newcomer }: MemberNewcomer): CustomerChange {
  const changes: CustomerChanges = {}
  const untold: NonNullable<CustomerChange['untold']> = {}
  // A name is one thing: a first name that comes alone leaves no last name of somebody else behind it.
  if (member.first_name !== null || member.last_name !== null) {
    if (member.first_name !== row.first_name) changes.first_name = member.first_name
    if (member.last_name !== row.last_name) changes.last_name = member.last_name
  }
  if (typeof member.username === 'string' && member.username !== row.username)
    changes.username = member.username
  if (member.email !== null) {
    if (member.email !== row.email) changes.email = member.email
    if (member.email !== row.email || member.email_verified !== row.email_verified)
      untold.email_verified = member.email_verified
  }
  if (row.deactivated_at !== null) changes.deactivated_at = null
  if (member.avatar_url !== null && member.avatar_url !== row.avatar_url)
    untold.avatar_url = member.avatar_url
  // What the pre-chat sheet once heard in this browser does not outdo what the row remembers.
  const language =
    member.language ?? (newcomer.language_chosen && !row.language_chosen ? newcomer.language : null)
  if (language !== null && !(row.language_chosen && row.language === language)) {
    untold.language = language
    untold.language_chosen = true
  }
  return { changes, untold }
}
