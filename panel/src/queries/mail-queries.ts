import { queryOptions } from '@tanstack/react-query'
import type {
  MailSettings,
  MailSettingsChange,
  MailTest,
  MailTestInput,
  TranscriptSent,
} from '@parley/protocol/mail'
import { api, organizationPath } from '../api/api.ts'
import { organizationKey } from './organization-queries.ts'
import { repeatFailed } from './repeat-failed.ts'

const path = (organizationId: string, rest = '') => organizationPath(organizationId, `/mail-settings${rest}`)

export const mailSettingsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'mail-settings'],
    queryFn: ({ signal }) => api.get<MailSettings>(path(organizationId), { signal }),
    staleTime: 60_000,
  })

/** For pages that only hide what needs a mail server, and show no failure. */
export const repeatedMailSettingsQuery = (organizationId: string) =>
  queryOptions({ ...mailSettingsQuery(organizationId), ...repeatFailed })

export const saveMailSettings = (organizationId: string, change: MailSettingsChange) =>
  api.patch<MailSettings>(path(organizationId), change)

export const sendTestMail = (organizationId: string, input: MailTestInput) =>
  api.post<MailTest>(path(organizationId, '/test'), input)

export const sendTranscript = (organizationId: string, conversationId: string) =>
  api.post<TranscriptSent>(organizationPath(organizationId, `/conversations/${conversationId}/transcript`))
