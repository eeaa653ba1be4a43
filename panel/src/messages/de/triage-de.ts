import type { Messages } from '../en.ts'

export const triageDe: Messages['inbox']['triage'] = {
  priority: 'Priorität',
  setPriority: 'Priorität festlegen',
  priorityIs: (level) => `Priorität: ${level}`,
  noPriority: 'Keine Priorität',
  priorities: { urgent: 'Dringend', high: 'Hoch', normal: 'Normal', low: 'Niedrig' },
  snooze: 'Zurückstellen',
  snoozeThis: 'Gespräch zurückstellen',
  snoozedUntil: (time) => `Zurückgestellt bis ${time}`,
  snoozedUntilReply: 'Zurückgestellt bis zur Antwort des Kunden',
  rowUntil: (time) => `Bis ${time}`,
  rowUntilReply: 'Bis zur Antwort',
  wake: 'Zurückstellung beenden',
  undo: 'Rückgängig',
  when: 'Wann? Zum Beispiel: morgen 9 Uhr',
  notUnderstood: 'Zeitangabe nicht erkannt. Versuchen Sie „morgen 9 Uhr“ oder „in 2 Stunden“.',
  presets: {
    hours: (count) => (count === 1 ? 'In 1 Stunde' : `In ${count} Stunden`),
    tomorrow: 'Morgen früh',
    nextWeek: 'Nächste Woche',
    reply: 'Bis der Kunde antwortet',
  },
  log: {
    priority: (who, level) => `Priorität ${level} festgelegt: ${who}`,
    noPriority: (who) => `Priorität entfernt: ${who}`,
    snoozed: (who, time) => `Gespräch bis ${time} zurückgestellt: ${who}`,
    snoozedUntilReply: (who) => `Gespräch bis zur Antwort des Kunden zurückgestellt: ${who}`,
    unsnoozed: (who) => `Zurückstellung beendet: ${who}`,
    over: {
      due: 'Die Zurückstellung ist abgelaufen',
      customer: 'Die Zurückstellung endete, weil der Kunde geantwortet hat',
    },
  },
  problems: {
    conversation_closed:
      'Geschlossene Gespräche lassen sich nicht zurückstellen. Öffnen Sie das Gespräch zuerst wieder.',
    customer_wrote:
      'Der Kunde hat gerade geschrieben. Lesen Sie die Nachricht und stellen Sie dann erneut zurück.',
    snooze_time_invalid: 'Wählen Sie einen Zeitpunkt innerhalb des nächsten Jahres.',
    not_found: 'Dieses Gespräch gibt es nicht mehr.',
  },
}
