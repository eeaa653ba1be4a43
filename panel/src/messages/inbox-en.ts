import { conversationEn } from './conversation-en.ts'
import { customersEn } from './customers-en.ts'

/** The words of inbox, conversation and customers. */
export const inboxEn = {
  title: 'Inbox',
  views: { mine: 'Mine', unassigned: 'Unassigned', open: 'All open', closed: 'Closed' },
  viewsLabel: 'Views',
  list: 'Conversations',
  /** For screen readers, after the list has changed. */
  shown: (rows: number) => (rows === 1 ? '1 conversation' : `${rows} conversations`),
  search: 'Search names and messages',
  clearSearch: 'Clear the search',

  row: {
    unread: (count: number) => (count === 1 ? '1 unread message' : `${count} unread messages`),
    waiting: (time: string) => `Waits ${time}`,
    waitingLong: (time: string) => `Has been waiting for an answer for ${time}`,
    files: (count: number) => (count === 1 ? '1 attachment' : `${count} attachments`),
    team: 'Us:',
    assistant: 'Assistant:',
    noMessages: 'No messages yet',
    online: 'online',
    blocked: 'Blocked',
  },

  empty: {
    mine: { title: 'Nothing is waiting for you', text: 'Conversations assigned to you stand here.' },
    mineHint: (count: number) =>
      count === 1 ? '1 conversation has nobody yet' : `${count} conversations have nobody yet`,
    unassigned: {
      title: 'Everybody is looked after',
      text: 'A new conversation stands here until somebody takes it over.',
    },
    open: { title: 'No open conversations', text: 'As soon as a visitor writes, it appears here.' },
    closed: { title: 'Nothing closed yet', text: 'Conversations that you close are kept here.' },
    search: (q: string) => `Nothing found for “${q}”`,
    searchText: 'Names, e-mail addresses and message texts of this view were searched.',
    searchAll: 'Search all open',
    searchClosed: 'Search the closed ones',
  },

  choose: {
    title: 'Choose a conversation',
    text: 'What the customer writes appears here while you read.',
    next: 'next',
    previous: 'previous',
    open: 'open',
    help: 'all keys',
  },

  welcome: {
    title: 'Write the first message',
    text: 'Your inbox is ready. Put this line into your pages, before the closing body tag, and open one of them.',
    widget: 'Widget',
    snippet: 'Line to embed the widget',
    copy: 'Copy',
    copied: 'Copied',
    shop: 'Open the demo shop',
    shopText: 'Write there as a visitor; your message appears here at once.',
    preview: 'See how it will look',
    noProvider: 'There is no widget yet. An admin of your organization can add one under Settings.',
  },

  alerts: {
    label: 'Alerts',
    intro: 'For new messages in conversations that are yours or nobody’s.',
    sound: 'Sound',
    desktop: 'Desktop notifications',
    allow: 'Allow desktop notifications',
    denied: 'Your browser blocks notifications from this page. Allow them in its site settings.',
    unsupported: 'This browser has no notifications.',
    newMessage: (name: string) => `${name} writes`,
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
  customers: customersEn,
}
