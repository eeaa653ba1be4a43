import type { Conversation } from '@parley/protocol/conversation'
import type { PriorityInput, SnoozeInput } from '@parley/protocol/triage'
import { api } from '../api/api.ts'
import { changeTimeout, postChange } from './conversation-order.ts'
import { conversationPath } from './conversation-queries.ts'

export const prioritize = (organizationId: string, conversationId: string, input: PriorityInput) =>
  api.put<Conversation>(conversationPath(organizationId, conversationId, '/priority'), input, changeTimeout)

export const snooze = (organizationId: string, conversationId: string, input: SnoozeInput) =>
  postChange(organizationId, conversationId, 'snooze', input)

export const unsnooze = (organizationId: string, conversationId: string) =>
  postChange(organizationId, conversationId, 'unsnooze')
