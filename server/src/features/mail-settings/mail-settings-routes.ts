import { MailSettings, MailSettingsChange, MailTest, MailTestInput } from '@parley/protocol/mail'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Database } from '../../core/database.ts'
import type { Http } from '../../core/http.ts'
import type { Mailer } from '../../core/mail/mailer.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import { readPreviews, savePreviews } from './mail-settings-store.ts'
import { describeFailure, testMail } from './mail-test.ts'

const tags = ['E-mail']
const base = '/v1/organizations/:organization_id/mail-settings'
const params = Type.Object({ organization_id: Id }, closed)
/** With open sign-up, the address may be a stranger's. */
const testsOf = (userId: string) => ({
  [`test mail of ${userId}`]: { max: 5, seconds: 600 },
  [`test mails of ${userId} in a day`]: { max: 30, seconds: 86_400 },
})

export interface MailSettingsDeps {
  db: Database
  baseUrl: string
  mailer: Mailer | null
  /** null without a mail server. */
  from: string | null
  authorizeAgent: AuthorizeAgent
  addressOf: (organizationId: string, agentId: string) => Promise<string>
  /** @throws AppError rate_limited */
  attempts: { takeAll: (limits: Record<string, { max: number; seconds: number }>) => Promise<void> }
}

export function mailSettingsRoutes(http: Http, deps: MailSettingsDeps): void {
  const { db, mailer, from, authorizeAgent } = deps
  const present = async (organizationId: string): Promise<MailSettings> => ({
    configured: mailer !== null,
    from,
    notification_previews: await readPreviews(db, organizationId),
  })

  http.get(
    base,
    {
      schema: {
        tags,
        summary: 'Whether e-mail is sent, and what it contains',
        params,
        response: { 200: MailSettings },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id)
      return present(organizationId)
    },
  )

  http.patch(
    base,
    {
      schema: {
        tags,
        summary: 'Change what e-mails contain',
        params,
        body: MailSettingsChange,
        response: { 200: MailSettings },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      await savePreviews(db, organizationId, request.body.notification_previews)
      return present(organizationId)
    },
  )

  http.post(
    `${base}/test`,
    {
      schema: {
        tags,
        summary: 'Send a test e-mail to yourself',
        description:
          'For owners, 5 in 10 minutes and 30 in 24 hours. Returns what the mail server did with it.',
        params,
        body: MailTestInput,
        response: { 200: MailTest },
      },
    },
    async (request) => {
      const agent = await authorizeAgent(request, request.params.organization_id, 'owner')
      if (mailer === null) throw new AppError('mail_off')
      await deps.attempts.takeAll(testsOf(agent.userId))
      const to = await deps.addressOf(agent.organizationId, agent.agentId)
      try {
        await mailer.send(testMail(to, request.body.language ?? 'en', deps.baseUrl))
      } catch (error) {
        return { to, ...describeFailure(error) }
      }
      return { to, result: 'accepted' as const, reply: null }
    },
  )
}
