import type { Messages } from '../en.ts'
import { reportMetricsDe } from './report-metrics-de.ts'

export const reportsDe: Messages['reports'] = {
  title: 'Berichte',
  report: 'Bericht',
  settings: 'Zeitraum und Filter',
  subjects: {
    live: 'Live',
    conversations: 'Gespräche',
    response: 'Antwortzeiten',
    calls: 'Anrufe',
    satisfaction: 'Zufriedenheit',
    agents: 'Agenten',
    teams: 'Teams',
    labels: 'Labels',
    channels: 'Widgets und Kanäle',
    heat_map: 'Heatmap',
  },
  metrics: reportMetricsDe,

  period: 'Zeitraum',
  periods: {
    today: 'Heute',
    yesterday: 'Gestern',
    '7d': 'Letzte 7 Tage',
    '28d': 'Letzte 28 Tage',
    '84d': 'Letzte 12 Wochen',
    '364d': 'Letzte 52 Wochen',
    month: 'Dieser Monat',
    'last-month': 'Letzter Monat',
  },
  customPeriod: 'Eigener Zeitraum',
  from: 'Erster Tag',
  to: 'Letzter Tag',
  compare: 'Mit dem Zeitraum davor vergleichen',
  comparedWith: (period) => `verglichen mit ${period}`,
  comparedUntilSameTime: (period) => `verglichen mit ${period}, bis zum gleichen Zeitpunkt`,
  asOf: (time) => `Stand ${time}`,
  clock: 'Gezählte Stunden',
  clocks: { clock_time: 'Alle Stunden', business_hours: 'Geschäftszeiten' },
  interval: 'Intervall',
  intervals: { hour: 'Nach Stunde', day: 'Nach Tag', week: 'Nach Woche', month: 'Nach Monat' },
  intervalNames: { hour: 'Stunde', day: 'Tag', week: 'Woche ab', month: 'Monat' },

  filter: 'Filtern',
  filters: 'Filter',
  any: 'Alle',
  removeFilter: (field, value) => `Filter ${field}: ${value} entfernen`,
  dimensions: {
    agent: 'Agent',
    team: 'Team',
    label: 'Label',
    provider: 'Widget',
    channel: 'Kanal',
    reason: 'Grund',
  },
  by: {
    agent: 'Nach Agent',
    team: 'Nach Team',
    label: 'Nach Label',
    provider: 'Nach Widget',
    channel: 'Nach Kanal',
    reason: 'Nach Grund',
  },
  none: {
    agent: 'Kein Agent',
    team: 'Kein Team',
    label: 'Kein Label',
    provider: 'Kein Widget',
    channel: 'Kein Kanal',
    reason: 'Kein Grund angegeben',
  },
  gone: 'Gelöscht',
  goneTeam: 'Gelöschtes Team',

  breakdown: 'Aufschlüsselung',
  noRows: 'In diesem Zeitraum gibt es nichts aufzuschlüsseln.',
  onlyLargest: (count) => `Nur die ${count} größten Zeilen werden angezeigt.`,
  labelsOverlap: 'Ein Gespräch mit zwei Labels zählt in beiden Zeilen.',
  timeline: 'Im Zeitverlauf',
  csv: 'CSV herunterladen',
  definitions: 'Was die Zahlen bedeuten',
  statistics: { count: 'Anzahl', median: 'Median', p90: '90. Perzentil', mean: 'Durchschnitt' },
  columns90: { duration: '90 % innerhalb', level: '90 % höchstens' },
  ofPrevious: (statistic) => `${statistic}, Zeitraum davor`,
  within90: (p90) => `90 % innerhalb von ${p90}`,
  /** Below the median of a level. */
  atMost90: (p90: string) => `90 % der Stunden höchstens ${p90}`,
  ratings: (count, shown) => (count === 1 ? 'Aus 1 Bewertung' : `Aus ${shown} Bewertungen`),
  shares: {
    answerRate: {
      name: 'Annahmequote',
      definition: 'Anteil der beendeten Anrufe, in denen ein Agent verbunden war.',
    },
    satisfied: { name: 'Note 4 oder 5', definition: 'Anteil der Bewertungen mit der Note 4 oder 5.' },
  },
  change: {
    same: 'Unverändert',
    new: 'Vorher keine',
    before: (value) => `vorher ${value}`,
    points: (points) => `${points} Punkte`,
    nothingBefore: 'Kein Vergleich möglich',
  },
  results: (count, shown) => (count === 1 ? '1 Ergebnis' : `${shown} Ergebnisse`),

  charts: {
    flow: {
      name: 'Begonnen und geschlossen',
      definition: 'Neue und wieder geöffnete Gespräche nach Beginn, geschlossene Gespräche nach Ende.',
    },
    outcomes: {
      name: 'Wieder geöffnet, unbeantwortet und nur KI',
      definition:
        'Gespräche, die wieder geöffnet, ohne jede Antwort geschlossen oder nur von einem KI-Agenten beantwortet wurden.',
    },
    outcomesOfPeople: {
      name: 'Wieder geöffnet und unbeantwortet',
      definition: 'Gespräche, die wieder geöffnet oder ohne jede Antwort geschlossen wurden.',
    },
    backlog: {
      name: 'Bestand',
      definition:
        'Offene, nicht zugewiesene und wartende Gespräche zu jeder vollen Stunde: der Median jedes Intervalls. Andere Filter als das Team gelten hier nicht.',
    },
    callOutcomes: {
      name: 'Angenommene und verpasste Anrufe',
      definition: 'Beendete Anrufe nach Beginn, je nachdem, ob ein Agent verbunden war.',
    },
    scores: {
      name: 'Bewertungen nach Note',
      definition: 'Wie viele Kunden welche Note gaben, nach dem Zeitpunkt der ersten Bewertung.',
    },
  },
  weekday: 'Wochentag',
  hour: 'Stunde',
  heatMaps: {
    started: {
      name: 'Gespräche nach Wochentag und Stunde',
      definition:
        'Neue und wieder geöffnete Gespräche, die in jeder Stunde der Woche begannen. Kräftigere Farbe heißt mehr.',
    },
    wait: {
      name: 'Wartezeit der Kunden nach Wochentag und Stunde, 90. Perzentil',
      definition:
        'Neun von zehn Wartezeiten, die in dieser Stunde begannen, waren kürzer. Kräftigere Farbe heißt länger.',
    },
  },

  empty: {
    title: 'Keine Zahlen in diesem Zeitraum',
    text: 'Gespräche und Anrufe erscheinen hier innerhalb einer Minute. Für frühere wählen Sie einen längeren Zeitraum.',
    filteredTitle: 'Keine Zahlen für diese Filter',
    filteredText: 'In diesem Zeitraum passt nichts zu allen Filtern.',
    clear: 'Filter entfernen',
  },
  offlineTitle: 'Sie sind offline',
  offlineText: 'Der Bericht lädt, sobald die Verbindung wieder da ist.',
  notCurrent:
    'Diese Zahlen konnten nicht aktualisiert werden. Sie stammen aus der letzten erfolgreichen Anfrage.',
  incomplete: 'Frühere Gespräche werden noch gezählt. Bis dahin sind die Zahlen zu niedrig.',
  resetPeriod: 'Letzte 28 Tage anzeigen',
  problems: {
    report_period_invalid: 'Ein Bericht umfasst höchstens 366 Tage.',
    report_too_fine: 'Dieses Intervall ist für den Zeitraum zu kurz. Wählen Sie ein längeres.',
    reports_busy: 'Es werden gerade zu viele Berichte geladen. Versuchen Sie es in einigen Sekunden erneut.',
  },

  live: {
    lead: 'Die Warteschlange und das Team in diesem Moment. Alle paar Sekunden aktualisiert.',
    waiting: 'Wartende Kunden',
    longestWait: 'Längste Wartezeit',
    open: 'Offen',
    unassigned: 'Frei',
    snoozed: 'Zurückgestellt',
    calls: 'Anrufe',
    callsWaiting: 'Wartende Anrufe',
    callsActive: 'Laufende Anrufe',
    agents: 'Agenten',
    state: 'Status',
    onlineFor: 'Online seit',
    onlineWithoutCalls: 'Online, keine Anrufe',
    teams: 'Teams',
    noOpen: 'Keine offenen Gespräche.',
  },
}
