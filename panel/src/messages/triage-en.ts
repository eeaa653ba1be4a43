/** Texts of priority and snooze. */
export const triageEn = {
  priority: 'Priority',
  setPriority: 'Set the priority',
  priorityIs: (level: string) => `Priority: ${level}`,
  noPriority: 'No priority',
  priorities: { urgent: 'Urgent', high: 'High', normal: 'Normal', low: 'Low' },
  snooze: 'Snooze',
  snoozeThis: 'Snooze the conversation',
  snoozedUntil: (time: string) => `Snoozed until ${time}`,
  snoozedUntilReply: 'Snoozed until the customer replies',
  rowUntil: (time: string) => `Until ${time}`,
  rowUntilReply: 'Until a reply',
  wake: 'End the snooze',
  undo: 'Undo',
  /** A time as people write it; the texts below must be readable by parseTime. */
  when: 'When? For example: tomorrow 9am',
  notUnderstood: 'Not understood. Try “tomorrow 9am” or “in 2 hours”.',
  presets: {
    hours: (count: number) => (count === 1 ? 'In 1 hour' : `In ${count} hours`),
    tomorrow: 'Tomorrow morning',
    nextWeek: 'Next week',
    reply: 'Until the customer replies',
  },
  log: {
    priority: (who: string, level: string) => `${who} set the priority to ${level}`,
    noPriority: (who: string) => `${who} removed the priority`,
    snoozed: (who: string, time: string) => `${who} snoozed the conversation until ${time}`,
    snoozedUntilReply: (who: string) => `${who} snoozed the conversation until the customer replies`,
    unsnoozed: (who: string) => `${who} ended the snooze`,
    over: { due: 'The snooze is over', customer: 'The snooze ended because the customer replied' },
  },
  problems: {
    conversation_closed: 'Closed conversations cannot be snoozed. Reopen it first.',
    snooze_time_invalid: 'Choose a time in the future, within a year.',
    not_found: 'This conversation no longer exists.',
  },
}
