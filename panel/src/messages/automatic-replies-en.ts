/** Greeting and away text of a channel. */
export const automaticRepliesEn = {
  title: 'Automatic replies',
  lead: 'Sent automatically, each at most once every 12 hours to a contact.',
  named: (name: string) => `Automatic replies of “${name}”`,
  language: 'Language',
  others: 'All other languages',
  text: 'Text',
  builtIn: 'Leave empty for the built-in text in the contact’s language.',
  asOthers: 'Leave empty for the text of all other languages.',
  greeting: { label: 'Greeting', hint: 'With the first message of a new conversation.' },
  away: { label: 'Away text', hint: 'Outside business hours, and while no agent is present.' },
}

/** The messaging window of a channel, above the composer. */
export const replyWindowEn = {
  until: (moment: string) => `You can write until ${moment}.`,
  closed: (hours: number) =>
    `On this channel you can write only within ${hours} hours after the customer’s last message. You can write again after the customer does.`,
}
