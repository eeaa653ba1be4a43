import type { Messages } from '../en.ts'

export const notificationsDe: Messages['notifications'] = {
  title: 'Mitteilungen',
  unread: (count) =>
    count === 1
      ? '1 ungelesene Mitteilung'
      : count > 99
        ? 'mehr als 99 ungelesene Mitteilungen'
        : `${count} ungelesene Mitteilungen`,
  isUnread: 'Ungelesen',
  open: 'Mitteilungen öffnen',
  readAll: 'Alle als gelesen markieren',
  settings: 'Einstellungen der Mitteilungen',
  empty: 'Keine Mitteilungen',
  emptyText: 'Erwähnungen, Zuweisungen und verpasste Anrufe erscheinen hier.',
  kinds: {
    mention: {
      name: 'Erwähnungen',
      hint: 'Jemand aus Ihrem Team erwähnt Sie in einer Notiz.',
      says: (customer, actor) => `${actor ?? 'Jemand'} hat Sie in einer Notiz zu ${customer} erwähnt`,
    },
    assigned: {
      name: 'Zuweisungen',
      hint: 'Jemand anderes weist Ihnen ein Gespräch zu.',
      says: (customer, actor) =>
        actor === null
          ? `Das Gespräch mit ${customer} wurde Ihnen zugewiesen`
          : `${actor} hat Ihnen das Gespräch mit ${customer} zugewiesen`,
    },
    missed_call: {
      name: 'Verpasste Anrufe',
      hint: 'Ein Anruf, der bei Ihnen klingelte oder von Ihren Kunden kam, wurde nicht angenommen.',
      says: (customer) => `Verpasster Anruf von ${customer}`,
    },
  },
  lead: 'Worüber Sie in dieser Organisation benachrichtigt werden.',
  kind: 'Benachrichtigen bei',
  transports: { in_app: 'Im Panel', desktop: 'Auf dem Desktop' },
  thisBrowser: 'Dieser Browser',
  thisBrowserLead: 'Desktop-Mitteilungen erscheinen, während das Panel im Hintergrund ist.',
}
