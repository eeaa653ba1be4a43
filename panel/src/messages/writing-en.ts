/** Texts of drafts and of sending. */
export const writingEn = {
  draft: 'Draft',
  draftSaved: 'Draft saved',
  sendMore: 'More send options',
  sendAndClose: 'Send and close',
  held: 'The message will be sent in a few seconds.',
  undo: 'Undo',
  tooLate: 'It is too late to undo sending this message.',
  notSent: (reason: string) => `A message was not sent. ${reason}`,
  severalNotSent: (count: number) => `${count} messages were not sent.`,
  undoSend: 'Undo send',
  settings: {
    title: 'Sending',
    lead: 'Choose how your messages are sent.',
    label: 'Undo send',
    hint: 'Waits 5 seconds before sending a message, so that you can undo it.',
    failed: 'The setting could not be saved.',
  },
}
