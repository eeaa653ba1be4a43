import type { Messages } from '../en.ts'

export const recoveryDe: Messages['recovery'] = {
  forgotLink: 'Passwort vergessen?',
  forgot: {
    title: 'Passwort zurücksetzen',
    lead: 'Geben Sie Ihre E-Mail-Adresse ein. Wenn es dazu ein Konto gibt, wird ein Link dorthin gesendet.',
    action: 'Link senden',
    sent: 'Prüfen Sie Ihr Postfach',
    sentText: (email: string) =>
      `Wenn es zu ${email} ein Konto gibt, ist ein Link für ein neues Passwort unterwegs. Er funktioniert einmal, innerhalb einer Stunde.`,
    back: 'Zurück zur Anmeldung',
    withoutMail:
      'Diese Installation verschickt keine E-Mails. Bitten Sie einen Admin Ihrer Organisation um einen Link: Er erstellt ihn unter Einstellungen > Personen.',
    operator:
      'Wenn Ihnen kein Admin helfen kann, zum Beispiel weil Sie der einzige Inhaber sind oder zu mehreren Organisationen gehören, erstellt der Betreiber des Servers einen Link mit diesem Befehl:',
    copyCommand: 'Befehl kopieren',
  },
  reset: {
    title: 'Neues Passwort festlegen',
    lead: (email: string) => `Für ${email}. Alle Ihre Sitzungen werden beendet.`,
    password: 'Neues Passwort',
    action: 'Passwort festlegen',
    done: 'Ihr Passwort wurde geändert',
    doneText: 'Melden Sie sich mit dem neuen Passwort an.',
    loading: 'Der Link wird geprüft',
    newLink: 'Neuen Link anfordern',
    invalid: 'Dieser Link ist ungültig',
    invalidText:
      'Er ist unvollständig, wurde ersetzt oder darf nicht mehr benutzt werden. Fordern Sie einen neuen an.',
    expired: 'Dieser Link ist abgelaufen',
    expiredText: 'Fordern Sie einen neuen an.',
    used: 'Dieser Link wurde schon benutzt',
    usedText:
      'Wenn Sie es waren, melden Sie sich mit dem neuen Passwort an. Sonst fordern Sie einen neuen Link an.',
  },
  confirmEmail: {
    title: 'E-Mail-Adresse bestätigen',
    lead: 'Danach melden Sie sich mit dieser Adresse an und können dort Benachrichtigungen erhalten.',
    action: 'Bestätigen',
    done: 'E-Mail-Adresse bestätigt',
    doneText: (email: string) => `Sie melden sich mit ${email} an.`,
    open: 'Zum Panel',
  },
  setup: {
    token: 'Einrichtungsschlüssel',
    tokenHint:
      'Parley hat ihn beim Start ausgegeben, in einem Link zu dieser Seite. Er zeigt, dass diese Installation Ihnen gehört.',
  },
  team: {
    create: 'Link zum Zurücksetzen erstellen',
    createFor: (name: string) => `Link zum Zurücksetzen für ${name} erstellen`,
    title: (name: string) => `Passwort von ${name} zurücksetzen?`,
    text: 'Sie erhalten einen Link, mit dem diese Person ein neues Passwort festlegt. Er funktioniert einmal, innerhalb von 24 Stunden. Dabei werden alle ihre Sitzungen beendet.',
    ready: 'Der Link ist bereit',
    readyText: (name: string) =>
      `Kopieren Sie ihn jetzt und senden Sie ihn vertraulich an ${name}. Er wird nur dieses eine Mal angezeigt.`,
    copy: 'Link zum Zurücksetzen kopieren',
    alreadyMember: (name: string) =>
      `${name} ist schon Mitglied. Bei vergessenem Passwort erstellen Sie einen Link zum Zurücksetzen.`,
  },
  profile: {
    email: 'Anmeldeadresse',
    emailLead: 'Die E-Mail-Adresse, mit der Sie sich anmelden.',
    emailLeadMail:
      'Die E-Mail-Adresse, mit der Sie sich anmelden. Eine Änderung wird mit einem Link bestätigt, der an die neue Adresse geht.',
    newEmail: 'Neue E-Mail',
    change: 'E-Mail ändern',
    changed: 'E-Mail geändert.',
    sent: (email: string) =>
      `Öffnen Sie den Link, der an ${email} gesendet wurde. Bis dahin melden Sie sich mit der alten Adresse an.`,
    unconfirmed: (email: string) =>
      `An ${email} werden keine Benachrichtigungen und Berichte gesendet, solange die Adresse nicht bestätigt ist.`,
    sendConfirmation: 'Bestätigungslink senden',
    confirmationSent: (email: string) => `Öffnen Sie den Link, der an ${email} gesendet wurde.`,
    confirmed: 'Die Adresse ist bestätigt.',
    sessions: 'Sitzungen',
    sessionsLead: 'Meldet Sie in jedem Browser ab, auch in diesem.',
    signOutEverywhere: 'Überall abmelden',
  },
}
