/**
 * customer.mailed: an e-mail about unread messages, or what its reader did.
 *   asked      sent to an address that is not confirmed, without content: asks for confirmation
 *   messages   `count` unread messages were sent
 *   confirmed  the reader confirmed the address
 *   refused    the reader wants no such mail
 *   resubscribed  the reader wants such mails again
 *   failed     the address does not exist, the mail server refused it, or no server accepted it for three days
 */
export interface CustomerMailed {
  kind: 'asked' | 'messages' | 'confirmed' | 'refused' | 'resubscribed' | 'failed'
  email: string
  count: number
}
