import type { Messages } from '../en.ts'

export const automaticRepliesDe: Messages['automaticReplies'] = {
  title: 'Automatische Antworten',
  lead: 'Werden automatisch gesendet. Ein Kontakt erhält jede höchstens einmal in 12 Stunden.',
  named: (name) => `Automatische Antworten von „${name}“`,
  language: 'Sprache',
  others: 'Alle anderen Sprachen',
  text: 'Text',
  builtIn: 'Leer lassen für den mitgelieferten Text in der Sprache des Kontakts.',
  asOthers: 'Leer lassen für den Text aller anderen Sprachen.',
  greeting: { label: 'Begrüßung', hint: 'Mit der ersten Nachricht eines neuen Gesprächs.' },
  away: {
    label: 'Abwesenheitstext',
    hint: 'Außerhalb der Geschäftszeiten und solange kein Agent anwesend ist.',
  },
}

export const replyWindowDe: Messages['replyWindow'] = {
  until: (moment) => `Sie können bis ${moment} schreiben.`,
  closed: (hours) =>
    `In diesem Kanal können Sie nur bis ${hours} Stunden nach der letzten Nachricht des Kunden schreiben. Sobald der Kunde schreibt, können Sie wieder schreiben.`,
}
