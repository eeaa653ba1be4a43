import type * as agents from '@parley/protocol/agent'
import type * as conversations from '@parley/protocol/conversation'
import type * as customers from '@parley/protocol/customer'
import type { EntryData } from '@parley/protocol/event'
import type * as labels from '@parley/protocol/label'
import type * as messages from '@parley/protocol/message'
import type * as changes from '@parley/protocol/message-change'
import type * as inputs from '@parley/protocol/message-input'
import type * as notes from '@parley/protocol/note'
import type { PageOf } from '@parley/protocol/pager'
import type * as teams from '@parley/protocol/team'
import type { ClosedMedia, ClosedMessage, MessagesPage as ServicePage } from '@parley/protocol/messages-page'
import { DeliveryType, type directDeliveries } from '@parley/protocol/webhook'
import { expect, test } from 'vitest'
import type {
  AgentFace,
  AutomationTriggered,
  Conversation,
  ConversationLabels,
  ConversationTeam,
  Customer,
  EventData,
  EventType,
  Label,
  LabelInput,
  List,
  Media,
  Message,
  MessageChange,
  MessageEdit,
  MessageInput,
  MessageSent,
  MessagesPage,
  Note,
  NoteInput,
  Page,
  Team,
  TeamInput,
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

/** An API key has to name the author, and cannot attach files. */
type KeyNoteInput = Omit<notes.NoteInput, 'agent_id' | 'media_ids'> &
  Required<Pick<notes.NoteInput, 'agent_id'>>

test('the resources equal those of the protocol', () => {
  const same: {
    AgentFace: Same<AgentFace, agents.AgentFace>
    Conversation: Same<Conversation, conversations.Conversation>
    Customer: Same<Customer, customers.Customer>
    Label: Same<Label, labels.Label>
    List: Same<List<Label>, { data: labels.Label[] }>
    LabelInput: Same<LabelInput, labels.LabelInput>
    ConversationLabels: Same<ConversationLabels, labels.ConversationLabels>
    MessageInput: Same<MessageInput, inputs.MessageInput>
    MessageSent: Same<MessageSent, messages.MessageSent>
    MessageEdit: Same<MessageEdit, changes.MessageEdit>
    MessageChange: Same<MessageChange, changes.MessageChange>
    Note: Same<Note, notes.Note>
    NoteInput: Same<NoteInput, KeyNoteInput>
    Page: Same<Page<Label>, PageOf<labels.Label>>
    Team: Same<Team, teams.Team>
    TeamInput: Same<TeamInput, teams.TeamInput>
    ConversationTeam: Same<ConversationTeam, teams.ConversationTeam>
  } = {
    AgentFace: true,
    Conversation: true,
    Customer: true,
    Label: true,
    List: true,
    LabelInput: true,
    ConversationLabels: true,
    MessageInput: true,
    MessageSent: true,
    MessageEdit: true,
    MessageChange: true,
    Note: true,
    NoteInput: true,
    Page: true,
    Team: true,
    TeamInput: true,
    ConversationTeam: true,
  }
  expect(Object.values(same)).not.toContain(false)
})
