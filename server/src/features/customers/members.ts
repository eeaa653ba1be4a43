import type { CustomerChanges } from '@parley/protocol/customer'
import type { Actor } from '@parley/protocol/event'
import type pg from 'pg'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { EventLog } from '../../core/event-log.ts'
import { batchLookups } from '../../core/coalesce.ts'
import { changeCustomer, writeChange, type CustomerChange } from './customer-changes.ts'
import { findByIdentities, findCustomer, type CustomerRow, type IdentityKey } from './customer-store.ts'
import { createCustomer, type MemberProfile, type Newcomer } from './newcomers.ts'
import { dayOf } from './sign-ins.ts'

/** Identities per look-up statement. */
const maxIdentities = 128

const byCustomer: Actor = { type: 'customer' }

type MemberNewcomer = Newcomer & { member: MemberProfile }

/** A member whose sign-in the service has verified itself, just now. */
type SignedIn = Omit<Newcomer, 'member'> & { member: Omit<MemberProfile, 'issued_at'> }

export type Members = ReturnType<typeof createMembers>

/** Rows of members (spec 2.8), updated from their sign-ins. */
export function createMembers(deps: {
  pool: pg.Pool
  log: EventLog
  clock: Clock
  /** Records a sign-in. Never rejects: the sign-in does not depend on it. */
  onSignIn: (row: CustomerRow) => Promise<void>
}) {
  const { pool, log, clock } = deps
  const find = batchLookups(
    (keys: IdentityKey[]) => findByIdentities(pool, keys, dayOf(clock())),
    maxIdentities,
  )
  return {
    /**
     * Records a sign-in that the service has verified: the first one creates the row (design 5), later ones update it and
     * reopen a closed account.
     * @param begunAt time of the sign-in that this one repeats, in milliseconds: an account closed since then stays closed
     */
    async signIn(by: SignedIn, begunAt?: number): Promise<CustomerRow> {
      const member = { ...by, member: { ...by.member, issued_at: begunAt ?? clock() } }
      const signedIn = await log.transact(async (tx) => {
        const { head, born } = await createCustomer(tx, member)
        const row = born ?? (await findCustomer(tx.db, member.organization_id, head.customer_id))
        if (!row) throw new Error('A log without a customer')
        if (begunAt !== undefined && isClosedSince(row, begunAt)) return row
        return writeChange(tx, head, row, byCustomer, signInChanges(row, member))
      })
      if (signedIn.deactivated_at === null) await deps.onSignIn(signedIn)
      return signedIn
    },

    /**
     * Returns the row of a connecting visitor or member, if there is one, updated from the member's sign-in. Without changes it
     * neither locks nor writes, except for the first sign-in of a day. A member who closed the account after this sign-in stays deactivated (SPEC M14).
     */
    async arrive(newcomer: Newcomer): Promise<CustomerRow | undefined> {
      const known = await find(newcomer)
      if (!known || !isMember(newcomer)) return known?.row
      const { row, signInRecorded } = known
      const { issued_at: issuedAt } = newcomer.member
      const decide = (current: CustomerRow) =>
        isClosedSince(current, issuedAt) ? {} : signInChanges(current, newcomer)
      if (!signInRecorded && !isClosedSince(row, issuedAt)) await deps.onSignIn(row)
      if (isEmpty(decide(row))) return row
      return changeCustomer(
        log,
        { organizationId: row.organization_id, customerId: row.id },
        byCustomer,
        decide,
      )
    },

    /**
     * Closed from the chat window (spec 6, rule 5). Idempotent.
     * @param signedInAt time of the sign-in that closes it, in milliseconds
     * @throws AppError not_found
     */
    async closeAccount(organizationId: string, customerId: string, signedInAt: number): Promise<void> {
      // The clock of the organization's server may be ahead, and this sign-in's token must not reopen the account.
      const signedIn = timestamp(signedInAt)
      await changeCustomer(log, { organizationId, customerId }, byCustomer, (row, now) =>
        row.deactivated_at === null ? { changes: { deactivated_at: now > signedIn ? now : signedIn } } : {},
      )
    },

    /** Returns the customer's id if this member has closed their account, else null. */
    async closedAccountOf({ provider_id, identity }: IdentityKey): Promise<string | null> {
      const known = await find({ provider_id, identity })
      return known && known.row.deactivated_at !== null ? known.row.id : null
    },

    /** The answer to the pre-chat sheet. @throws AppError not_found */
    async setLanguage(organizationId: string, customerId: string, language: string): Promise<void> {
      await changeCustomer(log, { organizationId, customerId }, byCustomer, () => ({
        unreported: { language, language_chosen: true },
      }))
    },
  }
}

const isMember = <T extends Newcomer>(newcomer: T): newcomer is T & { member: NonNullable<T['member']> } =>
  newcomer.member !== null

/** Whether the member closed this account after that sign-in, which then must not reopen it. */
const isClosedSince = (row: Pick<CustomerRow, 'deactivated_at'>, issuedAt: number): boolean =>
  row.deactivated_at !== null && row.deactivated_at >= timestamp(issuedAt)

const isEmpty = ({ changes, unreported }: CustomerChange): boolean =>
  Object.keys(changes ?? {}).length === 0 && Object.keys(unreported ?? {}).length === 0

/** What the sign-in changes in the row. One that is older than the row's profile does not change the profile. */
function signInChanges(row: CustomerRow, newcomer: MemberNewcomer): CustomerChange {
  const { member } = newcomer
  const issuedAt = timestamp(member.issued_at)
  const isOlder = row.profile_issued_at !== null && issuedAt < row.profile_issued_at
  const { changes, unreported } = profileChanges(
    row,
    isOlder ? { ...newcomer, member: { ...member, ...noProfile } } : newcomer,
  )
  if (row.deactivated_at !== null) changes.deactivated_at = null
  if (!isOlder && !isEmpty({ changes, unreported })) unreported.profile_issued_at = issuedAt
  return { changes, unreported }
}

const noProfile = {
  first_name: null,
  last_name: null,
  username: null,
  email: null,
  avatar_url: null,
  language: null,
}

/** Fields of the sign-in that differ from the row; missing ones are kept (SPEC M8). */
function profileChanges(row: CustomerRow, { member, ...newcomer }: MemberNewcomer): Required<CustomerChange> {
  const changes: CustomerChanges = {}
  const unreported: NonNullable<CustomerChange['unreported']> = {}
  // First and last name change together, so that they never belong to different people.
  if (member.first_name !== null || member.last_name !== null) {
    if (member.first_name !== row.first_name) changes.first_name = member.first_name
    if (member.last_name !== row.last_name) changes.last_name = member.last_name
  }
  if (typeof member.username === 'string' && member.username !== row.username)
    changes.username = member.username
  if (member.email !== null) {
    if (member.email !== row.email) changes.email = member.email
    // A sign-in that does not say whether the address is verified does not undo its reader's confirmation.
    const isConfirmed = member.email_verified === null && row.email_verified === true
    if (member.email !== row.email || (member.email_verified !== row.email_verified && !isConfirmed))
      unreported.email_verified = member.email_verified
  }
  if (member.avatar_url !== null && member.avatar_url !== row.avatar_url)
    unreported.avatar_url = member.avatar_url
  // The answer of this browser's pre-chat sheet does not override a language stored in the row.
  const language =
    member.language ?? (newcomer.language_chosen && !row.language_chosen ? newcomer.language : null)
  if (language !== null && !(row.language_chosen && row.language === language)) {
    unreported.language = language
    unreported.language_chosen = true
  }
  return { changes, unreported }
}
