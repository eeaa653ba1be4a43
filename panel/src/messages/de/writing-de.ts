import type { Messages } from '../en.ts'

export const writingDe: Messages['inbox']['writing'] = {
  draft: 'Entwurf',
  draftSaved: 'Entwurf gespeichert',
  sendMore: 'Weitere Sendeoptionen',
  sendAndClose: 'Senden und schließen',
  held: 'Die Nachricht wird in wenigen Sekunden gesendet.',
  undo: 'Rückgängig',
  tooLate: 'Diese Nachricht kann nicht mehr zurückgenommen werden.',
  notSent: (reason) => `Eine Nachricht wurde nicht gesendet. ${reason}`,
  severalNotSent: (count) => `${count} Nachrichten wurden nicht gesendet.`,
  undoSend: 'Senden rückgängig machen',
  settings: {
    title: 'Senden',
    lead: 'Legen Sie fest, wie Ihre Nachrichten gesendet werden.',
    label: 'Senden rückgängig machen',
    hint: 'Wartet 5 Sekunden, bevor eine Nachricht gesendet wird, damit Sie das Senden rückgängig machen können.',
    failed: 'Die Einstellung konnte nicht gespeichert werden.',
  },
}
