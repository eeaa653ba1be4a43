import type { Messages } from '../en.ts'

export const messageChangesFr: Messages['inbox']['changes'] = {
  more: 'Autres actions',
  edit: 'Modifier le message',
  hint: 'Entrée pour enregistrer, Échap pour annuler',
  notSaved: 'Votre modification d’un message n’a pas été enregistrée.',
  remove: 'Supprimer le message',
  removeTitle: 'Supprimer ce message ?',
  removeText:
    'Le client voit qu’un message a été supprimé. Ses pièces jointes sont retirées pour tout le monde. Votre équipe pourra toujours lire le texte sous « Versions précédentes ».',
  removed: 'Message supprimé',
  edited: 'Modifié',
  history: 'Versions précédentes',
  replaced: (name, time) => `Remplacé par ${name} le ${time}`,
  customer: 'le client',
  problems: {
    message_empty: 'Saisissez un texte ou supprimez le message.',
    message_deleted: 'Ce message a été supprimé entre-temps.',
    message_too_old:
      'Les messages peuvent être modifiés pendant 24 heures. Un administrateur peut encore supprimer celui-ci.',
    message_edit_limit: 'Ce message a atteint le nombre maximal de modifications. Écrivez-en un nouveau.',
    forbidden:
      'Vous ne pouvez modifier que vos propres messages. Les administrateurs peuvent aussi supprimer ceux de leurs collègues.',
    not_found: 'Ce message n’existe plus.',
  },
}
