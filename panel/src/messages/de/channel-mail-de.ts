import type { Messages } from '../en.ts'

export const channelMailDe: Messages['channelMail'] = {
  connect: 'Postfach verbinden',
  connectTitle: 'Ein Postfach verbinden',
  editTitle: 'Einstellungen des Postfachs',
  edit: 'Einstellungen',
  editNamed: (name) => `Einstellungen: ${name}`,
  address: 'Support-Adresse',
  addressHint: 'Kunden schreiben an diese Adresse und sehen sie als Absender.',
  name: 'Absendername',
  nameHint: 'Für Kunden sichtbar, zum Beispiel „Shop-Support“.',
  receiving: 'Empfang (IMAP)',
  sending: 'Versand (SMTP)',
  host: 'Server',
  port: 'Port',
  encryption: 'Verschlüsselung',
  implicit: 'TLS',
  starttls: 'STARTTLS',
  none: 'Keine (nur im eigenen Netz)',
  user: 'Benutzername',
  password: 'Passwort',
  passwordKept:
    'Leer lassen, um das gespeicherte Passwort zu behalten, außer wenn Sie einen Server oder Benutzernamen ändern.',
  folder: 'Ordner',
  sameLogin: 'Benutzername und Passwort wie beim Empfang',
  plus: 'Das Postfach nimmt Plus-Adressen an',
  plusHint:
    'Antworten gehen dann an support+code@… und finden das Gespräch auch, wenn ein Mailprogramm die Antwort-Header entfernt. Gmail, Microsoft 365 und die meisten Server nehmen sie an.',
  authServer: 'Empfangender Server',
  authServerHint:
    'Sein Name in der Kopfzeile Authentication-Results, zum Beispiel mx.google.com. Nötig, um anzuzeigen, ob Absender geprüft sind.',
  test: 'Testen',
  testing: 'Wird getestet …',
  tested: 'Alle Schritte funktionieren.',
  failedTest: 'Korrigieren Sie den fehlgeschlagenen Schritt und testen Sie erneut.',
  follows: 'Dieser Dienst liest das Postfach',
  subject: 'Betreff',
  noSubject: 'Kein Betreff',
  automatic: 'Automatische E-Mail',
  showAll: 'Ganze E-Mail anzeigen',
  hideAll: 'Zitate ausblenden',
  showOriginal: 'Original anzeigen',
  originalTitle: 'Original der E-Mail',
  originalHint: 'Links und Bilder aus dem Internet sind deaktiviert.',
  removeTitle: 'Dieses Postfach trennen?',
  removeText: 'E-Mails werden nicht mehr gelesen oder gesendet. Gespräche bleiben erhalten.',
  connectedText: (name) => `„${name}“ ist verbunden.`,
  fromOther: (name) => `Gesendet von ${name}`,
  steps: { imap: 'Empfang: Anmeldung', folder: 'Empfang: Ordner', smtp: 'Versand: Anmeldung' },
  results: {
    ok: 'Funktioniert',
    skipped: 'Nicht getestet: Ein früherer Schritt ist fehlgeschlagen',
    name_unknown: 'Unbekannter Servername. Prüfen Sie die Schreibweise.',
    host_refused:
      'Diese Adresse ist nicht erlaubt. Verwenden Sie einen öffentlichen Mailserver und einen Mail-Port oder fragen Sie den Betreiber.',
    unreachable: 'Keine Antwort. Prüfen Sie Server und Port.',
    encryption_failed:
      'Keine gültige Verschlüsselung. Prüfen Sie die Art der Verschlüsselung, den Port und das Zertifikat des Servers.',
    sign_in_refused:
      'Anmeldung abgelehnt. Prüfen Sie Benutzername und Passwort; manche Anbieter verlangen ein App-Passwort.',
    folder_missing: 'Diesen Ordner gibt es nicht. Prüfen Sie seinen Namen.',
  },
  verification: {
    verified: 'Absender geprüft',
    failed: 'Prüfung fehlgeschlagen',
    unknown: 'Absender nicht geprüft',
  },
  states: {
    credentials_refused:
      'Der Mailserver lehnt die Anmeldung für den Empfang ab. Prüfen Sie Benutzername und Passwort.',
    unreachable: 'Der Mailserver antwortet nicht. Prüfen Sie Server und Port.',
  },
  problems: {
    mailbox_incomplete: 'Ein Passwort oder eine andere Angabe fehlt.',
    mailbox_refused: 'Das Postfach kann mit diesen Einstellungen nicht verwendet werden. Testen Sie sie.',
    channel_token_other_account: 'Die Adresse eines verbundenen Postfachs kann nicht geändert werden.',
    channel_taken: 'Dieses Postfach ist bereits verbunden.',
    channel_credentials_unreadable:
      'Die Einstellungen dieses Postfachs können nicht entschlüsselt werden, weil sich das Geheimnis von Parley geändert hat. Geben Sie sie mit allen Passwörtern neu ein.',
  },
}
