import type { Messages } from '../en.ts'
import { conversationDe } from './conversation-de.ts'
import { customersDe } from './customers-de.ts'
import { messageChangesDe } from './message-changes-de.ts'
import { customerTimelineDe } from './customer-timeline-de.ts'
import { notesDe } from './notes-de.ts'
import { repliesDe } from './replies-de.ts'
import { writingDe } from './writing-de.ts'
import { bulkDe } from './bulk-de.ts'
import { labelsDe } from './labels-de.ts'
import { filterDe, savedViewsDe } from './views-de.ts'
import { teamsDe } from './teams-de.ts'
import { triageDe } from './triage-de.ts'

export const inboxDe: Messages['inbox'] = {
  title: 'Posteingang',
  views: {
    mine: 'Meine',
    unassigned: 'Freie',
    open: 'Alle offenen',
    closed: 'Geschlossene',
    snoozed: 'Zurückgestellt',
  },
  viewsLabel: 'Ansichten',
  list: 'Gespräche',
  shown: (rows) => (rows === 1 ? '1 Gespräch' : `${rows} Gespräche`),
  shownFirst: (rows) => (rows === 1 ? 'Erstes Gespräch' : `Erste ${rows} Gespräche`),
  search: 'Namen und Nachrichten suchen',
  clearSearch: 'Suche leeren',

  row: {
    unread: (count) => (count === 1 ? '1 ungelesene Nachricht' : `${count} ungelesene Nachrichten`),
    waiting: (time) => `Wartet ${time}`,
    waitingLong: (time) => `Wartet seit ${time} auf eine Antwort`,
    files: (count) => (count === 1 ? '1 Anhang' : `${count} Anhänge`),
    team: 'Team:',
    assistant: 'Assistent:',
    noMessages: 'Noch keine Nachrichten',
    online: 'online',
    blocked: 'Blockiert',
  },

  empty: {
    snoozed: {
      title: 'Keine zurückgestellten Gespräche',
      text: 'Zurückgestellte Gespräche erscheinen hier und kehren automatisch in den Posteingang zurück.',
    },
    mine: {
      title: 'Ihnen ist nichts zugewiesen',
      text: 'Hier erscheinen Gespräche, die Ihnen zugewiesen sind.',
    },
    mineHint: (count) =>
      count === 1 ? '1 nicht zugewiesenes Gespräch' : `${count} nicht zugewiesene Gespräche`,
    unassigned: {
      title: 'Keine freien Gespräche',
      text: 'Neue Gespräche erscheinen hier, bis ein Agent sie übernimmt.',
    },
    open: {
      title: 'Keine offenen Gespräche',
      text: 'Neue Gespräche erscheinen hier, sobald ein Besucher schreibt.',
    },
    closed: { title: 'Keine geschlossenen Gespräche', text: 'Gespräche, die Sie schließen, bleiben hier.' },
    search: (q) => `Keine Ergebnisse für „${q}“`,
    searchText: 'Gesucht wurde in Namen, E-Mail-Adressen und Nachrichten dieser Ansicht.',
    searchAll: 'Alle offenen durchsuchen',
    searchClosed: 'Die geschlossenen durchsuchen',
  },

  choose: {
    title: 'Wählen Sie ein Gespräch',
    text: 'Seine Nachrichten erscheinen hier.',
    next: 'nächstes',
    previous: 'voriges',
    open: 'öffnen',
    help: 'alle Tastenkürzel',
  },

  welcome: {
    title: 'Schreiben Sie die erste Nachricht',
    text: 'Ihr Posteingang ist bereit. Setzen Sie diesen Code in Ihre Seiten, vor das schließende body-Tag, und öffnen Sie eine davon.',
    widget: 'Widget',
    snippet: 'Einbettungscode',
    copy: 'Kopieren',
    copied: 'Kopiert',
    shop: 'Demo-Shop öffnen',
    shopText: 'Schreiben Sie dort als Besucher; Ihre Nachricht erscheint hier sofort.',
    preview: 'Aussehen ändern',
    noProvider:
      'Es gibt noch kein Widget. Ein Admin Ihrer Organisation kann unter Einstellungen eines anlegen.',
    create: 'Widget anlegen',
    noProviderAdmin: 'Es gibt noch kein Widget. Legen Sie eines an, um den Code für Ihre Seiten zu erhalten.',
  },

  alerts: {
    label: 'Hinweise',
    intro: 'Für neue Nachrichten in Gesprächen, die Ihnen oder niemandem zugewiesen sind.',
    sound: 'Ton',
    desktop: 'Desktop-Benachrichtigungen',
    allow: 'Desktop-Benachrichtigungen erlauben',
    denied:
      'Ihr Browser sperrt Benachrichtigungen dieser Seite. Erlauben Sie sie in seinen Website-Einstellungen.',
    unsupported: 'Dieser Browser unterstützt keine Benachrichtigungen.',
    newMessage: (name) => `Neue Nachricht von ${name}`,
    attachment: 'Hat einen Anhang geschickt',
  },

  tab: {
    title: 'Posteingang',
    unread: (count, title) => `(${count > 99 ? '99+' : count}) ${title}`,
  },

  keys: {
    group: 'Posteingang',
    next: 'Nächstes Gespräch',
    previous: 'Voriges Gespräch',
    open: 'Gespräch öffnen',
    back: 'Zurück zur Liste',
    search: 'Gespräche suchen',
    go: (view) => `Gehe zu ${view}`,
  },

  conversation: conversationDe,
  changes: messageChangesDe,
  notes: notesDe,
  timeline: customerTimelineDe,
  replies: repliesDe,
  writing: writingDe,
  labels: labelsDe,
  filter: filterDe,
  savedViews: savedViewsDe,
  teams: teamsDe,
  triage: triageDe,
  bulk: bulkDe,
  customers: customersDe,
}
