import type { Conversation } from '@parley/protocol/conversation'
import type { PriorityInput, SnoozeInput } from '@parley/protocol/triage'
import { api } from '../api/api.ts'
import { conversationPath } from './conversation-queries.ts'

export const prioritize = (organizationId: string, conversationId: string, input: PriorityInput) =>
  api.put<Conversation>(conversationPath(organizationId, conversationId, '/priority'), input)

export const snooze = (organizationId: string, conversationId: string, input: SnoozeInput) =>
  api.post<Conversation>(conversationPath(organizationId, conversationId, '/snooze'), input)

export const unsnooze = (organizationId: string, conversationId: string) =>
  api.post<Conversation>(conversationPath(organizationId, conversationId, '/unsnooze'))
