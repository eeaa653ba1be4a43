import { queryOptions } from '@tanstack/react-query'
import type {
  CannedReply,
  CannedReplyChange,
  CannedReplyInput,
  ImportResult,
} from '@parley/protocol/canned-reply'
import type { MediaTicket } from '@parley/protocol/media'
import { api, organizationPath } from '../api/api.ts'
import { allPages, organizationKey } from './organization-queries.ts'

const replyPath = (organizationId: string, rest = '') =>
  organizationPath(organizationId, `/canned-replies${rest}`)

const oneReply = (organizationId: string, replyId: string, rest = '') =>
  replyPath(organizationId, `/${encodeURIComponent(replyId)}${rest}`)

/** All replies that the agent can use. Searched in the browser, so that the list follows each key. */
export const cannedRepliesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'canned-replies'],
    queryFn: ({ signal }) => allPages<CannedReply>(replyPath(organizationId), signal),
    staleTime: 300_000,
  })

/** Links to attachments expire after an hour: a reply is read again before its files are fetched. */
export const readCannedReply = (organizationId: string, replyId: string, signal: AbortSignal) =>
  api.get<CannedReply>(oneReply(organizationId, replyId), { signal })

export const createCannedReply = (organizationId: string, input: CannedReplyInput) =>
  api.post<CannedReply>(replyPath(organizationId), input)

export const changeCannedReply = (organizationId: string, replyId: string, change: CannedReplyChange) =>
  api.patch<CannedReply>(oneReply(organizationId, replyId), change)

export const deleteCannedReply = (organizationId: string, replyId: string) =>
  api.delete(oneReply(organizationId, replyId))

/** Counts a message sent with the reply, for the order of the list. */
export const countCannedReply = (organizationId: string, replyId: string) =>
  api.post(oneReply(organizationId, replyId, '/uses'))

export const requestReplyUpload = (organizationId: string, file: File) =>
  api.post<MediaTicket>(replyPath(organizationId, '/media-tickets'), {
    name: file.name.slice(-255) || 'file',
    size: file.size,
  })

export const importCannedReplies = (organizationId: string, csv: string, isDryRun: boolean) =>
  api.post<ImportResult>(replyPath(organizationId, '/import'), { csv, dry_run: isDryRun })

/** Address of the CSV download. */
export const exportAddress = (organizationId: string) => replyPath(organizationId, '/export')
