import type { Messages } from '../en.ts'

export const reportMetricsDe: Messages['reports']['metrics'] = {
  started: {
    name: 'Begonnen',
    definition: 'Neue und wieder geöffnete Gespräche nach ihrem Beginn.',
  },
  reopened: {
    name: 'Wieder geöffnet',
    definition: 'Gespräche, die nach dem Schließen erneut geöffnet wurden.',
  },
  closed: { name: 'Geschlossen', definition: 'Gespräche nach dem Zeitpunkt des Schließens.' },
  unanswered: {
    name: 'Unbeantwortet',
    definition: 'Geschlossene Gespräche, in denen der Kunde schrieb und keine Antwort bekam.',
  },
  ai_only: {
    name: 'Nur KI',
    definition: 'Geschlossene Gespräche mit Antworten eines KI-Agenten und keiner eines Menschen.',
  },
  first_response: {
    name: 'Erste Antwort',
    definition: 'Vom Beginn des Gesprächs bis zur ersten Antwort eines Menschen.',
  },
  ai_first_response: {
    name: 'Erste Antwort, KI',
    definition:
      'Vom Beginn des Gesprächs bis zur ersten Antwort eines KI-Agenten, wenn vorher kein Mensch geantwortet hat.',
  },
  reply_time: {
    name: 'Antwortzeit',
    definition:
      'Von der ersten unbeantworteten Nachricht des Kunden bis zur Antwort eines Menschen, für jedes Warten.',
  },
  ai_reply_time: {
    name: 'Antwortzeit, KI',
    definition:
      'Von der ersten unbeantworteten Nachricht des Kunden bis zur Antwort eines KI-Agenten, für jedes Warten.',
  },
  resolution: {
    name: 'Lösungszeit',
    definition:
      'Vom Beginn eines Gesprächs bis zum Schließen; nach dem Wiederöffnen beginnt eine neue Messung.',
  },
  handling: {
    name: 'Bearbeitung',
    definition:
      'Zeit, in der ein geschlossenes Gespräch einem Agenten zugewiesen war, ohne Zurückstellung und ohne Schweigen des Kunden über 10 Minuten.',
  },
  assigned: { name: 'Zugewiesen', definition: 'Wie oft Gespräche einem Agenten zugewiesen wurden.' },
  calls: { name: 'Anrufe', definition: 'Beendete Anrufe nach ihrem Beginn.' },
  calls_answered: {
    name: 'Angenommene Anrufe',
    definition: 'Beendete Anrufe, in denen ein Agent verbunden war.',
  },
  calls_missed: {
    name: 'Verpasste Anrufe',
    definition: 'Beendete Anrufe, in denen kein Agent verbunden war.',
  },
  call_wait: { name: 'Warten auf Annahme', definition: 'Vom Beginn eines Anrufs bis zur Annahme.' },
  call_missed_wait: {
    name: 'Vergebliches Warten',
    definition: 'Vom Beginn bis zum Ende eines Anrufs, den niemand angenommen hat.',
  },
  call_talk: { name: 'Gesprächszeit', definition: 'Von der Annahme eines Anrufs bis zu seinem Ende.' },
  rating: {
    name: 'Bewertung',
    definition:
      'Durchschnitt der letzten Bewertungen der Kunden von 1 bis 5, nach dem Zeitpunkt der ersten Bewertung.',
  },
  rating_1: { name: 'Note 1', definition: 'Bewertungen mit 1, der schlechtesten.' },
  rating_2: { name: 'Note 2', definition: 'Bewertungen mit 2.' },
  rating_3: { name: 'Note 3', definition: 'Bewertungen mit 3.' },
  rating_4: { name: 'Note 4', definition: 'Bewertungen mit 4.' },
  rating_5: { name: 'Note 5', definition: 'Bewertungen mit 5, der besten.' },
  wait: {
    name: 'Wartezeit der Kunden',
    definition:
      'Von der ersten unbeantworteten Nachricht des Kunden bis zu einer Antwort oder zum Schließen, nach dem Beginn des Wartens.',
  },
  backlog_open: {
    name: 'Offener Bestand',
    definition:
      'Offene Gespräche ohne zurückgestellte, zu jeder vollen Stunde erfasst. Median der Stunden; nicht erfasste Stunden sind Lücken.',
  },
  backlog_unassigned: {
    name: 'Bestand ohne Agent',
    definition: 'Offene Gespräche ohne zugewiesenen Agenten, zu jeder vollen Stunde.',
  },
  backlog_waiting: {
    name: 'Wartender Bestand',
    definition: 'Offene Gespräche, deren Kunde auf eine Antwort wartete, zu jeder vollen Stunde.',
  },
  online: {
    name: 'Zeit online',
    definition: 'Zeit, in der Agenten mit dem Panel verbunden waren, alle paar Sekunden erfasst.',
  },
  occupancy: {
    name: 'Auslastung',
    definition:
      'Anteil der Zeit online, in der der Agent an einem inzwischen geschlossenen Gespräch arbeitete oder in einem Anruf war.',
  },
}
