import type { Messages } from '../en.ts'

export const customerTimelineFr: Messages['inbox']['timeline'] = {
  title: 'Chronologie',
  filter: 'Filtrer par type',
  all: 'Tout',
  kinds: {
    conversation: 'Conversations',
    call: 'Appels',
    note: 'Notes',
    label: 'Étiquettes',
    rating: 'Notes des clients',
    sign_in: 'Connexions',
  },
  empty: 'Aucune activité pour le moment.',
  emptyOfKind: 'Aucune activité de ce type pour le moment.',
  more: 'Afficher plus',
  conversation: 'Conversation',
  openConversation: 'Conversation (ouverte)',
  call: 'Appel',
  note: (author) => `Note de ${author}`,
  noteDeleted: 'Note supprimée',
  signIn: 'Connexion',
}
