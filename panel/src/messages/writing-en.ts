/** Texts of drafts and of sending. */
export const writingEn = {
  draft: 'Draft',
  draftSaved: 'Draft saved',
  sendMore: 'More ways to send',
  sendAndClose: 'Send and close',
  held: 'The message is about to be sent.',
  undo: 'Undo',
  undoSend: 'Undo send',
  settings: {
    title: 'Sending',
    lead: 'How your messages are sent.',
    label: 'Undo send',
    hint: 'Waits 5 seconds before it sends a message, so that you can take it back.',
    failed: 'The setting could not be saved.',
  },
}
