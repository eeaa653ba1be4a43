/** Texts of a customer's timeline. */
export const customerTimelineEn = {
  title: 'Timeline',
  filter: 'Filter by kind',
  all: 'All',
  kinds: {
    conversation: 'Conversations',
    call: 'Calls',
    note: 'Notes',
    label: 'Labels',
    rating: 'Ratings',
    sign_in: 'Sign-ins',
  },
  empty: 'No activity yet.',
  emptyOfKind: 'No activity of this kind yet.',
  more: 'Show more',
  conversation: 'Conversation',
  openConversation: 'Conversation (open)',
  call: 'Call',
  note: (author: string) => `Note by ${author}`,
  noteDeleted: 'Note deleted',
  signIn: 'Signed in',
}
