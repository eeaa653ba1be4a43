import type { Messages } from '../en.ts'
import { conversationFr } from './conversation-fr.ts'
import { customersFr } from './customers-fr.ts'
import { messageChangesFr } from './message-changes-fr.ts'
import { customerTimelineFr } from './customer-timeline-fr.ts'
import { notesFr } from './notes-fr.ts'
import { repliesFr } from './replies-fr.ts'
import { writingFr } from './writing-fr.ts'
import { bulkFr } from './bulk-fr.ts'
import { labelsFr } from './labels-fr.ts'
import { filterFr, savedViewsFr } from './views-fr.ts'
import { teamsFr } from './teams-fr.ts'
import { triageFr } from './triage-fr.ts'

export const inboxFr: Messages['inbox'] = {
  title: 'Messagerie',
  views: { mine: 'Miennes', unassigned: 'Libres', open: 'Ouvertes', closed: 'Fermées', snoozed: 'Reportées' },
  viewsLabel: 'Vues',
  list: 'Conversations',
  shown: (rows) => (rows < 2 ? `${rows} conversation` : `${rows} conversations`),
  shownFirst: (rows) => (rows < 2 ? 'Première conversation' : `${rows} premières conversations`),
  search: 'Chercher noms et messages',
  clearSearch: 'Effacer la recherche',

  row: {
    unread: (count) => (count < 2 ? `${count} message non lu` : `${count} messages non lus`),
    waiting: (time) => `Attend ${time}`,
    waitingLong: (time) => `Attend une réponse depuis ${time}`,
    files: (count) => (count < 2 ? `${count} pièce jointe` : `${count} pièces jointes`),
    team: 'Équipe :',
    assistant: 'Assistant :',
    noMessages: 'Pas encore de messages',
    online: 'en ligne',
    blocked: 'Bloqué',
  },

  empty: {
    snoozed: {
      title: 'Aucune conversation reportée',
      text: 'Les conversations reportées apparaissent ici et reviennent automatiquement dans la messagerie.',
    },
    mine: {
      title: 'Rien ne vous est attribué',
      text: 'Les conversations qui vous sont attribuées apparaissent ici.',
    },
    mineHint: (count) =>
      count < 2 ? `${count} conversation non attribuée` : `${count} conversations non attribuées`,
    unassigned: {
      title: 'Aucune conversation non attribuée',
      text: 'Les nouvelles conversations apparaissent ici jusqu’à ce qu’un agent les prenne.',
    },
    open: {
      title: 'Aucune conversation ouverte',
      text: 'Les nouvelles conversations apparaissent ici dès qu’un visiteur écrit.',
    },
    closed: {
      title: 'Aucune conversation fermée',
      text: 'Les conversations que vous fermez sont gardées ici.',
    },
    search: (q) => `Aucun résultat pour « ${q} »`,
    searchText: 'La recherche portait sur les noms, les adresses e-mail et les messages de cette vue.',
    searchAll: 'Chercher dans toutes les ouvertes',
    searchClosed: 'Chercher dans les fermées',
  },

  choose: {
    title: 'Choisissez une conversation',
    text: 'Ses messages apparaissent ici.',
    next: 'suivante',
    previous: 'précédente',
    open: 'ouvrir',
    help: 'tous les raccourcis',
  },

  welcome: {
    title: 'Écrivez le premier message',
    text: 'Votre messagerie est prête. Mettez ce code dans vos pages, avant la balise fermante de body, et ouvrez-en une.',
    widget: 'Widget',
    snippet: 'Code d’intégration',
    copy: 'Copier',
    copied: 'Copié',
    shop: 'Ouvrir la boutique de démonstration',
    shopText: 'Écrivez-y comme visiteur ; votre message apparaît ici aussitôt.',
    preview: 'Changer son apparence',
    noProvider:
      'Il n’y a pas encore de widget. Un administrateur de votre organisation peut en ajouter un dans les Réglages.',
    create: 'Créer un widget',
    noProviderAdmin: 'Il n’y a pas encore de widget. Créez-en un pour obtenir le code de vos pages.',
  },

  alerts: {
    label: 'Alertes',
    intro:
      'Pour les nouveaux messages des conversations qui vous sont attribuées ou qui ne sont attribuées à personne.',
    sound: 'Son',
    desktop: 'Notifications de bureau',
    allow: 'Autoriser les notifications de bureau',
    denied:
      'Votre navigateur bloque les notifications de cette page. Autorisez-les dans ses réglages de site.',
    unsupported: 'Ce navigateur ne prend pas en charge les notifications.',
    newMessage: (name) => `Nouveau message de ${name}`,
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
  changes: messageChangesFr,
  notes: notesFr,
  timeline: customerTimelineFr,
  replies: repliesFr,
  writing: writingFr,
  labels: labelsFr,
  filter: filterFr,
  savedViews: savedViewsFr,
  teams: teamsFr,
  triage: triageFr,
  bulk: bulkFr,
  customers: customersFr,
}
