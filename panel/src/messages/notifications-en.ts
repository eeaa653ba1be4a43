import type { NotificationKind } from '@parley/protocol/notification'

export interface KindTexts {
  name: string
  hint: string
  /** `actor` is null if no colleague caused it. */
  says: (customer: string, actor: string | null) => string
}

/** Texts of notifications. */
export const notificationsEn = {
  title: 'Notifications',
  unread: (count: number) =>
    count === 1
      ? '1 unread notification'
      : count > 99
        ? 'more than 99 unread notifications'
        : `${count} unread notifications`,
  isUnread: 'Unread',
  open: 'Open notifications',
  readAll: 'Mark all as read',
  settings: 'Notification settings',
  empty: 'No notifications',
  emptyText: 'Mentions, assignments and missed calls appear here.',
  kinds: {
    mention: {
      name: 'Mentions',
      hint: 'A colleague mentions you in a note.',
      says: (customer, actor) => `${actor ?? 'A colleague'} mentioned you in a note about ${customer}`,
    },
    assigned: {
      name: 'Assignments',
      hint: 'Someone assigns a conversation to you.',
      says: (customer, actor) =>
        actor === null
          ? `The conversation with ${customer} was assigned to you`
          : `${actor} assigned the conversation with ${customer} to you`,
    },
    missed_call: {
      name: 'Missed calls',
      hint: 'You missed a call, or a call from one of your customers was not answered.',
      says: (customer) => `Missed call from ${customer}`,
    },
    snooze_over: {
      name: 'Ended snoozes',
      hint: 'A conversation that you snoozed, or that is assigned to you, comes back from snooze.',
      says: (customer) => `The conversation with ${customer} is back from snooze`,
    },
    low_rating: {
      name: 'Low ratings',
      hint: 'A customer rates one of your conversations 1 or 2 out of 5.',
      says: (customer) => `Low rating from ${customer}`,
    },
    sla_warning: {
      name: 'SLA warnings',
      hint: 'A conversation of yours or of your team is due soon.',
      says: (customer) => `The conversation with ${customer} is due soon`,
    },
    sla_breach: {
      name: 'SLA breaches',
      hint: 'A conversation of yours or of your team is overdue.',
      says: (customer) => `The conversation with ${customer} is overdue`,
    },
  } satisfies Record<NotificationKind, KindTexts>,
  /** Of a kind that was added after the page was loaded. */
  otherKind: (customer: string) => `Notification about ${customer}`,
  otherKindHint: 'Reload the page to see what happened.',
  lead: 'Choose what you are notified about in this organization.',
  kind: 'Notify me about',
  transports: { in_app: 'Panel', desktop: 'Desktop', email: 'E-mail' },
  thisBrowser: 'This browser',
  thisBrowserLead: 'Desktop notifications appear while the panel is in the background.',
}
