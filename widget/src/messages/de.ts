import type { Messages } from './messages.ts'

export const messages = {
  openChat: 'Chat öffnen',
  closeChat: 'Chat schließen',
  unread: { one: '{n} ungelesene Nachricht', other: '{n} ungelesene Nachrichten' },

  online: 'Online',
  away: 'Gerade nicht da',
  leaveMessage: 'Hinterlassen Sie eine Nachricht. Wir antworten Ihnen hier.',
  repliesAtOnce: 'Antwortet meist binnen einer Minute',
  repliesInMinutes: {
    one: 'Antwortet meist in {n} Minute',
    other: 'Antwortet meist in {n} Minuten',
  },
  repliesInHours: { one: 'Antwortet meist in {n} Stunde', other: 'Antwortet meist in {n} Stunden' },
  repliesInDays: { one: 'Antwortet meist in {n} Tag', other: 'Antwortet meist in {n} Tagen' },

  menu: 'Menü',

  messages: 'Nachrichten',
  olderFailed: 'Frühere Nachrichten konnten nicht geladen werden.',
  tryAgain: 'Erneut versuchen',
  sendWithoutFiles: 'Ohne Dateien senden',
  newMessages: { one: '{n} neue Nachricht', other: '{n} neue Nachrichten' },
  joined: '{name} ist dem Gespräch beigetreten',
  waiting: 'Sie werden gleich mit unserem Team verbunden',
  ended: 'Gespräch beendet',
  started: 'Neues Gespräch',
  greeting: 'Hallo! Wie können wir helfen?',

  startCall: 'Anrufen',
  call: 'Anruf, {time}',
  unanswered: 'Unbeantworteter Anruf',

  you: 'Sie',
  ai: 'KI',
  reply: 'Antworten',
  earlierMessage: 'Frühere Nachricht',
  edited: 'Bearbeitet',
  deleted: 'Nachricht gelöscht',
  sending: 'Wird gesendet',
  sent: 'Gesendet',
  delivered: 'Zugestellt',
  read: 'Gelesen',
  notSent: 'Nicht gesendet',
  discard: 'Verwerfen',
  typing: '{name} schreibt',
  severalTyping: 'Mehrere schreiben',

  writeMessage: 'Nachricht schreiben',
  send: 'Senden',
  attach: 'Datei anhängen',
  tooLong: { one: '{n} Zeichen zu lang', other: '{n} Zeichen zu lang' },

  emoji: 'Emoji',

  offline: 'Sie sind offline. Nachrichten werden gesendet, sobald Sie wieder verbunden sind.',
  reconnecting: 'Verbindung wird wiederhergestellt…',
  tryNow: 'Jetzt versuchen',
  fileWaits: 'Die Datei wird hochgeladen, sobald die Verbindung wieder da ist.',
  unavailable: 'Der Chat ist auf dieser Seite nicht verfügbar.',
  unstored: 'Ihr Browser speichert keine Daten. Dieser Chat geht verloren, wenn Sie die Seite verlassen.',
  blocked: 'Sie können hier keine Nachrichten mehr senden.',
} satisfies Messages
