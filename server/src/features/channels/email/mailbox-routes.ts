import { ChannelConnection } from '@parley/protocol/channel-connection'
import { MailboxInput, MailboxSettings, MailboxTest, MailboxTestInput } from '@parley/protocol/mailbox'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import { AppError } from '../../../core/app-error.ts'
import type { Http } from '../../../core/http.ts'
import type { AuthorizeAgent } from '../../../core/permissions.ts'
import type { Connections } from '../connections.ts'
import { completeMailbox, isComplete, presentMailbox, readMailbox, type Mailbox } from './mailbox.ts'

const tags = ['Channels']
const root = '/v1/organizations/:organization_id'
const OrganizationParams = Type.Object({ organization_id: Id }, closed)
const ChannelParams = Type.Object({ organization_id: Id, channel_id: Id }, closed)

export interface MailboxRouteDeps {
  connections: Pick<Connections, 'find' | 'open' | 'replace' | 'admitTest'>
  test: (organizationId: string, mailbox: Mailbox) => Promise<MailboxTest>
  authorizeAgent: AuthorizeAgent
}

/** Settings of mailboxes: for admins and owners, session only. */
export function mailboxRoutes(http: Http, { connections, test, authorizeAgent }: MailboxRouteDeps): void {
  /** null: PARLEY_SECRET has changed, so all passwords must be entered again. */
  async function stored(organizationId: string, channelId: string): Promise<Mailbox | null> {
    const row = await connections.find(organizationId, channelId)
    if (row.channel !== 'email') throw new AppError('not_found')
    const account = connections.open(row)
    return account ? readMailbox(account.credentials) : null
  }

  http.post(
    `${root}/channels/mailbox-test`,
    {
      schema: {
        tags,
        summary: 'Test the settings of a mailbox without saving them',
        description:
          'Signs in at both servers and opens the folder. Errors: 422 `mailbox_incomplete`, 429 `rate_limited`.',
        params: OrganizationParams,
        body: MailboxTestInput,
        response: { 200: MailboxTest },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      const { channel_id: channelId, mailbox: input } = request.body
      const before = channelId === null ? null : await stored(organizationId, channelId)
      const mailbox = completeMailbox(input, before)
      if (!isComplete(mailbox)) throw new AppError('mailbox_incomplete')
      connections.admitTest(organizationId)
      return test(organizationId, mailbox)
    },
  )

  http.get(
    `${root}/channels/:channel_id/mailbox`,
    {
      schema: {
        tags,
        summary: 'Get the settings of a mailbox, without its passwords',
        description: 'Errors: 409 `channel_credentials_unreadable`.',
        params: ChannelParams,
        response: { 200: MailboxSettings },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      const mailbox = await stored(organizationId, request.params.channel_id)
      if (mailbox === null) throw new AppError('channel_credentials_unreadable')
      return presentMailbox(mailbox)
    },
  )

  http.put(
    `${root}/channels/:channel_id/mailbox`,
    {
      schema: {
        tags,
        summary: 'Change the settings of a mailbox',
        description:
          'The address cannot be changed. A password that is null is kept if server and user stay the same; the IMAP password that is also used for SMTP, only if both servers do.\n\n' +
          'Errors: 422 `mailbox_incomplete`, 422 `mailbox_refused`, 422 `channel_token_other_account`, 429 `rate_limited`.',
        params: ChannelParams,
        body: MailboxInput,
        response: { 200: ChannelConnection },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      const { channel_id: channelId } = request.params
      const mailbox = completeMailbox(request.body, await stored(organizationId, channelId))
      return connections.replace(organizationId, channelId, 'email', JSON.stringify(mailbox))
    },
  )
}
