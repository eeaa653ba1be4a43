import type { Messages } from '../en.ts'
import { conversationFr } from './conversation-fr.ts'
import { customersFr } from './customers-fr.ts'

export const inboxFr: Messages['inbox'] = {
  title: 'Messagerie',
  views: { mine: 'Miennes', unassigned: 'Libres', open: 'Ouvertes', closed: 'Fermées' },
  viewsLabel: 'Vues',
  list: 'Conversations',
  shown: (rows) => (rows < 2 ? `${rows} conversation` : `${rows} conversations`),
  search: 'Chercher noms et messages',
  clearSearch: 'Effacer la recherche',

  row: {
    unread: (count) => (count < 2 ? `${count} message non lu` : `${count} messages non lus`),
    waiting: (time) => `Attend ${time}`,
    waitingLong: (time) => `Attend une réponse depuis ${time}`,
    files: (count) => (count < 2 ? `${count} pièce jointe` : `${count} pièces jointes`),
    team: 'Nous :',
    assistant: 'Assistant :',
    noMessages: 'Pas encore de messages',
    online: 'en ligne',
    blocked: 'Bloqué',
  },

  empty: {
    mine: { title: 'Rien ne vous attend', text: 'Les conversations qui vous sont attribuées sont ici.' },
    mineHint: (count) =>
      count < 2
        ? `${count} conversation n’a encore personne`
        : `${count} conversations n’ont encore personne`,
    unassigned: {
      title: 'Chacun est pris en charge',
      text: 'Une nouvelle conversation reste ici jusqu’à ce que quelqu’un la prenne.',
    },
    open: { title: 'Aucune conversation ouverte', text: 'Dès qu’un visiteur écrit, il apparaît ici.' },
    closed: { title: 'Rien de fermé encore', text: 'Les conversations que vous fermez sont gardées ici.' },
    search: (q) => `Rien trouvé pour « ${q} »`,
    searchText: 'La recherche portait sur les noms, les adresses e-mail et les messages de cette vue.',
    searchAll: 'Chercher dans toutes les ouvertes',
    searchClosed: 'Chercher dans les fermées',
  },

  choose: {
    title: 'Choisissez une conversation',
    text: 'Ce que le client écrit apparaît ici pendant que vous lisez.',
    next: 'suivante',
    previous: 'précédente',
    open: 'ouvrir',
    help: 'toutes les touches',
  },

  welcome: {
    title: 'Écrivez le premier message',
    text: 'Votre messagerie est prête. Mettez cette ligne dans vos pages, avant la balise fermante de body, et ouvrez-en une.',
    widget: 'Widget',
    snippet: 'Ligne qui intègre le widget',
    copy: 'Copier',
    copied: 'Copié',
    shop: 'Ouvrir la boutique de démonstration',
    shopText: 'Écrivez-y comme visiteur ; votre message apparaît ici aussitôt.',
    preview: 'Essayer l’aperçu',
    noProvider:
      'Il n’y a pas encore de widget. Un administrateur de votre organisation peut en ajouter un dans les Réglages.',
  },

  alerts: {
    label: 'Alertes',
    intro: 'Pour les nouveaux messages des conversations à vous ou à personne.',
    sound: 'Son',
    desktop: 'Notifications de bureau',
    allow: 'Autoriser les notifications de bureau',
    denied:
      'Votre navigateur bloque les notifications de cette page. Autorisez-les dans ses réglages de site.',
    unsupported: 'Ce navigateur n’a pas de notifications.',
    newMessage: (name) => `${name} écrit`,
    attachment: 'A envoyé une pièce jointe',
  },

  tab: {
    title: 'Messagerie',
    unread: (count, title) => `(${count > 99 ? '99+' : count}) ${title}`,
  },

  keys: {
    group: 'Messagerie',
    next: 'Conversation suivante',
    previous: 'Conversation précédente',
    open: 'Ouvrir la conversation',
    back: 'Retour à la liste',
    search: 'Chercher des conversations',
    go: (view) => `Aller à ${view}`,
  },

  conversation: conversationFr,
  customers: customersFr,
}
