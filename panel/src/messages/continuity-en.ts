/** E-mails about unread messages. */
export const mailedEn = {
  messages: (count: number, email: string) =>
    count === 1 ? `1 unread message sent to ${email}` : `${count} unread messages sent to ${email}`,
  asked: (email: string) => `A reply is unread. ${email} was asked to confirm the address first`,
  confirmed: (email: string) => `${email} was confirmed`,
  refused: (email: string) => `${email} unsubscribed from e-mails`,
  resubscribed: (email: string) => `${email} subscribed to e-mails again`,
  failed: (email: string) => `The e-mail to ${email} could not be delivered`,
  notConfirmed: 'Not confirmed',
  unsubscribed: 'Unsubscribed from e-mails',
}
