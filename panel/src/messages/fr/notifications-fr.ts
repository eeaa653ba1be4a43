import type { Messages } from '../en.ts'

export const notificationsFr: Messages['notifications'] = {
  title: 'Notifications',
  unread: (count) =>
    count < 2
      ? `${count} notification non lue`
      : count > 99
        ? 'plus de 99 notifications non lues'
        : `${count} notifications non lues`,
  isUnread: 'Non lue',
  open: 'Ouvrir les notifications',
  readAll: 'Tout marquer comme lu',
  settings: 'Réglages des notifications',
  empty: 'Aucune notification',
  emptyText: 'Les mentions, les attributions et les appels manqués apparaissent ici.',
  kinds: {
    mention: {
      name: 'Mentions',
      hint: 'Une personne de votre équipe vous mentionne dans une note.',
      says: (customer, actor) =>
        `${actor ?? 'Une personne de votre équipe'} vous a mentionné dans une note sur ${customer}`,
    },
    assigned: {
      name: 'Attributions',
      hint: 'Quelqu’un vous attribue une conversation.',
      says: (customer, actor) =>
        actor === null
          ? `La conversation avec ${customer} vous a été attribuée`
          : `${actor} vous a attribué la conversation avec ${customer}`,
    },
    missed_call: {
      name: 'Appels manqués',
      hint: 'Vous avez manqué un appel, ou l’appel d’un de vos clients est resté sans réponse.',
      says: (customer) => `Appel manqué de ${customer}`,
    },
    snooze_over: {
      name: 'Reports terminés',
      hint: 'Une conversation que vous avez reportée ou qui vous est attribuée est de retour.',
      says: (customer) => `La conversation reportée avec ${customer} est de retour`,
    },
    low_rating: {
      name: 'Notes basses',
      hint: 'Un client note l’une de vos conversations 1 ou 2 sur 5.',
      says: (customer) => `Note basse de ${customer}`,
    },
    sla_warning: {
      name: 'Alertes SLA',
      hint: 'Une conversation à vous ou à votre équipe arrive à échéance.',
      says: (customer) => `La conversation avec ${customer} arrive à échéance`,
    },
    sla_breach: {
      name: 'Dépassements SLA',
      hint: 'Une conversation à vous ou à votre équipe est en retard.',
      says: (customer) => `La conversation avec ${customer} est en retard`,
    },
  },
  otherKind: (customer) => `Notification concernant ${customer}`,
  otherKindHint: 'Rechargez la page pour voir de quoi il s’agit.',
  lead: 'Choisissez vos notifications dans cette organisation.',
  kind: 'Me notifier',
  transports: { in_app: 'Panneau', desktop: 'Bureau', email: 'E-mail' },
  thisBrowser: 'Ce navigateur',
  thisBrowserLead: 'Les notifications du bureau s’affichent quand le panneau est en arrière-plan.',
}
