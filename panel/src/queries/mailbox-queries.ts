import { queryOptions } from '@tanstack/react-query'
import type { ChannelConnection, ChannelInput } from '@parley/protocol/channel-connection'
import type { MailboxInput, MailboxSettings, MailboxTest, MessageMails } from '@parley/protocol/mailbox'
import { api, organizationPath } from '../api/api.ts'
import { repeatFailed } from './repeat-failed.ts'
import { conversationPath } from './conversation-queries.ts'
import { organizationKey } from './organization-queries.ts'

const mailboxPath = (organizationId: string, channelId: string) =>
  organizationPath(organizationId, `/channels/${encodeURIComponent(channelId)}/mailbox`)

/** The settings of a mailbox, without its passwords. */
export const mailboxQuery = (organizationId: string, channelId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'channels', channelId, 'mailbox'],
    queryFn: ({ signal }) => api.get<MailboxSettings>(mailboxPath(organizationId, channelId), { signal }),
    // A form is filled from it once and saves all of it: not with what a colleague has changed since.
    gcTime: 0,
  })

/** The service gives the mail servers 40 s, both at once. */
const tested = { timeoutMs: 90_000 }

export const connectMailbox = (organizationId: string, mailbox: MailboxInput) =>
  api.post<ChannelConnection>(
    organizationPath(organizationId, '/channels'),
    { channel: 'email', mailbox } satisfies ChannelInput,
    tested,
  )

export const changeMailbox = (organizationId: string, channelId: string, mailbox: MailboxInput) =>
  api.put<ChannelConnection>(mailboxPath(organizationId, channelId), mailbox, tested)

export const testMailbox = (organizationId: string, channelId: string | null, mailbox: MailboxInput) =>
  api.post<MailboxTest>(
    organizationPath(organizationId, '/channels/mailbox-test'),
    { channel_id: channelId, mailbox },
    tested,
  )

/** What messages were as e-mails. `newest`: the customer's last message, so that its e-mail is fetched too. */
export const mailsQuery = (organizationId: string, conversationId: string, newest: string | null) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'mails', conversationId, newest],
    queryFn: async ({ signal }) => {
      const path = conversationPath(organizationId, conversationId, '/mails')
      const { data } = await api.get<MessageMails>(path, { signal })
      return new Map(data.map((mail) => [mail.message_id, mail]))
    },
    placeholderData: (before) => before,
    staleTime: 5000,
    ...repeatFailed,
  })

/** A page of its own, to be shown in a sandboxed frame. */
export const originalPath = (organizationId: string, message: { id: string; conversation_id: string }) =>
  conversationPath(
    organizationId,
    message.conversation_id,
    `/messages/${encodeURIComponent(message.id)}/original`,
  )
