/** Error codes of the agents' workspace, part of `errorCodes`. */
export const workspaceErrorCodes = {
  note_empty: { status: 422, title: 'A note needs text or an attachment.' },
  note_deleted: { status: 409, title: 'This note was deleted.' },
  label_limit: { status: 409, title: 'The organization has reached the maximum number of labels.' },
  label_name_taken: { status: 409, title: 'A label with this name already exists. It may be archived.' },
  label_archived: { status: 409, title: 'This label is archived. Restore it first.' },
  conversation_label_limit: {
    status: 409,
    title: 'The conversation has the maximum number of labels. Remove one first.',
  },
  snooze_time_invalid: { status: 422, title: 'A snooze must end in the future, within a year.' },
} as const
