import type { Messages } from '../en.ts'

export const writingDe: Messages['inbox']['writing'] = {
  draft: 'Entwurf',
  draftSaved: 'Entwurf gespeichert',
  sendMore: 'Weitere Arten zu senden',
  sendAndClose: 'Senden und schließen',
  held: 'Die Nachricht wird gleich gesendet.',
  undo: 'Rückgängig',
  undoSend: 'Senden rückgängig machen',
  settings: {
    title: 'Senden',
    lead: 'Wie Ihre Nachrichten gesendet werden.',
    label: 'Senden rückgängig machen',
    hint: 'Wartet 5 Sekunden, bevor eine Nachricht gesendet wird, damit Sie sie zurückholen können.',
    failed: 'Die Einstellung konnte nicht gespeichert werden.',
  },
}
