import { Email, Password, ResetLink } from '@parley/protocol/agent'
import { Language } from '@parley/protocol/provider'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Http } from '../../core/http.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import { limitsOfResets } from './account-mail-limits.ts'
import type { AccountMails } from './account-mails.ts'
import type { Attempts } from './attempts.ts'
import { clientNetwork } from '../../core/client-network.ts'
import type { EmailChanges } from './email-changes.ts'
import type { PasswordResets } from './password-resets.ts'
import { normalizeEmail } from './person-store.ts'
import type { OriginGuard } from './same-origin.ts'
import { limitPerNetwork } from './sign-in-routes.ts'
import { requireLength, type SignIn } from './sign-in.ts'

const tags = ['Account recovery']
const Token = Type.String({ minLength: 1, maxLength: 100 })
const Done = Type.Object({}, closed)
const Account = Type.Object({ email: Type.String() }, closed)
const LanguageOfMail = Type.Optional(Language)

/** Routes authorized by a link: resetting a password and confirming an e-mail address (docs/decisions/account-recovery.md). */
export function recoveryRoutes(
  http: Http,
  deps: {
    signIn: SignIn
    resets: PasswordResets
    emailChanges: EmailChanges
    mails: AccountMails
    attempts: Attempts
    origin: OriginGuard
    authorizeAgent: AuthorizeAgent
    onSessionEnded: (session: { id: string; userId: string }) => Promise<void>
    onPersonChanged: (userId: string) => Promise<void>
  },
): void {
  const { resets, emailChanges, mails, attempts } = deps
  const onRequest = deps.origin.refuseForeignOrigin
  const takeAttempt = (request: { ip: string }) =>
    attempts.take(`recovery ${clientNetwork(request.ip)}`, limitPerNetwork)

  http.post(
    '/v1/organizations/:organization_id/agents/:agent_id/reset-link',
    {
      schema: {
        tags,
        summary: 'Create a one-time link for an agent to set a new password, valid for 24 hours',
        description:
          'Not for a higher role, not for yourself, and not for a person who also belongs to another organization (`account_shared`).',
        params: Type.Object({ organization_id: Id, agent_id: Id }, closed),
        response: { 201: ResetLink },
      },
    },
    async (request, reply) => {
      const { organization_id: organizationId, agent_id: agentId } = request.params
      const actor = await deps.authorizeAgent(request, organizationId, 'admin')
      const link = await resets.createByAdmin(actor, agentId)
      return reply.code(201).header('cache-control', 'no-store').send(link)
    },
  )

  http.post(
    '/v1/public/password-resets/request',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Request a reset link by e-mail. The response is the same whether the account exists or not',
        body: Type.Object({ email: Email, language: LanguageOfMail }, closed),
        response: { 202: Done },
      },
    },
    async (request, reply) => {
      if (!mails.isOn) throw new AppError('mail_off')
      const email = normalizeEmail(request.body.email)
      const { language = 'en' } = request.body
      await attempts.takeAll(limitsOfResets(request.ip, email))
      // The account is looked up after the response, so that the response time does not reveal whether it exists.
      mails.later(async () => {
        await resets.createFor(email, 'mail', (trx, { url: link, person }) =>
          mails.enqueue(trx, { kind: 'reset', to: person.email, language, link }),
        )
      })
      return reply.code(202).send({})
    },
  )

  http.post(
    '/v1/public/password-resets/lookup',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Show whose password a reset link sets',
        body: Type.Object({ token: Token }, closed),
        response: { 200: Account },
      },
    },
    async (request) => {
      await takeAttempt(request)
      const { email } = await resets.lookUp(request.body.token)
      return { email }
    },
  )

  http.post(
    '/v1/public/password-resets/use',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Set a new password with a reset link. Ends all sessions of the person',
        body: Type.Object({ token: Token, password: Password, language: LanguageOfMail }, closed),
        response: { 200: Account },
      },
    },
    async (request) => {
      const { token, password, language = 'en' } = request.body
      await takeAttempt(request)
      // Rejects an invalid link before the expensive hash.
      await resets.lookUp(token)
      const hash = await deps.signIn.hashPassword(requireLength(password))
      const { person, sessionIds } = await resets.use(token, hash, async (trx, { person, source }) => {
        if (source !== 'mail' && mails.isOn)
          await mails.enqueue(trx, { kind: 'passwordReset', to: person.email, language })
      })
      mails.wake()
      for (const id of sessionIds) await deps.onSessionEnded({ id, userId: person.id })
      return { email: person.email }
    },
  )

  http.post(
    '/v1/public/email-changes/confirm',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Confirm an e-mail address with the link sent to it',
        body: Type.Object({ token: Token, language: LanguageOfMail }, closed),
        response: { 200: Account },
      },
    },
    async (request) => {
      const { token, language = 'en' } = request.body
      await takeAttempt(request)
      const { userId, email } = await emailChanges.confirm(token, async (trx, { before, email }) => {
        if (mails.isOn) await mails.enqueue(trx, { kind: 'emailChanged', to: before.email, language, email })
      })
      mails.wake()
      await deps.onPersonChanged(userId)
      return { email }
    },
  )
}
