import type { Messages } from './messages.ts'

export const messages = {
  openChat: 'Ouvrir le chat',
  closeChat: 'Fermer le chat',
  unread: {
    one: '{n} message non lu',
    many: '{n} de messages non lus',
    other: '{n} messages non lus',
  },

  online: 'En ligne',
  away: 'Absents pour le moment',
  leaveMessage: 'Laissez un message, nous vous répondrons ici.',
  repliesAtOnce: 'Répond en général en moins d’une minute',
  repliesInMinutes: {
    one: 'Répond en général en {n} minute',
    many: 'Répond en général en {n} de minutes',
    other: 'Répond en général en {n} minutes',
  },
  repliesInHours: {
    one: 'Répond en général en {n} heure',
    many: 'Répond en général en {n} d’heures',
    other: 'Répond en général en {n} heures',
  },
  repliesInDays: {
    one: 'Répond en général en {n} jour',
    many: 'Répond en général en {n} de jours',
    other: 'Répond en général en {n} jours',
  },

  menu: 'Menu',

  messages: 'Messages',
  olderFailed: 'Les messages précédents n’ont pas pu être chargés.',
  tryAgain: 'Réessayer',
  sendWithoutFiles: 'Envoyer sans fichiers',
  newMessages: {
    one: '{n} nouveau message',
    many: '{n} de nouveaux messages',
    other: '{n} nouveaux messages',
  },
  joined: '{name} a rejoint la conversation',
  waiting: 'En attente d’un membre de notre équipe',
  ended: 'Conversation fermée',
  started: 'Nouvelle conversation',
  greeting: 'Bonjour ! Comment pouvons-nous vous aider ?',

  startCall: 'Appeler',
  call: 'Appel, {time}',
  unanswered: 'Appel sans réponse',

  you: 'Vous',
  ai: 'IA',
  reply: 'Répondre',
  earlierMessage: 'Message précédent',
  edited: 'Modifié',
  deleted: 'Message supprimé',
  sending: 'Envoi en cours',
  sent: 'Envoyé',
  delivered: 'Distribué',
  read: 'Lu',
  notSent: 'Non envoyé',
  discard: 'Abandonner',
  typing: '{name} écrit',
  severalTyping: 'Plusieurs personnes écrivent',

  writeMessage: 'Écrivez un message',
  send: 'Envoyer',
  attach: 'Joindre un fichier',
  tooLong: {
    one: '{n} caractère en trop',
    many: '{n} de caractères en trop',
    other: '{n} caractères en trop',
  },

  emoji: 'Émojis',

  offline: 'Vous êtes hors ligne. Les messages seront envoyés dès le retour de la connexion.',
  reconnecting: 'Reconnexion…',
  tryNow: 'Essayer maintenant',
  fileWaits: 'Le fichier sera envoyé au retour de la connexion.',
  unavailable: 'Le chat n’est pas disponible sur cette page.',
  unstored:
    'Votre navigateur n’enregistre pas de données. Ce chat sera perdu lorsque vous quitterez la page.',
  blocked: 'Vous ne pouvez plus envoyer de messages ici.',
} satisfies Messages
