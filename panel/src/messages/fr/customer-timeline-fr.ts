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
    sign_in: 'Connexions',
  },
  empty: 'Il ne s’est encore rien passé.',
  emptyOfKind: 'Rien de ce type pour le moment.',
  more: 'Afficher plus',
  conversation: 'Conversation',
  openConversation: 'Conversation, ouverte actuellement',
  call: 'Appel',
  note: (author) => `Note de ${author}`,
  noteDeleted: 'Note supprimée',
  signIn: 'S’est connecté',
}
