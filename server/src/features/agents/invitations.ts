import type { Language } from '@parley/protocol/provider'
import type { InvitationInput, InvitationOffer, NewInvitation } from '@parley/protocol/agent'
import { AppError } from '../../core/app-error.ts'
import type { Bus } from '../../core/bus/bus.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import type { MailQueue } from '../../core/mail/mail-queue.ts'
import { announceChange } from '../../core/organization-changes.ts'
import { requireRole, roleReaches, type AgentIdentity } from '../../core/permissions.ts'
import { hashToken, newToken } from '../../core/secrets.ts'
import type { RecordAccountEvent } from './account-events.ts'
import type { AccountMails } from './account-mails.ts'
import type { AttemptLimit, Attempts } from './attempts.ts'
import {
  admitAgent,
  findActiveAgentByEmail,
  hasBeenAgent,
  listMemberships,
  lockAgents,
} from './agent-store.ts'
import {
  findInvitationByToken,
  findPendingInvitation,
  insertInvitation,
  listPendingInvitations,
  lockInvitationByToken,
  markAccepted,
  withdrawInvitations,
  type TokenInvitation,
} from './invitation-store.ts'
import { withdrawLinks } from './password-reset-store.ts'
import {
  deleteSessions,
  findPersonByEmail,
  insertPerson,
  lockPerson,
  normalizeEmail,
  updateName,
  updatePassword,
  type Person,
} from './person-store.ts'

const lifetimeMs = 7 * 24 * 60 * 60 * 1000

/** Who accepts an invitation: a signed-in user, or a new user. */
export type Invitee =
  | { kind: 'known'; userId: string; email: string }
  | { kind: 'new'; name: string; email: string; passwordHash: string; language: Language }

const daySeconds = 24 * 3600
/** Limits invitations per address, organization and network, because anyone may create an organization where sign-up is open. */
const mailLimits = {
  ofAddress: { max: 3, seconds: daySeconds },
  ofOrganization: { max: 50, seconds: daySeconds },
  ofNetwork: { max: 50, seconds: daySeconds },
} satisfies Record<string, AttemptLimit>

export type Invitations = ReturnType<typeof createInvitations>

export function createInvitations(deps: {
  db: Database
  bus: Bus
  clock: Clock
  baseUrl: string
  record: RecordAccountEvent
  onSessionEnded: (session: { id: string; userId: string }) => Promise<void>
  organizationNames: (ids: string[]) => Promise<Map<string, string>>
  attempts: Attempts
  mails: Pick<AccountMails, 'isOn' | 'enqueue' | 'wake'>
  mailStates: MailQueue['states']
}) {
  const { db, bus, clock, mails } = deps

  async function takeMail(organizationId: string, email: string, network: string): Promise<void> {
    if (!mails.isOn) throw new AppError('mail_off')
    await deps.attempts.takeAll({
      [`invitation mails to ${hashToken(email)}`]: mailLimits.ofAddress,
      [`invitation mails of ${organizationId}`]: mailLimits.ofOrganization,
      [`invitation mails from ${network}`]: mailLimits.ofNetwork,
    })
  }

  return {
    async list(organizationId: string, page: Parameters<typeof listPendingInvitations>[2]) {
      const rows = await listPendingInvitations(db, organizationId, page)
      const states = await deps.mailStates(rows.flatMap(({ mail_id }) => mail_id ?? []))
      return rows.map(({ mail_id, ...row }) => ({
        ...row,
        mail: mail_id === null ? null : (states.get(mail_id) ?? null),
      }))
    },

    /**
     * The token is in the link's fragment, which browsers never send. Only its hash is stored.
     * @throws AppError forbidden (admins cannot invite owners), already_member, mail_off, rate_limited
     */
    async create(actor: AgentIdentity, input: InvitationInput, network: string): Promise<NewInvitation> {
      const { organizationId, agentId } = actor
      const needed = input.role === 'owner' ? 'owner' : 'admin'
      const email = input.email === undefined ? null : normalizeEmail(input.email)
      if (email !== null && (await findActiveAgentByEmail(db, organizationId, email)))
        throw new AppError('already_member')
      const token = newToken('')
      const now = clock()
      const { mail_language: language } = input
      const isMailed = email !== null && language !== undefined
      if (isMailed) await takeMail(organizationId, email, network)
      const name = (await deps.organizationNames([organizationId])).get(organizationId) ?? ''
      const organization = { id: organizationId, name }
      const url = `${deps.baseUrl}/panel/invitation#${token}`
      const row = {
        id: newId(),
        role: input.role,
        email,
        invited_by: agentId,
        created_at: timestamp(now),
        expires_at: timestamp(now + lifetimeMs),
      }
      const mailId = await db.transaction().execute(async (trx) => {
        // An agent who is being removed or demoted must not leave a usable invitation behind.
        const locked = await lockAgents(trx, organizationId, [agentId])
        const role = locked.find((agent) => agent.id === agentId)?.role
        if (role === undefined || !roleReaches(role, needed)) throw new AppError('forbidden')
        const mail_id = isMailed
          ? await mails.enqueue(trx, { kind: 'invitation', to: email, language, link: url, organization })
          : null
        await insertInvitation(trx, {
          ...row,
          organization_id: organizationId,
          token_hash: hashToken(token),
          mail_id,
        })
        return mail_id
      })
      if (mailId !== null) mails.wake()
      announceChange(bus, organizationId, 'invitations')
      return { ...row, invited_by: actor.face.name, url, mail: mailId === null ? null : 'waiting' }
    },

    /** @throws AppError not_found, forbidden */
    async withdraw(actor: AgentIdentity, id: string): Promise<void> {
      const { organizationId } = actor
      const invitation = await findPendingInvitation(db, organizationId, id)
      if (!invitation) throw new AppError('not_found')
      requireRole(actor, invitation.role === 'owner' ? 'owner' : 'admin')
      const withdrew = await withdrawInvitations(db, { organizationId, id, now: timestamp(clock()) })
      if (!withdrew) throw new AppError('not_found')
      announceChange(bus, organizationId, 'invitations')
    },

    /** @throws AppError invitation_invalid, invitation_expired, invitation_used */
    async offer(token: string): Promise<InvitationOffer> {
      const invitation = usable(await findInvitationByToken(db, hashToken(token)))
      const { organization_id: organizationId, role, email, invited_by } = invitation
      const names = await deps.organizationNames([organizationId])
      return { organization: names.get(organizationId) ?? '', role, email, invited_by }
    },

    /** @throws AppError as `offer`; forbidden (issued for another email), already_member, email_taken */
    async accept(token: string, invitee: Invitee): Promise<Pick<Person, 'id'>> {
      const now = timestamp(clock())
      const { organizationId, person, sessionIds } = await db.transaction().execute(async (trx) => {
        const invitation = usable(await lockInvitationByToken(trx, hashToken(token)))
        const { organization_id: organizationId, role, email } = invitation
        if (email !== null && email !== normalizeEmail(invitee.email))
          throw new AppError('forbidden', { detail: 'This invitation is for another e-mail address.' })
        const { person, sessionIds } = await personOf(trx, invitation, invitee, now)
        const agent = await admitAgent(trx, { organizationId, userId: person.id, role, now })
        if (!agent) throw new AppError('already_member')
        await markAccepted(trx, invitation.id, now)
        return { organizationId, person, sessionIds }
      })
      mails.wake()
      for (const id of sessionIds) await deps.onSessionEnded({ id, userId: person.id })
      announceChange(bus, organizationId, 'agents')
      announceChange(bus, organizationId, 'invitations')
      return person
    },
  }

  function usable(invitation: TokenInvitation | undefined): TokenInvitation {
    if (!invitation || invitation.withdrawn_at !== null) throw new AppError('invitation_invalid')
    if (invitation.accepted_at !== null) throw new AppError('invitation_used')
    if (invitation.expires_at <= timestamp(clock())) throw new AppError('invitation_expired')
    return invitation
  }

  async function personOf(
    trx: Transaction,
    invitation: TokenInvitation,
    invitee: Invitee,
    now: string,
  ): Promise<{ person: Pick<Person, 'id'>; sessionIds: string[] }> {
    if (invitee.kind === 'known') {
      // A reset by an admin depends on the person's organizations, which it reads under this lock.
      await lockPerson(trx, invitee.userId)
      // Before `admitAgent` waits for the agent's row: such a reset locks the row first and the person second.
      const memberships = await listMemberships(trx, invitee.userId)
      if (memberships.some(({ organization_id }) => organization_id === invitation.organization_id))
        throw new AppError('already_member')
      return { person: { id: invitee.userId }, sessionIds: [] }
    }
    const created = await insertPerson(trx, { ...invitee, now })
    if (created) return { person: created, sessionIds: [] }
    const returning = await takeOver(trx, invitation, invitee, now)
    if (!returning) throw new AppError('email_taken')
    return returning
  }

  /**
   * Sets a new name and password for the account of an agent whom this organization has removed and who belongs to no other. Only for
   * an invitation bound to this e-mail address. Such an account gives access to nothing, and its owner may have forgotten the password.
   * Other organizations are refused, because the admin who creates an invitation sees its link and could set the password.
   */
  async function takeOver(
    trx: Transaction,
    invitation: TokenInvitation,
    invitee: Extract<Invitee, { kind: 'new' }>,
    now: string,
  ): Promise<{ person: Person; sessionIds: string[] } | undefined> {
    if (invitation.email === null) return undefined
    const known = await findPersonByEmail(trx, invitation.email)
    const person = known && (await lockPerson(trx, known.id))
    // The address may have changed before the lock.
    if (person?.email !== normalizeEmail(invitation.email)) return undefined
    if ((await listMemberships(trx, person.id)).length > 0) return undefined
    if (!(await hasBeenAgent(trx, invitation.organization_id, person.id))) return undefined
    await updatePassword(trx, person.id, invitee.passwordHash, now)
    await updateName(trx, person.id, invitee.name, now)
    await withdrawLinks(trx, person.id, now)
    const agentId = invitation.inviter_id
    await deps.record(trx, { userId: person.id, type: 'password_reset', source: 'invitation', agentId })
    const { language } = invitee
    if (mails.isOn) await mails.enqueue(trx, { kind: 'passwordReset', to: person.email, language })
    return { person, sessionIds: await deleteSessions(trx, person.id) }
  }
}
