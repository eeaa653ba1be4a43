import type { Messages } from '../en.ts'

export const bulkFr: Messages['inbox']['bulk'] = {
  bar: 'Conversations sélectionnées',
  select: (name) => `Sélectionner la conversation avec ${name}`,
  selectFocused: 'Sélectionner la conversation',
  selected: (count) => (count < 2 ? `${count} sélectionnée` : `${count} sélectionnées`),
  selectAll: 'Tout sélectionner dans la liste',
  clear: 'Effacer la sélection',
  close: 'Fermer',
  reopen: 'Rouvrir',
  assign: 'Attribuer les conversations sélectionnées',
  nobody: 'Personne',
  done: (count) => (count < 2 ? `${count} conversation modifiée` : `${count} conversations modifiées`),
  nothing: 'Rien à modifier',
  refused: (count) =>
    count < 2
      ? `${count} conversation n’a pas pu être modifiée`
      : `${count} conversations n’ont pas pu être modifiées`,
  failed: (count) =>
    count < 2
      ? `${count} conversation n’a pas pu être modifiée. Elle reste sélectionnée : réessayez.`
      : `${count} conversations n’ont pas pu être modifiées. Elles restent sélectionnées : réessayez.`,
  undo: 'Annuler',
  undone: (count) => (count < 2 ? `${count} modification annulée` : `${count} modifications annulées`),
}
