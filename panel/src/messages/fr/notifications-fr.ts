import type { Messages } from '../en.ts'

export const notificationsFr: Messages['notifications'] = {
  title: 'Alertes',
  unread: (count) =>
    count === 1
      ? '1 alerte non lue'
      : count > 99
        ? 'plus de 99 alertes non lues'
        : `${count} alertes non lues`,
  isUnread: 'Non lue',
  open: 'Ouvrir les alertes',
  readAll: 'Tout marquer comme lu',
  settings: 'Réglages des alertes',
  empty: 'Aucune alerte',
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
      hint: 'Une autre personne vous attribue une conversation.',
      says: (customer, actor) =>
        actor === null
          ? `La conversation avec ${customer} vous a été attribuée`
          : `${actor} vous a attribué la conversation avec ${customer}`,
    },
    missed_call: {
      name: 'Appels manqués',
      hint: 'Un appel qui a sonné chez vous, ou d’un de vos clients, est resté sans réponse.',
      says: (customer) => `Appel manqué de ${customer}`,
    },
  },
  lead: 'Ce dont vous êtes averti dans cette organisation.',
  kind: 'M’avertir en cas de',
  transports: { in_app: 'Dans le panneau', desktop: 'Sur le bureau' },
  thisBrowser: 'Ce navigateur',
  thisBrowserLead: 'Les notifications du bureau s’affichent quand le panneau est en arrière-plan.',
}
