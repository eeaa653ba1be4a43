/** Texts of priority and snooze. */
export const triageEn = {
  priority: 'Priority',
  setPriority: 'Set priority',
  priorityIs: (level: string) => `Priority: ${level}`,
  noPriority: 'No priority',
  priorities: { urgent: 'Urgent', high: 'High', normal: 'Normal', low: 'Low' },
  snooze: 'Snooze',
  snoozeThis: 'Snooze conversation',
  snoozedUntil: (time: string) => `Snoozed until ${time}`,
  snoozedUntilReply: 'Snoozed until the customer replies',
  rowUntil: (time: string) => `Until ${time}`,
  rowUntilReply: 'Until a reply',
  wake: 'Unsnooze',
  undo: 'Undo',
  /** `parseTime` must accept the quoted examples. */
  when: 'When? For example: tomorrow 9am',
  notUnderstood: 'Time not recognized. Try “tomorrow 9am” or “in 2 hours”.',
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
    unsnoozed: (who: string) => `${who} unsnoozed the conversation`,
    over: { due: 'The snooze ended', customer: 'The snooze ended because the customer replied' },
  },
  problems: {
    conversation_closed: 'Closed conversations cannot be snoozed. Reopen the conversation first.',
    customer_wrote: 'The customer has just written. Read the message, then snooze again.',
    snooze_time_invalid: 'Choose a time within the next year.',
    not_found: 'This conversation no longer exists.',
  },
}
