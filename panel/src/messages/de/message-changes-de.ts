import type { Messages } from '../en.ts'

export const messageChangesDe: Messages['inbox']['changes'] = {
  more: 'Weitere Aktionen',
  edit: 'Nachricht bearbeiten',
  hint: 'Enter zum Speichern, Escape zum Abbrechen',
  notSaved: 'Ihre Änderung einer Nachricht wurde nicht gespeichert.',
  remove: 'Nachricht löschen',
  removeTitle: 'Diese Nachricht löschen?',
  removeText:
    'Der Kunde sieht, dass eine Nachricht gelöscht wurde. Die Anhänge werden für alle entfernt. Ihr Team kann den Text unter „Frühere Fassungen“ weiterhin lesen.',
  removed: 'Nachricht gelöscht',
  edited: 'Bearbeitet',
  history: 'Frühere Fassungen',
  replaced: (name, time) => `Ersetzt von ${name} am ${time}`,
  customer: 'dem Kunden',
  problems: {
    message_empty: 'Geben Sie einen Text ein oder löschen Sie die Nachricht.',
    message_deleted: 'Diese Nachricht wurde inzwischen gelöscht.',
    message_too_old:
      'Nachrichten lassen sich 24 Stunden lang ändern. Ein Admin kann diese weiterhin löschen.',
    message_edit_limit:
      'Diese Nachricht hat die Höchstzahl an Bearbeitungen erreicht. Schreiben Sie eine neue.',
    forbidden:
      'Sie können nur eigene Nachrichten bearbeiten. Admins können auch die Nachrichten anderer löschen.',
    not_found: 'Diese Nachricht gibt es nicht mehr.',
  },
}
