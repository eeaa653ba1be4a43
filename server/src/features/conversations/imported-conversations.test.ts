import type { Entries } from '@parley/protocol/timeline'
import { expect, test } from 'vitest'
import { openDatabase } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { useShop, visitorWhoWrote } from '../../testing/test-shop.ts'
import { writeImportedConversation } from './imported-conversations.ts'

let ahead = 0
const shop = useShop({ clock: () => Date.now() + ahead })
const hourMs = 3_600_000

test('a message that is imported for the customer of a snoozed conversation is no reply', async () => {
  const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
  const { id: organizationId, cookie, providerId } = shop.organization
  await shop.service.call(
    'POST',
    `/v1/organizations/${organizationId}/conversations/${conversationId}/snooze`,
    {
      cookie,
      body: { until: new Date(Date.now() + hourMs).toISOString() },
    },
  )
  const { db, close } = openDatabase(shop.service.databaseUrl, { connections: 1 })
  const at = '2026-01-02T10:00:00.000+00:00'
  await db.transaction().execute((trx) =>
    writeImportedConversation(trx, {
      id: newId(),
      organizationId,
      customerId,
      providerId,
      startedAt: at,
      closedAt: at,
      agent: null,
      labels: [],
      priority: null,
      snooze: null,
      items: [
        {
          type: 'message',
          message: {
            id: newId(),
            clientId: newId(),
            sender: { type: 'customer' },
            content: 'From before',
            replyToId: null,
            media: [],
            createdAt: at,
          },
        },
      ],
    }),
  )
  await close()
  ahead = hourMs + 1
  await shop.service.app.triage.sweepSnoozes()
  const { entries } = await shop.agent.request<Entries>('log.read', { customer_id: customerId, after: 0 })
  expect(entries.filter(({ type }) => type === 'conversation.unsnoozed')).toMatchObject([
    { data: { reason: 'due' } },
  ])
  await socket.leave()
})
