export const messages = {
  openChat: 'Open chat',
  closeChat: 'Close chat',
  unread: { one: '{n} unread message', other: '{n} unread messages' },

  online: 'Online',
  away: 'Away right now',
  leaveMessage: 'Leave a message, we answer here.',
  repliesAtOnce: 'Usually replies within a minute',
  repliesInMinutes: {
    one: 'Usually replies in {n} minute',
    other: 'Usually replies in {n} minutes',
  },
  repliesInHours: { one: 'Usually replies in {n} hour', other: 'Usually replies in {n} hours' },
  repliesInDays: { one: 'Usually replies in {n} day', other: 'Usually replies in {n} days' },

  menu: 'Menu',

  messages: 'Messages',
  loading: 'Loading',
  olderFailed: 'Earlier messages could not be loaded.',
  tryAgain: 'Try again',
  newMessages: { one: '{n} new message', other: '{n} new messages' },
  toNewest: 'Go to the newest message',
  joined: '{name} is here for you',
  waiting: 'Waiting for somebody from our team',
  ended: 'The conversation was closed',
  started: 'New conversation',
  greeting: 'Hello! How can we help?',

  startCall: 'Start a call',
  call: 'Call, {time}',
  unanswered: 'Unanswered call',

  you: 'You',
  reply: 'Reply',
  replyTo: 'Reply to {name}',
  cancelReply: 'Cancel reply',
  earlierMessage: 'Earlier message',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  notSent: 'Not sent',
  discard: 'Discard',
  typing: '{name} is typing',
  severalTyping: 'Several people are typing',

  writeMessage: 'Write a message',
  send: 'Send',
  attach: 'Attach a file',
  dropFiles: 'Drop files here to attach them',
  tooManyFiles: {
    one: 'At most {n} file in one message',
    other: 'At most {n} files in one message',
  },
  tooLong: { one: '{n} character too long', other: '{n} characters too long' },

  openPicture: 'Show {name} larger',

  emoji: 'Emoji',

  offline: 'You are offline. Messages are sent when you are back.',
  reconnecting: 'Connecting again …',
  unavailable: 'The chat is not available on this page.',
  unstored: 'Your browser keeps no data, so this chat ends with the page.',
  blocked: 'You cannot write here any more.',
}
