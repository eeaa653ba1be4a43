import { Email, Password } from '@parley/protocol/agent'
import { Language } from '@parley/protocol/provider'
import { closed } from '@parley/protocol/scalars'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Database } from '../../core/database.ts'
import type { Http } from '../../core/http.ts'
import type { Logger } from '../../core/logger.ts'
import type { RecordAccountEvent } from './account-events.ts'
import type { AccountMails } from './account-mails.ts'
import { limitsOfConfirmations } from './account-mail-limits.ts'
import type { AttemptLimit, Attempts } from './attempts.ts'
import type { EmailChanges } from './email-changes.ts'
import type { Passwords } from './passwords.ts'
import { deleteSessions, lockPerson, normalizeEmail } from './person-store.ts'
import type { Session, Sessions } from './sessions.ts'

const tags = ['Sign-in']
const Done = Type.Object({}, closed)
/** Each request may send an e-mail or reveal whether an address has an account. */
const emailChangeLimit: AttemptLimit = { max: 5, seconds: 60 * 60 }

/** Routes for a person's own account: changing the e-mail address and ending all sessions. */
export function accountRoutes(
  http: Http,
  deps: {
    db: Database
    logger: Logger
    sessions: Sessions
    passwords: Passwords
    emailChanges: EmailChanges
    mails: AccountMails
    attempts: Attempts
    record: RecordAccountEvent
    onSessionEnded: (session: { id: string; userId: string }) => Promise<void>
    onPersonChanged: (userId: string) => Promise<void>
  },
): void {
  const { db, logger, passwords, emailChanges, mails, attempts } = deps

  async function requireSession(request: FastifyRequest): Promise<Session> {
    const session = await deps.sessions.sessionOf(request.headers)
    if (!session) throw new AppError('unauthenticated')
    return session
  }

  const limitKeyOf = (userId: string) => `email of ${userId}`

  /** Returns false if there is nothing to confirm. What is not sent does not count. @throws AppError rate_limited, mail_not_sent */
  async function sendLink(
    { ip }: FastifyRequest,
    { userId, email, language }: { userId: string; email: string; language: Language },
    begin: () => Promise<{ email: string; link: string } | null>,
  ): Promise<boolean> {
    const limits = { [limitKeyOf(userId)]: emailChangeLimit, ...limitsOfConfirmations(ip, email) }
    await attempts.takeAll(limits)
    const confirmation = await begin()
    if (confirmation === null) {
      await attempts.refund(Object.keys(limits))
      return false
    }
    try {
      const { email: to, link } = confirmation
      await mails.send({ kind: 'confirmEmail', to, language, link })
      return true
    } catch (error) {
      logger.error({ err: error }, 'mail: not sent')
      await attempts.refund(Object.keys(limits))
      throw new AppError('mail_not_sent', { cause: error })
    }
  }

  http.post(
    '/v1/auth/change-email',
    {
      schema: {
        tags,
        summary: 'Change the own e-mail, with the password',
        description:
          '`confirm`: a link was sent to the new address, and the old one is used until it is opened. `changed`: this installation sends no e-mail, and the new address is used at once.',
        body: Type.Object({ email: Email, password: Password, language: Type.Optional(Language) }, closed),
        response: { 200: Type.Object({ state: Type.Enum(['confirm', 'changed']) }, closed) },
      },
    },
    async (request) => {
      const session = await requireSession(request)
      const { userId } = session
      const { email, password, language = 'en' } = request.body
      const verified = { userId, verifiedHash: await passwords.verify(session, password) }
      if (normalizeEmail(email) === session.email) return { state: 'changed' as const }
      if (!mails.isOn) {
        await attempts.take(limitKeyOf(userId), emailChangeLimit)
        await emailChanges.change(verified, email)
        await deps.onPersonChanged(userId)
        return { state: 'changed' as const }
      }
      await sendLink(request, { userId, email, language }, async () => ({
        email: normalizeEmail(email),
        link: await emailChanges.begin(verified, email),
      }))
      return { state: 'confirm' as const }
    },
  )

  http.post(
    '/v1/auth/confirm-email',
    {
      schema: {
        tags,
        summary: 'Send a link that confirms the own e-mail',
        description: '`confirmed`: nothing was sent, because the address is confirmed already.',
        body: Type.Object({ language: Type.Optional(Language) }, closed),
        response: { 200: Type.Object({ state: Type.Enum(['sent', 'confirmed']) }, closed) },
      },
    },
    async (request) => {
      const { userId, email } = await requireSession(request)
      if (!mails.isOn) throw new AppError('mail_off')
      const { language = 'en' } = request.body
      const isSent = await sendLink(request, { userId, email, language }, () =>
        emailChanges.beginConfirmation(userId),
      )
      return { state: isSent ? ('sent' as const) : ('confirmed' as const) }
    },
  )

  http.post(
    '/v1/auth/revoke-sessions',
    {
      schema: {
        tags,
        summary: 'Sign out everywhere: ends every session of this person, also this one',
        response: { 200: Done },
      },
    },
    async (request, reply) => {
      const { userId } = await requireSession(request)
      const sessionIds = await db.transaction().execute(async (trx) => {
        // A reset, too, locks the person before it deletes their sessions.
        await lockPerson(trx, userId)
        const ended = await deleteSessions(trx, userId)
        await deps.record(trx, { userId, type: 'signed_out_everywhere', source: 'person' })
        return ended
      })
      for (const id of sessionIds) await deps.onSessionEnded({ id, userId })
      reply.header('cache-control', 'no-store')
      return {}
    },
  )
}
