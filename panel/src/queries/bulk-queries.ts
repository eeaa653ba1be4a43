import type { BulkInput, BulkResult } from '@parley/protocol/bulk'
import { api, organizationPath } from '../api/api.ts'

/** Changes up to 200 conversations; each has its own result. */
export const changeConversations = (organizationId: string, input: BulkInput) =>
  api.post<BulkResult>(organizationPath(organizationId, '/conversations/bulk'), input)
