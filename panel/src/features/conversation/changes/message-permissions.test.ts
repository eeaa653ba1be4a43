import { channelCapabilities, channels, type Channel } from '@parley/protocol/channel'
import type { TimelineMessage } from '@parley/protocol/message'
import { expect, test } from 'vitest'
import { messagePermissions } from './message-permissions.ts'

const sentAt = Date.UTC(2026, 4, 12, 12)
const hourMs = 3_600_000

const message = (change: Partial<TimelineMessage> = {}): TimelineMessage => ({
  id: 'm1',
  seq: 1,
  conversation_id: 'c1',
  client_id: 'x',
  sender_type: 'agent',
  sender_agent: { id: 'ana', name: 'Ana', avatar_url: null },
  content: 'Hello',
  reply_to_id: null,
  media: [],
  deleted_by_customer_at: null,
  created_at: new Date(sentAt).toISOString(),
  ...change,
})
const allowed = (
  change: Partial<TimelineMessage>,
  who: { me?: string; isAdmin?: boolean; hours?: number; channel?: Channel },
) => {
  const { me = 'ana', isAdmin = false, hours = 1, channel = 'widget' } = who
  const { mayEdit, mayDelete } = messagePermissions(message(change), {
    me,
    isAdmin,
    now: sentAt + hours * hourMs,
    channel,
  })
  return [mayEdit && 'edit', mayDelete && 'delete'].filter(Boolean)
}

test('messages of customers and the system and deleted messages cannot be changed', () => {
  for (const sender_type of ['customer', 'system'] as const)
    expect(allowed({ sender_type, sender_agent: null }, { isAdmin: true })).toEqual([])
  expect(allowed({ deleted_at: new Date(sentAt).toISOString() }, { isAdmin: true })).toEqual([])
})

test('colleagues cannot change a message, admins can delete it', () => {
  expect(allowed({}, { me: 'ben' })).toEqual([])
  expect(allowed({}, { me: 'ben', isAdmin: true, hours: 1000 })).toEqual(['delete'])
  expect(allowed({ sender_type: 'ai_agent' }, { isAdmin: true })).toEqual(['delete'])
})

test('authors can change their messages for 24 hours', () => {
  expect(allowed({}, {})).toEqual(['edit', 'delete'])
  expect(allowed({}, { hours: 24 })).toEqual([])
})

test.each(channels)('%s: nothing is offered that the customer cannot be shown', (channel) => {
  const { editHours, deleteHours } = channelCapabilities[channel]
  const possible = (hours: number) => [
    ...(editHours === null || hours < editHours ? ['edit'] : []),
    ...(deleteHours === null || hours < deleteHours ? ['delete'] : []),
  ]
  expect(allowed({}, { channel })).toEqual(possible(1))
  const admin = { me: 'ben', isAdmin: true, channel }
  for (const hours of [1, 1000])
    expect(allowed({}, { ...admin, hours })).toEqual(possible(hours).filter((each) => each === 'delete'))
})
