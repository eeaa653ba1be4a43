import type { Messages } from './messages.ts'

export const messages = {
  openChat: 'Chat öffnen',
  closeChat: 'Chat schließen',
  unread: { one: '{n} ungelesene Nachricht', other: '{n} ungelesene Nachrichten' },

  online: 'Online',
  away: 'Gerade nicht da',
  leaveMessage: 'Schreiben Sie uns, wir antworten hier.',
  repliesAtOnce: 'Antwortet meist binnen einer Minute',
  repliesInMinutes: {
    one: 'Antwortet meist in {n} Minute',
    other: 'Antwortet meist in {n} Minuten',
  },
  repliesInHours: { one: 'Antwortet meist in {n} Stunde', other: 'Antwortet meist in {n} Stunden' },
  repliesInDays: { one: 'Antwortet meist in {n} Tag', other: 'Antwortet meist in {n} Tagen' },

  menu: 'Menü',

  messages: 'Nachrichten',
  loading: 'Wird geladen',
  olderFailed: 'Frühere Nachrichten konnten nicht geladen werden.',
  tryAgain: 'Noch einmal',
  newMessages: { one: '{n} neue Nachricht', other: '{n} neue Nachrichten' },
  toNewest: 'Zur neuesten Nachricht',
  joined: '{name} ist für Sie da',
  waiting: 'Gleich ist jemand aus unserem Team da',
  ended: 'Das Gespräch wurde beendet',
  started: 'Neues Gespräch',
  greeting: 'Hallo! Wie können wir helfen?',

  startCall: 'Anrufen',
  call: 'Anruf, {time}',
  unanswered: 'Unbeantworteter Anruf',

  you: 'Sie',
  reply: 'Antworten',
  replyTo: 'Antwort an {name}',
  cancelReply: 'Doch nicht antworten',
  earlierMessage: 'Frühere Nachricht',
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
  dropFiles: 'Dateien hier ablegen, um sie anzuhängen',
  tooManyFiles: {
    one: 'Höchstens {n} Datei je Nachricht',
    other: 'Höchstens {n} Dateien je Nachricht',
  },
  tooLong: { one: '{n} Zeichen zu lang', other: '{n} Zeichen zu lang' },

  openPicture: '{name} größer zeigen',

  emoji: 'Emoji',

  offline: 'Sie sind offline. Nachrichten gehen hinaus, sobald Sie wieder online sind.',
  reconnecting: 'Verbindung wird wieder aufgebaut …',
  unavailable: 'Der Chat ist auf dieser Seite nicht verfügbar.',
  unstored: 'Ihr Browser speichert nichts, darum endet dieser Chat mit der Seite.',
  blocked: 'Sie können hier nicht mehr schreiben.',
} satisfies Messages
