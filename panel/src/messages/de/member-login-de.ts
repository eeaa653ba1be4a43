import type { Messages } from '../en.ts'

export const memberLoginDe: Messages['memberLogin'] = {
  title: 'Mitglieder-Anmeldung',
  lead: 'Besucher können sich mit einem vorhandenen Konto anmelden. Das ist freiwillig und beginnt erst mit ihrem Klick.',
  anyPage:
    'Jede Seite darf dieses Widget einbinden, darum wird vor der Anmeldung noch einmal gefragt, ob die Seite erfahren darf, wer jemand ist. Tragen Sie Ihre Seiten unter „Einbau“ ein, dann entfällt das.',

  source: 'Herkunft der Schlüssel',
  sourceLead: 'Wessen Anwendung um Zustimmung bittet: Ihren Namen lesen die Besucher dort.',
  sources: { service: 'Schlüssel des Dienstes', own: 'Eigene Schlüssel' },
  sourceTexts: {
    service: 'Die Anwendungen dessen, der diese Installation betreibt. Es ist nichts einzurichten.',
    serviceMissing:
      'Die Anwendungen des Betreibers dieser Installation, der noch keine Schlüssel hinterlegt hat. Wählen Sie bis dahin eigene Schlüssel.',
    own: 'Ihre eigene Anwendung bei jedem Anbieter, unter Ihrem eigenen Namen.',
  },
  sourceWarning:
    'Apple und Facebook vergeben je Anwendung andere Kennungen: Nach einem Wechsel kommen deren Mitglieder als neue wieder.',

  session: 'Angemeldet bleiben',
  sessionLead: 'Wie lange ein Mitglied in einem Browser angemeldet bleibt, ohne sich abzumelden.',
  days: 'Tage',
  daysWrong: 'Schreiben Sie eine ganze Zahl von 1 bis 365.',

  services: 'Anbieter',
  servicesLead: 'Was eingeschaltet ist, erscheint im Chat auf der Anmeldeseite.',
  offer: (service) => `${service} anbieten`,
  on: 'Ein',
  off: 'Aus',
  noKeys: 'Schlüssel fehlen',
  details: (service) => `${service} einrichten`,
  setUp: 'Einrichten',
  operatorKeys:
    'Diese Installation hat Schlüssel für diesen Anbieter. Schalten Sie ihn ein, um ihn zu nutzen.',
  noOperatorKeys: (variables) =>
    `Diese Installation hat keine Schlüssel dafür. Wer sie betreibt, kann ${variables} setzen; oder wählen Sie oben eigene Schlüssel.`,

  steps: 'So kommen Sie an die Schlüssel',
  openConsole: (service) => `Konsole von ${service} öffnen`,
  howTo: {
    google: [
      'Legen Sie einen OAuth-Client vom Typ „Webanwendung“ an.',
      'Tragen Sie die Weiterleitungs-URI unten bei den autorisierten Weiterleitungs-URIs ein.',
      'Veröffentlichen Sie den Zustimmungsbildschirm, sonst kommen nur Ihre Testnutzer hinein.',
    ],
    facebook: [
      'Legen Sie eine App mit dem Anwendungsfall „Authentifizierung und Anfordern von Daten mit Facebook Login“ an.',
      'Tragen Sie die Weiterleitungs-URI unten bei den gültigen OAuth-Redirect-URIs ein und fügen Sie die Berechtigung email hinzu.',
      'Schalten Sie die App live. Kennung und Geheimcode stehen unter App-Einstellungen, Allgemeines.',
    ],
    apple: [
      'Legen Sie eine Services ID mit „Sign in with Apple“ an; ihr Bezeichner ist die Client-ID.',
      'Tragen Sie Ihre Domain und die Weiterleitungs-URI unten bei den Return URLs ein.',
      'Legen Sie einen Schlüssel für „Sign in with Apple“ an und laden Sie die .p8-Datei: Apple gibt sie nur einmal heraus.',
    ],
    github: [
      'Legen Sie eine OAuth-App an; als Homepage nennen Sie Ihre Website.',
      'Die „Authorization callback URL“ ist die Weiterleitungs-URI unten.',
      'Erzeugen Sie ein Client-Secret: GitHub zeigt es nur einmal.',
    ],
    x: [
      'Legen Sie eine App an und wählen Sie bei der Nutzerauthentifizierung „Web App“, einen vertraulichen Client.',
      'Die Callback-URI ist die Weiterleitungs-URI unten.',
      'Nehmen Sie Client-ID und -Secret von OAuth 2.0, nicht den API-Schlüssel.',
    ],
  },
  redirect: 'Weiterleitungs-URI',
  copyRedirect: 'Weiterleitungs-URI kopieren',

  clientId: 'Client-ID',
  servicesId: 'Client-ID (Services ID)',
  clientSecret: 'Client-Secret',
  teamId: 'Team-ID',
  keyId: 'Key-ID',
  tenCharacters: 'Zehn Großbuchstaben und Ziffern.',
  privateKey: 'Privater Schlüssel (.p8)',
  privateKeyHint: 'Der ganze Text der Datei, von BEGIN bis END.',
  secretSaved: 'Gespeichert und nicht mehr zu sehen. Was Sie hier schreiben, ersetzt es.',
  secretNew: 'Wird verschlüsselt aufbewahrt und nicht wieder angezeigt.',
  forget: 'Diese Schlüssel löschen',
  forgetTitle: (service) => `Schlüssel für ${service} löschen?`,
  forgetText:
    'Diese Anmeldung wird ausgeschaltet. Angemeldete Mitglieder bleiben angemeldet, bis ihre Sitzung endet.',

  test: 'Anmeldung testen',
  testHint:
    'Öffnet den Anbieter, wie ihn Besucher sehen, und zeigt hier, was er antwortet. Niemand wird angemeldet.',
  testWaiting: 'Es wird auf das andere Fenster gewartet.',
  testBlocked:
    'Der Browser hat das Fenster blockiert. Erlauben Sie Pop-ups für diese Seite und versuchen Sie es noch einmal.',
  testClosed: 'Das Fenster wurde geschlossen, bevor der Anbieter geantwortet hatte.',
  testWorked: 'Die Anmeldung funktioniert. Der Anbieter meldet:',
  testFailed: 'Die Anmeldung funktioniert noch nicht.',
  testAnswer: 'Der Anbieter antwortete:',
  fields: { id: 'Kennung', name: 'Name', username: 'Benutzername', email: 'E-Mail' },
  verified: 'bestätigt',
  unverified: 'nicht bestätigt',
  notSaid: 'Nicht angegeben',

  problems: {
    login_keys_missing:
      'Eine Anmeldung braucht ihre Schlüssel, bevor sie eingeschaltet werden kann. Tragen Sie sie zuerst ein und speichern Sie.',
    login_private_key_invalid:
      'Das ist kein privater Schlüssel von Apple. Fügen Sie den ganzen Text der .p8-Datei ein.',
    login_cancelled: 'Die Anmeldung wurde im anderen Fenster nicht bestätigt.',
    login_failed:
      'Der Anbieter hat die Anmeldung nicht bestätigt. Meist stimmt das Secret oder die Weiterleitungs-URI nicht.',
    login_expired: 'Die Anmeldung hat zu lange gedauert. Starten Sie sie neu.',
    login_state_invalid: 'Diese Anmeldung ist schon beendet. Beginnen Sie sie neu.',
    login_browser_mismatch:
      'Der Browser hat unser Cookie nicht behalten. Erlauben Sie Cookies für diese Adresse und versuchen Sie es noch einmal.',
  },
}
