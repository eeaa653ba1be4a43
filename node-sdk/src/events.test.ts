import type { EntryData } from '@parley/protocol/event'
import type { ClosedMedia, ClosedMessage, MessagesPage as ServicePage } from '@parley/protocol/messages-page'
import { DeliveryType, type directDeliveries } from '@parley/protocol/webhook'
import { expect, test } from 'vitest'
import type {
  AutomationTriggered,
  EventData,
  EventType,
  Media,
  Message,
  MessagesPage,
  WebhookTest,
} from './index.ts'

/** Compile-time checks: each type becomes `false` if one side has a field that the other lacks. */
type Same<A, B> = [A] extends [B]
  ? [B] extends [A]
    ? [keyof A] extends [keyof B]
      ? [keyof B] extends [keyof A]
        ? true
        : false
      : false
    : false
  : false

/** Spec 2.4: `call.ended` is sent exactly for answered calls. */
type Answered = { status: 'ended'; answered_at: string }
type Unanswered = { status: 'missed' | 'rejected' | 'failed'; answered_at: null }

type Sent = Pick<
  EntryData,
  Exclude<DeliveryType, (typeof directDeliveries)[number] | 'call.ended' | 'call.missed'>
> & {
  'call.ended': EntryData['call.ended'] & Answered
  'call.missed': EntryData['call.missed'] & Unanswered
  'webhook.test': WebhookTest
  'automation.triggered': AutomationTriggered
}

test('the event types equal those of the protocol', () => {
  const events: { [T in EventType]: Same<EventData[T], Sent[T]> } = {
    'customer.created': true,
    'customer.updated': true,
    'conversation.started': true,
    'conversation.ended': true,
    'call.started': true,
    'call.ended': true,
    'call.missed': true,
    'call.recording_ready': true,
    'webhook.test': true,
    'automation.triggered': true,
  }
  const page: [Same<MessagesPage, ServicePage>, Same<Message, ClosedMessage>, Same<Media, ClosedMedia>] = [
    true,
    true,
    true,
  ]
  expect(Object.keys(events).sort()).toEqual([...DeliveryType.enum].sort())
  expect(page).toEqual([true, true, true])
})
