import type { ResetLink } from '@parley/protocol/agent'
import { AppError } from '../../core/app-error.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { roleReaches, type AgentIdentity } from '../../core/permissions.ts'
import { hashToken, newToken } from '../../core/secrets.ts'
import type { RecordAccountEvent } from './account-events.ts'
import { listMemberships, lockAgents } from './agent-store.ts'
import type { ResetSource } from './agent-tables.ts'
import {
  deleteSessions,
  findPersonByEmail,
  lockPerson,
  markEmailVerified,
  normalizeEmail,
  updatePassword,
  type Person,
} from './person-store.ts'
import {
  deleteOldResets,
  findMaker,
  findResetByToken,
  insertReset,
  markUsed,
  withdrawLinks,
  type ResetRow,
} from './password-reset-store.ts'

const hourMs = 60 * 60 * 1000
/** Short by e-mail, because others may read the mailbox later; a link that a colleague passes on needs a day. */
const lifetimeMs: Record<ResetSource, number> = { mail: hourMs, admin: 24 * hourMs, command: 24 * hourMs }
/** Retention of used and expired links, so that their page can show what happened. */
const retentionMs = 30 * 24 * hourMs

export interface ResetDone {
  person: Person
  /** Sessions ended by the reset. */
  sessionIds: string[]
}

export type PasswordResets = ReturnType<typeof createPasswordResets>

/** One-time links to set a new password without the old one (docs/decisions/account-recovery.md). */
export function createPasswordResets(deps: {
  db: Database
  clock: Clock
  baseUrl: string
  record: RecordAccountEvent
}) {
  const { db, clock, record } = deps
  const now = () => timestamp(clock())

  async function insert(
    trx: Transaction,
    link: { userId: string; source: ResetSource; madeBy: string | null },
  ): Promise<ResetLink> {
    const token = newToken('')
    const time = clock()
    const expiresAt = timestamp(time + lifetimeMs[link.source])
    await deleteOldResets(trx, timestamp(time - retentionMs))
    await insertReset(trx, {
      id: newId(),
      user_id: link.userId,
      token_hash: hashToken(token),
      source: link.source,
      made_by: link.madeBy,
      created_at: timestamp(time),
      expires_at: expiresAt,
    })
    await record(trx, {
      userId: link.userId,
      type: 'reset_link_created',
      source: link.source,
      agentId: link.madeBy,
    })
    // Browsers never send the fragment.
    return { url: `${deps.baseUrl}/panel/reset-password#${token}`, expires_at: expiresAt }
  }

  return {
    /**
     * @throws AppError not_found; forbidden for a higher role or the caller's own account; account_shared when the person belongs
     * to another organization
     */
    createByAdmin: (actor: AgentIdentity, agentId: string): Promise<ResetLink> =>
      db.transaction().execute(async (trx) => {
        const { organizationId } = actor
        const userId = await requirePower(trx, { organizationId, makerId: actor.agentId, targetId: agentId })
        return insert(trx, { userId, source: 'admin', madeBy: actor.agentId })
      }),

    /** Returns undefined if no account has this e-mail address. `deliver` runs in the link's transaction. */
    createFor: (
      email: string,
      source: 'mail' | 'command',
      deliver: (trx: Transaction, link: ResetLink & { person: Person }) => Promise<unknown> = async () => {},
    ): Promise<(ResetLink & { person: Person }) | undefined> =>
      db.transaction().execute(async (trx) => {
        const found = await findPersonByEmail(trx, email)
        const person = found && (await lockPerson(trx, found.id))
        // A change of the address may have been committed meanwhile, after which the old mailbox gets no link.
        if (person?.email !== normalizeEmail(email)) return undefined
        const link = { ...(await insert(trx, { userId: person.id, source, madeBy: null })), person }
        await deliver(trx, link)
        return link
      }),

    /** Returns the person whose password the link resets. @throws AppError reset_invalid, reset_expired, reset_used */
    lookUp: (token: string): Promise<Person> =>
      db.transaction().execute(async (trx) => {
        const link = usable(await findResetByToken(trx, hashToken(token)))
        await requireValidMaker(trx, link)
        const person = await lockPerson(trx, link.user_id)
        if (!person) throw new AppError('reset_invalid')
        return { id: person.id, name: person.name, email: person.email }
      }),

    /** Sets the password and ends all sessions. `notify` runs in its transaction. @throws AppError as `lookUp` */
    use: (
      token: string,
      passwordHash: string,
      notify: (trx: Transaction, reset: { person: Person; source: ResetSource }) => Promise<unknown>,
    ): Promise<ResetDone> =>
      db.transaction().execute(async (trx) => {
        const found = usable(await findResetByToken(trx, hashToken(token)))
        await requireValidMaker(trx, found)
        const person = await lockPerson(trx, found.user_id)
        if (!person) throw new AppError('reset_invalid')
        // Links change only under the lock of their person: of two concurrent uses, the second finds it used.
        const link = usable(await findResetByToken(trx, hashToken(token)))
        await updatePassword(trx, person.id, passwordHash, now())
        await markUsed(trx, link.id, now())
        await withdrawLinks(trx, person.id, now())
        const sessionIds = await deleteSessions(trx, person.id)
        const { source, made_by: agentId } = link
        // Links to former addresses are withdrawn.
        if (source === 'mail') await markEmailVerified(trx, person.id, now())
        await record(trx, { userId: person.id, type: 'password_reset', source, agentId })
        await notify(trx, { person, source })
        return { person, sessionIds }
      }),
  }

  function usable(link: ResetRow | undefined): ResetRow {
    if (!link || link.withdrawn_at !== null) throw new AppError('reset_invalid')
    if (link.used_at !== null) throw new AppError('reset_used')
    if (link.expires_at <= now()) throw new AppError('reset_expired')
    return link
  }

  /**
   * Checks again that the link's creator may reset this password: since then, the creator may have been demoted, or the person
   * promoted or added to another organization.
   */
  async function requireValidMaker(trx: Transaction, link: ResetRow): Promise<void> {
    if (link.made_by === null) return
    const maker = await findMaker(trx, { madeBy: link.made_by, userId: link.user_id })
    if (!maker || maker.agent_id === null) throw new AppError('reset_invalid')
    try {
      await requirePower(trx, {
        organizationId: maker.organization_id,
        makerId: link.made_by,
        targetId: maker.agent_id,
      })
    } catch (error) {
      if (error instanceof AppError) throw new AppError('reset_invalid', { cause: error })
      throw error
    }
  }
}

/**
 * Requires that the maker may reset the target's password, and returns the target's user id. Both roles and the memberships are
 * locked until the commit. Without the membership check, an admin of one organization could enter another one as the person.
 */
async function requirePower(
  trx: Transaction,
  { organizationId, makerId, targetId }: { organizationId: string; makerId: string; targetId: string },
): Promise<string> {
  const locked = await lockAgents(trx, organizationId, [makerId, targetId])
  const target = locked.find(({ id }) => id === targetId)
  if (!target) throw new AppError('not_found')
  const role = locked.find(({ id }) => id === makerId)?.role
  if (role === undefined || !roleReaches(role, 'admin') || !roleReaches(role, target.role))
    throw new AppError('forbidden')
  // A stolen session must not suffice to set a new password.
  if (makerId === targetId) {
    throw new AppError('forbidden', { detail: 'Change your own password in your profile.' })
  }
  await lockPerson(trx, target.user_id)
  const memberships = await listMemberships(trx, target.user_id)
  if (memberships.some((membership) => membership.organization_id !== organizationId))
    throw new AppError('account_shared')
  return target.user_id
}
