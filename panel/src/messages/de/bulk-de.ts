import type { Messages } from '../en.ts'

export const bulkDe: Messages['inbox']['bulk'] = {
  bar: 'Ausgewählte Gespräche',
  select: (name) => `Gespräch mit ${name} auswählen`,
  selectFocused: 'Gespräch auswählen',
  selected: (count) => `${count} ausgewählt`,
  selectAll: 'Alle gezeigten auswählen',
  clear: 'Auswahl aufheben',
  close: 'Schließen',
  reopen: 'Wieder öffnen',
  assign: 'Ausgewählte Gespräche zuweisen',
  nobody: 'Niemand',
  done: (count) => (count === 1 ? '1 Gespräch geändert' : `${count} Gespräche geändert`),
  nothing: 'Nichts zu ändern',
  refused: (count) =>
    count === 1
      ? '1 Gespräch konnte nicht geändert werden'
      : `${count} Gespräche konnten nicht geändert werden`,
  failed: (count) =>
    count === 1
      ? '1 Gespräch konnte nicht geändert werden. Es bleibt ausgewählt: Versuchen Sie es noch einmal.'
      : `${count} Gespräche konnten nicht geändert werden. Sie bleiben ausgewählt: Versuchen Sie es noch einmal.`,
  undo: 'Rückgängig',
  undone: (count) =>
    count === 1 ? '1 Änderung rückgängig gemacht' : `${count} Änderungen rückgängig gemacht`,
}
