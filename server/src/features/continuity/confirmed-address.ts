import type { MailServer } from './server-limits.ts'

export interface AddressOwner {
  email: string | null
  email_verified: boolean | null
  auth_provider: string | null
}

/** Customers without a login typed their address; tokens of the organization are trusted. */
export const isConfirmed = ({ email_verified: verified, auth_provider: login }: AddressOwner): boolean =>
  verified === true || (login === 'custom' && verified !== false)

/** With open sign-up, anyone can sign tokens with any address: the shared server sends messages only to confirmed ones. */
export const mayGetMessages = (customer: AddressOwner, server: MailServer): boolean =>
  server === 'open_installation' ? customer.email_verified === true : isConfirmed(customer)

/** Whether this is the customer's address, confirmed by its reader. Not after the account was closed, which must not end a block. */
export const hasConfirmed = (
  customer: AddressOwner & { is_blocked: boolean; deactivated_at: string | null },
  address: string,
): boolean =>
  isConfirmed(customer) &&
  customer.email?.toLowerCase() === address.toLowerCase() &&
  (customer.deactivated_at === null || customer.is_blocked)

/** Entered in the widget, or provided by a login. Other addresses, such as imported ones, get no mail. */
export const mayBeAsked = ({ email_verified: verified }: AddressOwner): boolean => verified === false
