import type { MemberMessages } from './messages.ts'

export const messages = {
  signIn: 'Anmelden',
  signOut: 'Abmelden',
  member: 'Angemeldet',

  signInReason:
    'Angemeldet finden Sie Ihre Gespräche auf jedem Gerät. Was Sie ohne Anmeldung geschrieben haben, bleibt getrennt.',
  continueWith: 'Weiter mit {name}',
  stayAnonymous: 'Anonym bleiben',
  goOnThere: 'Im Fenster von {name} geht es weiter.',
  notYet: 'Noch nicht angemeldet. Ist das Fenster noch offen, geht es dort weiter.',
  blocked: 'Ihr Browser hat das Fenster blockiert.',
  openHere: 'In diesem Tab weitermachen',

  closeAccount: 'Konto schließen',
  closeQuestion: 'Ihr Konto schließen?',
  closeMeaning:
    'Sie werden abgemeldet, und unser Team sieht, dass Sie das Konto geschlossen haben. Die Nachrichten behält es. Melden Sie sich wieder an, ist das Konto wieder offen.',

  whichLanguage: 'In welcher Sprache sollen wir antworten?',
  goOn: 'Chat beginnen',

  cancel: 'Abbrechen',
  failed: 'Das hat nicht geklappt. Versuchen Sie es noch einmal.',
  tryAgain: 'Noch einmal',
} satisfies MemberMessages
