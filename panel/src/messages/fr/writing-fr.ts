import type { Messages } from '../en.ts'

export const writingFr: Messages['inbox']['writing'] = {
  draft: 'Brouillon',
  draftSaved: 'Brouillon enregistré',
  sendMore: 'Autres options d’envoi',
  sendAndClose: 'Envoyer et fermer',
  held: 'Le message sera envoyé dans quelques secondes.',
  undo: 'Annuler',
  tooLate: 'L’envoi de ce message ne peut plus être annulé.',
  notSent: (reason) => `Un message n’a pas été envoyé. ${reason}`,
  severalNotSent: (count) => `${count} messages n’ont pas été envoyés.`,
  undoSend: 'Annuler l’envoi',
  settings: {
    title: 'Envoi',
    lead: 'Choisissez comment vos messages sont envoyés.',
    label: 'Annulation de l’envoi',
    hint: 'Attend 5 secondes avant d’envoyer un message, pour que vous puissiez annuler l’envoi.',
    failed: 'Le réglage n’a pas pu être enregistré.',
  },
}
