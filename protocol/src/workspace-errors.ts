/** Error codes of the agent workspace, part of `errorCodes`. */
export const workspaceErrors = {
  note_empty: { status: 422, title: 'A note needs text or an attachment.' },
  note_deleted: { status: 409, title: 'This note was deleted.' },
  canned_reply_empty: { status: 422, title: 'A canned reply needs text or an attachment.' },
  canned_reply_shortcut_taken: { status: 409, title: 'Another canned reply has this shortcut.' },
  canned_reply_variable_unknown: { status: 422, title: 'The text contains a variable that does not exist.' },
  canned_reply_limit: {
    status: 409,
    title: 'The maximum number of canned replies is reached. Delete one first.',
  },
} as const
