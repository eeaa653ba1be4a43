import type { Messages } from '../en.ts'

export const mailDe: Messages['mail'] = {
  settings: {
    title: 'E-Mail',
    lead: 'Einladungen, Benachrichtigungen und Gesprächskopien per E-Mail.',
    off: 'Diese Installation verschickt keine E-Mails',
    offText:
      'Einladungen geben Sie als Link weiter, und Benachrichtigungen erscheinen im Panel. Um E-Mails zu senden, setzt der Betreiber diese Variablen und startet Parley neu. Der Abschnitt „E-mail“ in docs/operating.md erklärt sie.',
    copyVariables: 'Variablen kopieren',
    from: 'Absender der E-Mails:',
    previews: 'Notizen in Benachrichtigungen per E-Mail zitieren',
    previewsHint: 'Aus: E-Mails nennen den Kunden und verlinken das Gespräch, ohne Text daraus.',
    test: 'Test-E-Mail senden',
    reply: (code) => `Antwort des Servers: ${code}.`,
    results: {
      accepted: (to) =>
        `Der Mailserver hat eine E-Mail an ${to} angenommen. Wenn sie nicht ankommt, sehen Sie im Spam-Ordner nach.`,
      no_connection: () =>
        'Keine Verbindung zum Mailserver. Der Betreiber sollte Host und Port in PARLEY_SMTP_URL prüfen.',
      timeout: () =>
        'Der Mailserver hat nicht rechtzeitig geantwortet. Der Betreiber sollte Host, Port und Firewall prüfen.',
      no_tls: () =>
        'Keine sichere Verbindung zum Mailserver. Der Betreiber sollte prüfen, ob das Zertifikat gültig ist und der Port TLS unterstützt.',
      login_refused: () =>
        'Der Mailserver hat die Anmeldung abgelehnt. Der Betreiber sollte Benutzer und Passwort in PARLEY_SMTP_URL prüfen.',
      sender_refused: () =>
        'Der Mailserver hat den Absender abgelehnt. Der Betreiber sollte die Adresse in PARLEY_MAIL_FROM prüfen.',
      recipient_refused: (to) => `Der Mailserver hat den Empfänger ${to} abgelehnt.`,
      content_refused: () => 'Der Mailserver hat den Inhalt der E-Mail abgelehnt.',
    },
  },
  invitation: {
    send: 'Link per E-Mail senden',
    emailHint: 'Wenn Sie eine Adresse angeben, kann nur diese Person den Link benutzen.',
    sendingTo: (email) => `Der Link wird an ${email} gesendet. Sie können ihn auch selbst weitergeben.`,
    states: {
      waiting: 'E-Mail wartet',
      sent: 'E-Mail gesendet',
      failed: 'E-Mail nicht zugestellt: Geben Sie einen neuen Link selbst weiter',
    },
  },
  transcript: {
    send: 'Gesprächskopie per E-Mail senden',
    title: 'Gesprächskopie senden?',
    text: 'Der Kunde erhält an die E-Mail-Adresse in seinem Profil einen Link zu diesem Gespräch. Er gilt 7 Tage und zeigt keine Notizen.',
    confirm: 'Senden',
    sent: (email) => `Ein Link wurde an ${email} gesendet.`,
    problems: {
      email_missing: 'Dieser Kunde hat keine E-Mail-Adresse. Tragen Sie eine in seinem Profil ein.',
      customer_blocked: 'Dieser Kunde ist blockiert. Heben Sie zuerst die Blockierung auf.',
      account_closed: 'Dieser Kunde hat sein Konto geschlossen.',
      mail_off: 'Diese Installation verschickt keine E-Mails.',
      rate_limited: 'An diesen Kunden wurden zu viele Kopien gesendet. Versuchen Sie es später wieder.',
    },
  },
  notifications: {
    hint: 'Wenn Sie 5 Minuten nicht im Panel sind, erhalten Sie eine E-Mail mit Ihren ungelesenen Benachrichtigungen, höchstens alle 15 Minuten.',
    off: 'E-Mail ist aus, weil diese Installation keinen Mailserver hat.',
  },
  reports: {
    title: 'Berichte per E-Mail',
    lead: 'Zahlen als CSV an Admins und Inhaber dieser Organisation senden.',
    add: 'Bericht hinzufügen',
    none: 'Es werden keine Berichte per E-Mail gesendet.',
    edit: 'Bearbeiten',
    remove: 'Löschen',
    removeTitle: 'Diesen Bericht nicht mehr senden?',
    removeText: 'Im Panel bleibt der Bericht verfügbar.',
    next: 'Nächster:',
    lastSent: 'Zuletzt gesendet:',
    nobody: 'Diesen Bericht erhält niemand mehr.',
    cadence: 'Wie oft',
    hour: 'Uhrzeit',
    recipients: 'Empfänger',
    recipientsHint: 'Nur Admins und Inhaber dürfen Berichte lesen.',
    recipientsLimit: (max) => `Die Höchstzahl von ${max} Empfängern ist erreicht.`,
    limit: 'Die maximale Anzahl an Berichten per E-Mail ist erreicht. Löschen Sie zuerst einen.',
    titled: (report, cadence) => `${report}, ${cadence}`,
    cadences: { daily: 'täglich', weekly: 'wöchentlich', monthly: 'monatlich' },
    cadenceHints: {
      daily: 'Für den Vortag.',
      weekly: 'Montags, für die Vorwoche.',
      monthly: 'Am Monatsersten, für den Vormonat.',
    },
  },
}
