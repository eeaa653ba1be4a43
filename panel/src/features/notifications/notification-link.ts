import type { LinkProps } from '@tanstack/react-router'
import type { Notification } from '@parley/protocol/notification'

/** The entry in its conversation; the customer when there is none. */
export function notificationLink(
  organizationId: string,
  { conversation_id: conversationId, customer, kind, seq }: Notification,
): LinkProps {
  if (conversationId === null)
    return {
      to: '/o/$organizationId/customers/$customerId',
      params: { organizationId, customerId: customer.id },
    }
  return {
    to: '/o/$organizationId/inbox/$view/$conversationId',
    params: { organizationId, view: kind === 'assigned' ? 'mine' : 'open', conversationId },
    search: { entry: seq },
  }
}
