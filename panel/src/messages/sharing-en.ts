/** Texts of sharing with a team, and of the actions of canned replies. */
export const sharingEn = {
  team: 'Team',
  aTeam: 'A team',
  everyoneByAuthor: 'Only the author and admins can share this with everyone.',
  actions: {
    label: (name: string) => `Add label ${name}`,
    team: (name: string) => `Move to ${name}`,
    snooze: (duration: string) => `Snooze for ${duration}`,
    snoozeUntilReply: 'Snooze until the customer replies',
    failed: (action: string) => `“${action}” failed after sending.`,
  },
  fields: {
    labels: 'Add label',
    team: 'Move to team',
    noTeam: 'Do not move',
    snooze: 'Snooze',
    noSnooze: 'Do not snooze',
    closeEndsSnooze: 'A closed conversation is not snoozed.',
  },
  /** A setting refers to something that does not exist any more, or adds an archived label. */
  gone: {
    agent: 'The agent has left your organization.',
    label: 'The label is archived.',
    provider: 'The widget or channel no longer exists.',
    team: 'The team no longer exists.',
    webhook: 'The webhook no longer exists.',
  },
  goneChoice: 'Choose another one.',
  problems: {
    team_unknown: 'The team no longer exists.',
    canned_reply_action_unknown: 'An action uses a label or team that no longer exists. Remove it.',
  },
  importProblems: { team_unknown: 'The team does not exist, or it is not yours.' },
}
