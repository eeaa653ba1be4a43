import type { EntryData, PublicEntryType } from '@parley/protocol/event'
import type { DeliveryType } from '@parley/protocol/webhook'
import { timestamp } from '../../core/clock.ts'

/** Ids that no record can have. */
const ids = {
  customer: '00000000-0000-7000-8000-000000000001',
  provider: '00000000-0000-7000-8000-000000000002',
  conversation: '00000000-0000-7000-8000-000000000003',
  call: '00000000-0000-7000-8000-000000000004',
  agent: '00000000-0000-7000-8000-000000000005',
  recording: '00000000-0000-7000-8000-000000000006',
  rule: '00000000-0000-7000-8000-000000000007',
}

type Samples = { [T in PublicEntryType]: (now: number) => EntryData[T] }

const ago = (now: number, seconds: number) => timestamp(now - seconds * 1000)
const customerFields = { customer_id: ids.customer, provider_id: ids.provider }
const externalId = 'sample-user-1'

/** The data of each event (spec 6), for one customer who just wrote, called and was helped. */
const samples: Samples = {
  'customer.created': (now) => ({
    id: ids.customer,
    provider_id: ids.provider,
    external_id: externalId,
    first_name: 'Mira',
    last_name: 'Sample',
    username: null,
    email: 'mira@example.com',
    phone: '+15550100',
    language: 'en',
    country_code: 'US',
    auth_provider: 'custom',
    created_at: ago(now, 0),
  }),
  'customer.updated': () => ({
    id: ids.customer,
    provider_id: ids.provider,
    external_id: externalId,
    changes: { email: 'mira.sample@example.com' },
  }),
  'conversation.started': (now) => ({ ...customerFields, external_id: externalId, started_at: ago(now, 0) }),
  'conversation.ended': (now) => ({
    id: ids.conversation,
    ...customerFields,
    agent_id: ids.agent,
    started_at: ago(now, 840),
    closed_at: ago(now, 0),
    duration: 840,
    first_response_time: 45,
    messages_url: `/v1/public/webhook/conversations/${ids.conversation}/messages`,
  }),
  'call.started': (now) => ({
    id: ids.call,
    ...customerFields,
    external_id: externalId,
    status: 'ringing',
    created_at: ago(now, 0),
  }),
  'call.ended': (now) => ({
    id: ids.call,
    ...customerFields,
    external_id: externalId,
    agent_id: ids.agent,
    status: 'ended',
    reason: null,
    ended_by: 'customer',
    hold_duration: 8,
    created_at: ago(now, 188),
    answered_at: ago(now, 180),
    ended_at: ago(now, 0),
  }),
  'call.missed': (now) => ({
    id: ids.call,
    ...customerFields,
    external_id: externalId,
    agent_id: null,
    status: 'missed',
    reason: 'cancelled',
    ended_by: 'customer',
    hold_duration: 25,
    created_at: ago(now, 25),
    answered_at: null,
    ended_at: ago(now, 0),
  }),
  'call.recording_ready': () => ({
    id: ids.call,
    ...customerFields,
    external_id: externalId,
    recordings: [
      {
        id: ids.recording,
        name: 'call.webm',
        mime: 'audio/webm',
        size: 482_133,
        url: `/v1/public/recordings/${ids.recording}/call.webm`,
      },
    ],
  }),
}

/** Returns made-up data of an event, as the log would store it: links are signed at each attempt. */
export const sampleOf = (
  type: DeliveryType,
  { webhookId, now }: { webhookId: string; now: number },
): object => {
  switch (type) {
    case 'webhook.test':
      return { webhook_id: webhookId, message: 'This is a test event. Your endpoint receives webhooks.' }
    case 'automation.triggered':
      return {
        rule_id: ids.rule,
        rule_name: 'Refunds',
        trigger: 'customer_message',
        ...customerFields,
        external_id: externalId,
        conversation_id: ids.conversation,
      }
    default:
      return samples[type](now)
  }
}
