import type { Messages } from '../en.ts'

export const notificationsDe: Messages['notifications'] = {
  title: 'Benachrichtigungen',
  unread: (count) =>
    count === 1
      ? '1 ungelesene Benachrichtigung'
      : count > 99
        ? 'mehr als 99 ungelesene Benachrichtigungen'
        : `${count} ungelesene Benachrichtigungen`,
  isUnread: 'Ungelesen',
  open: 'Benachrichtigungen öffnen',
  readAll: 'Alle als gelesen markieren',
  settings: 'Benachrichtigungseinstellungen',
  empty: 'Keine Benachrichtigungen',
  emptyText: 'Erwähnungen, Zuweisungen und verpasste Anrufe erscheinen hier.',
  kinds: {
    mention: {
      name: 'Erwähnungen',
      hint: 'Jemand aus Ihrem Team erwähnt Sie in einer Notiz.',
      says: (customer, actor) => `${actor ?? 'Jemand'} hat Sie in einer Notiz zu ${customer} erwähnt`,
    },
    assigned: {
      name: 'Zuweisungen',
      hint: 'Jemand weist Ihnen ein Gespräch zu.',
      says: (customer, actor) =>
        actor === null
          ? `Das Gespräch mit ${customer} wurde Ihnen zugewiesen`
          : `${actor} hat Ihnen das Gespräch mit ${customer} zugewiesen`,
    },
    missed_call: {
      name: 'Verpasste Anrufe',
      hint: 'Sie haben einen Anruf verpasst, oder der Anruf eines Ihrer Kunden wurde nicht angenommen.',
      says: (customer) => `Verpasster Anruf von ${customer}`,
    },
    snooze_over: {
      name: 'Abgelaufene Zurückstellungen',
      hint: 'Ein Gespräch, das Sie zurückgestellt haben oder das Ihnen zugewiesen ist, ist wieder da.',
      says: (customer) => `Das zurückgestellte Gespräch mit ${customer} ist wieder da`,
    },
    low_rating: {
      name: 'Schlechte Bewertungen',
      hint: 'Ein Kunde bewertet eines Ihrer Gespräche mit 1 oder 2 von 5.',
      says: (customer) => `Schlechte Bewertung von ${customer}`,
    },
    sla_warning: {
      name: 'SLA-Warnungen',
      hint: 'Ein Gespräch von Ihnen oder Ihrem Team ist bald fällig.',
      says: (customer) => `Das Gespräch mit ${customer} ist bald fällig`,
    },
    sla_breach: {
      name: 'SLA-Verletzungen',
      hint: 'Ein Gespräch von Ihnen oder Ihrem Team ist überfällig.',
      says: (customer) => `Das Gespräch mit ${customer} ist überfällig`,
    },
  },
  otherKind: (customer) => `Benachrichtigung zu ${customer}`,
  otherKindHint: 'Laden Sie die Seite neu, um zu sehen, worum es geht.',
  lead: 'Legen Sie fest, worüber Sie in dieser Organisation benachrichtigt werden.',
  kind: 'Benachrichtigen bei',
  transports: { in_app: 'Panel', desktop: 'Desktop', email: 'E-Mail' },
  thisBrowser: 'Dieser Browser',
  thisBrowserLead: 'Desktop-Benachrichtigungen erscheinen, während das Panel im Hintergrund ist.',
}
