import type { Messages } from '../en.ts'

export const writingFr: Messages['inbox']['writing'] = {
  draft: 'Brouillon',
  draftSaved: 'Brouillon enregistré',
  sendMore: 'Autres façons d’envoyer',
  sendAndClose: 'Envoyer et fermer',
  held: 'Le message va être envoyé.',
  undo: 'Annuler',
  undoSend: 'Annuler l’envoi',
  settings: {
    title: 'Envoi',
    lead: 'La façon dont vos messages sont envoyés.',
    label: 'Annulation de l’envoi',
    hint: 'Attend 5 secondes avant d’envoyer un message, pour que vous puissiez le reprendre.',
    failed: 'Le réglage n’a pas pu être enregistré.',
  },
}
