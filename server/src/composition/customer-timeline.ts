import type { Call } from '@parley/protocol/call'
import type { Conversation } from '@parley/protocol/conversation'
import type { AuthProvider } from '@parley/protocol/customer'
import type { CustomerTimelineItemOf } from '@parley/protocol/customer-timeline'
import type { Note } from '@parley/protocol/note'
import type { Rating } from '@parley/protocol/survey'
import type { AuthorizeAgent } from '../core/permissions.ts'
import { customerTimelineRoutes } from '../features/customer-timeline/customer-timeline-routes.ts'
import type { TimelineQuery } from '../features/customer-timeline/customer-timeline.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface CustomerTimelinePorts {
  agents: { authorizeAgent: AuthorizeAgent }
  customers: {
    find: (organizationId: string, customerId: string) => Promise<object | undefined>
    signInsOf: (
      query: TimelineQuery,
    ) => Promise<{ id: string; auth_provider: AuthProvider; created_at: string }[]>
  }
  conversations: {
    ofCustomer: (query: TimelineQuery) => Promise<{ conversations: Conversation[]; createdAt: string[] }>
  }
  calls: { ofCustomer: (query: TimelineQuery) => Promise<Call[]> }
  notes: { ofCustomer: (query: TimelineQuery) => Promise<Note[]> }
  surveys: { ofCustomer: (query: TimelineQuery) => Promise<Rating[]> }
  labels: { historyOf: (query: TimelineQuery) => Promise<Omit<CustomerTimelineItemOf<'label'>, 'kind'>[]> }
}

/** The timeline of a customer and its sources. */
export const composeCustomerTimeline = (_: Infrastructure, ports: CustomerTimelinePorts) =>
  defineFeature({
    routes: (http) =>
      customerTimelineRoutes(http, {
        authorizeAgent: ports.agents.authorizeAgent,
        customerExists: async (organizationId, customerId) =>
          (await ports.customers.find(organizationId, customerId)) !== undefined,
        sources: {
          async conversation(query) {
            const { conversations, createdAt } = await ports.conversations.ofCustomer(query)
            return conversations.map((conversation, index) => ({
              kind: 'conversation',
              id: conversation.id,
              created_at: createdAt[index] ?? conversation.started_at,
              conversation,
            }))
          },
          async call(query) {
            const calls = await ports.calls.ofCustomer(query)
            return calls.map((call) => ({ kind: 'call', id: call.id, created_at: call.created_at, call }))
          },
          async note(query) {
            const notes = await ports.notes.ofCustomer(query)
            return notes.map((note) => ({ kind: 'note', id: note.id, created_at: note.created_at, note }))
          },
          async label(query) {
            const entries = await ports.labels.historyOf(query)
            return entries.map((entry) => ({ kind: 'label', ...entry }))
          },
          async rating(query) {
            const ratings = await ports.surveys.ofCustomer(query)
            return ratings.map((rating) => ({
              kind: 'rating',
              id: rating.id,
              created_at: rating.created_at,
              rating,
            }))
          },
          async sign_in(query) {
            const signIns = await ports.customers.signInsOf(query)
            return signIns.map((signIn) => ({ kind: 'sign_in', ...signIn }))
          },
        },
      }),
  })
