import type { MemberMessages } from './messages.ts'

export const messages = {
  signIn: 'Anmelden',
  signOut: 'Abmelden',
  member: 'Angemeldet',

  signInReason:
    'Melden Sie sich an, um Ihre Gespräche auf allen Geräten zu sehen. Nachrichten, die Sie ohne Anmeldung gesendet haben, bleiben getrennt.',
  continueWith: 'Weiter mit {name}',
  stayAnonymous: 'Als Gast fortfahren',
  goOnThere: 'Fahren Sie im Fenster von {name} fort.',
  notYet: 'Sie sind noch nicht angemeldet. Ist das Fenster noch offen, fahren Sie dort fort.',
  blocked: 'Ihr Browser hat das Anmeldefenster blockiert.',
  openHere: 'In diesem Tab fortfahren',

  closeAccount: 'Konto schließen',
  closeQuestion: 'Ihr Konto schließen?',
  closeMeaning:
    'Sie werden abgemeldet. Unser Team behält Ihre Nachrichten und sieht, dass Sie das Konto geschlossen haben. Melden Sie sich erneut an, um es wieder zu öffnen.',

  whichLanguage: 'In welcher Sprache sollen wir antworten?',
  goOn: 'Chat beginnen',

  cancel: 'Abbrechen',
  failed: 'Es ist ein Fehler aufgetreten. Versuchen Sie es erneut.',
  tryAgain: 'Erneut versuchen',
} satisfies MemberMessages
