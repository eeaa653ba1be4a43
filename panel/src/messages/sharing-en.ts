/** Texts of sharing with a team, and of the actions of canned replies. */
export const sharingEn = {
  team: 'Team',
  aTeam: 'A team',
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
  problems: {
    team_unknown: 'The team no longer exists.',
    canned_reply_action_unknown: 'An action uses a label or team that no longer exists. Remove it.',
  },
  importProblems: { team_unknown: 'The team does not exist, or it is not yours.' },
}
