import { conversationEn } from './conversation-en.ts'
import { customersEn } from './customers-en.ts'
import { messageChangesEn } from './message-changes-en.ts'
import { customerTimelineEn } from './customer-timeline-en.ts'
import { notesEn } from './notes-en.ts'
import { repliesEn } from './replies-en.ts'
import { writingEn } from './writing-en.ts'
import { bulkEn } from './bulk-en.ts'
import { labelsEn } from './labels-en.ts'
import { filterEn, savedViewsEn } from './views-en.ts'
import { teamsEn } from './teams-en.ts'
import { triageEn } from './triage-en.ts'

/** Texts of inbox, conversation and customers. */
export const inboxEn = {
  title: 'Inbox',
  views: { mine: 'Mine', unassigned: 'Unassigned', open: 'All open', closed: 'Closed', snoozed: 'Snoozed' },
  viewsLabel: 'Views',
  list: 'Conversations',
  /** For screen readers, after the list has changed. */
  shown: (rows: number) => (rows === 1 ? '1 conversation' : `${rows} conversations`),
  /** While there are more. */
  shownFirst: (rows: number) => (rows === 1 ? 'First conversation' : `First ${rows} conversations`),
  search: 'Search names and messages',
  clearSearch: 'Clear search',

  row: {
    unread: (count: number) => (count === 1 ? '1 unread message' : `${count} unread messages`),
    waiting: (time: string) => `Waiting ${time}`,
    waitingLong: (time: string) => `Waiting for a reply for ${time}`,
    files: (count: number) => (count === 1 ? '1 attachment' : `${count} attachments`),
    team: 'Team:',
    assistant: 'Assistant:',
    noMessages: 'No messages yet',
    online: 'online',
    blocked: 'Blocked',
  },

  empty: {
    snoozed: {
      title: 'No snoozed conversations',
      text: 'Snoozed conversations appear here and return to the inbox automatically.',
    },
    mine: { title: 'Nothing assigned to you', text: 'Conversations assigned to you appear here.' },
    mineHint: (count: number) =>
      count === 1 ? '1 unassigned conversation' : `${count} unassigned conversations`,
    unassigned: {
      title: 'No unassigned conversations',
      text: 'New conversations appear here until an agent takes over.',
    },
    open: {
      title: 'No open conversations',
      text: 'New conversations appear here as soon as a visitor writes.',
    },
    closed: { title: 'No closed conversations', text: 'Conversations that you close are kept here.' },
    search: (q: string) => `No results for “${q}”`,
    searchText: 'Searched names, e-mail addresses and messages in this view.',
    searchAll: 'Search all open',
    searchClosed: 'Search closed',
  },

  choose: {
    title: 'Choose a conversation',
    text: 'Its messages appear here.',
    next: 'next',
    previous: 'previous',
    open: 'open',
    help: 'all shortcuts',
  },

  welcome: {
    title: 'Write the first message',
    text: 'Your inbox is ready. Add this code to your pages before the closing body tag, then open one of them.',
    widget: 'Widget',
    snippet: 'Embed code',
    copy: 'Copy',
    copied: 'Copied',
    shop: 'Open the demo shop',
    shopText: 'Write there as a visitor. Your message appears here immediately.',
    preview: 'Change the widget’s appearance',
    noProvider: 'There is no widget yet. An admin of your organization can create one under Settings.',
    create: 'Create a widget',
    noProviderAdmin: 'There is no widget yet. Create one to get the code for your pages.',
  },

  alerts: {
    label: 'Alerts',
    intro: 'For new messages in conversations that are assigned to you or unassigned.',
    sound: 'Sound',
    desktop: 'Desktop notifications',
    allow: 'Allow desktop notifications',
    denied: 'Your browser blocks notifications from this page. Allow them in its site settings.',
    unsupported: 'This browser does not support notifications.',
    newMessage: (name: string) => `New message from ${name}`,
    attachment: 'Sent an attachment',
  },

  tab: {
    title: 'Inbox',
    unread: (count: number, title: string) => `(${count > 99 ? '99+' : count}) ${title}`,
  },

  keys: {
    group: 'Inbox',
    next: 'Next conversation',
    previous: 'Previous conversation',
    open: 'Open the conversation',
    back: 'Back to the list',
    search: 'Search conversations',
    go: (view: string) => `Go to ${view}`,
  },

  conversation: conversationEn,
  changes: messageChangesEn,
  notes: notesEn,
  timeline: customerTimelineEn,
  replies: repliesEn,
  writing: writingEn,
  labels: labelsEn,
  filter: filterEn,
  savedViews: savedViewsEn,
  teams: teamsEn,
  triage: triageEn,
  bulk: bulkEn,
  customers: customersEn,
}
