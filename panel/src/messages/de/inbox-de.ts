import type { Messages } from '../en.ts'
import { conversationDe } from './conversation-de.ts'
import { customersDe } from './customers-de.ts'

export const inboxDe: Messages['inbox'] = {
  title: 'Posteingang',
  views: { mine: 'Meine', unassigned: 'Freie', open: 'Alle offenen', closed: 'Geschlossene' },
  viewsLabel: 'Ansichten',
  list: 'Gespräche',
  shown: (rows) => (rows === 1 ? '1 Gespräch' : `${rows} Gespräche`),
  search: 'Namen und Nachrichten suchen',
  clearSearch: 'Suche leeren',

  row: {
    unread: (count) => (count === 1 ? '1 ungelesene Nachricht' : `${count} ungelesene Nachrichten`),
    waiting: (time) => `Wartet ${time}`,
    waitingLong: (time) => `Wartet seit ${time} auf eine Antwort`,
    files: (count) => (count === 1 ? '1 Anhang' : `${count} Anhänge`),
    team: 'Wir:',
    assistant: 'Assistent:',
    noMessages: 'Noch keine Nachrichten',
    online: 'online',
    blocked: 'Blockiert',
  },

  empty: {
    mine: { title: 'Nichts wartet auf Sie', text: 'Hier stehen die Gespräche, die Ihnen zugewiesen sind.' },
    mineHint: (count) =>
      count === 1 ? '1 Gespräch hat noch niemanden' : `${count} Gespräche haben noch niemanden`,
    unassigned: {
      title: 'Alle werden betreut',
      text: 'Ein neues Gespräch steht hier, bis es jemand übernimmt.',
    },
    open: { title: 'Keine offenen Gespräche', text: 'Sobald ein Besucher schreibt, erscheint er hier.' },
    closed: { title: 'Noch nichts geschlossen', text: 'Gespräche, die Sie schließen, bleiben hier.' },
    search: (q) => `Nichts gefunden zu „${q}“`,
    searchText: 'Gesucht wurde in Namen, E-Mail-Adressen und Nachrichten dieser Ansicht.',
    searchAll: 'Alle offenen durchsuchen',
    searchClosed: 'Die geschlossenen durchsuchen',
  },

  choose: {
    title: 'Wählen Sie ein Gespräch',
    text: 'Was der Kunde schreibt, erscheint hier, während Sie lesen.',
    next: 'nächstes',
    previous: 'voriges',
    open: 'öffnen',
    help: 'alle Tasten',
  },

  welcome: {
    title: 'Schreiben Sie die erste Nachricht',
    text: 'Ihr Posteingang ist bereit. Setzen Sie diese Zeile in Ihre Seiten, vor das schließende body-Tag, und öffnen Sie eine davon.',
    widget: 'Widget',
    snippet: 'Zeile, die das Widget einbindet',
    copy: 'Kopieren',
    copied: 'Kopiert',
    shop: 'Demo-Shop öffnen',
    shopText: 'Schreiben Sie dort als Besucher; Ihre Nachricht erscheint hier sofort.',
    preview: 'Vorschau ausprobieren',
    noProvider:
      'Es gibt noch kein Widget. Ein Admin Ihrer Organisation kann unter Einstellungen eines anlegen.',
  },

  alerts: {
    label: 'Hinweise',
    intro: 'Für neue Nachrichten in Gesprächen, die Ihnen oder niemandem gehören.',
    sound: 'Ton',
    desktop: 'Desktop-Benachrichtigungen',
    allow: 'Desktop-Benachrichtigungen erlauben',
    denied:
      'Ihr Browser sperrt Benachrichtigungen dieser Seite. Erlauben Sie sie in seinen Website-Einstellungen.',
    unsupported: 'Dieser Browser kennt keine Benachrichtigungen.',
    newMessage: (name) => `${name} schreibt`,
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
  customers: customersDe,
}
