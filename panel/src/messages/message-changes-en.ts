/** Texts for editing and deleting messages. */
export const messageChangesEn = {
  more: 'More actions',
  edit: 'Edit message',
  hint: 'Enter to save, Escape to cancel',
  notSaved: 'Your edit of a message was not saved.',
  remove: 'Delete message',
  removeTitle: 'Delete this message?',
  removeText:
    'The customer sees that a message was deleted. Its attachments are removed for everyone. Your team can still read the text under “Earlier versions”.',
  removed: 'Message deleted',
  edited: 'Edited',
  history: 'Earlier versions',
  replaced: (name: string, time: string) => `Replaced by ${name} on ${time}`,
  customer: 'the customer',
  problems: {
    message_empty: 'Enter a text, or delete the message instead.',
    message_deleted: 'This message was deleted in the meantime.',
    message_too_old: 'Messages can be changed for 24 hours. An admin can still delete this one.',
    message_edit_limit: 'This message has reached the maximum number of edits. Write a new one.',
    forbidden: 'You can edit only your own messages. Admins can also delete those of colleagues.',
    not_found: 'This message no longer exists.',
  },
}
