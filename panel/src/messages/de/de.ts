import type { Messages } from '../en.ts'
import { callSettingsDe } from './call-settings-de.ts'
import { callsDe } from './calls-de.ts'
import { deliveriesDe } from './deliveries-de.ts'
import { deskDe } from './desk-de.ts'
import { entryDe } from './entry-de.ts'
import { inboxDe } from './inbox-de.ts'
import { loginProblemsDe } from './login-problems-de.ts'
import { memberLoginDe } from './member-login-de.ts'
import { settingsDe } from './settings-de.ts'
import { shellDe } from './shell-de.ts'
import { apiKeysDe, webhooksDe } from './webhooks-de.ts'

export const de: Messages = {
  problems: {
    unexpected: 'Etwas Unerwartetes ist passiert. Versuchen Sie es noch einmal.',
    rateLimitedFor: (seconds) =>
      seconds < 90
        ? `Zu viele Versuche. Warten Sie ${Math.max(1, Math.ceil(seconds))} Sekunden und versuchen Sie es dann wieder.`
        : `Zu viele Versuche. Warten Sie ${Math.ceil(seconds / 60)} Minuten und versuchen Sie es dann wieder.`,
    byCode: {
      network:
        'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
      invalid_request: 'Der Dienst hat das nicht verstanden. Prüfen Sie Ihre Eingaben.',
      unauthenticated: 'Sie sind abgemeldet. Melden Sie sich wieder an.',
      forbidden: 'Ihre Rolle erlaubt das nicht.',
      not_found: 'Das gibt es nicht, oder Sie dürfen es nicht sehen.',
      payload_too_large: 'Das ist größer, als der Dienst annimmt.',
      rate_limited: 'Zu viele Versuche. Warten Sie einen Moment.',
      internal: 'Bei uns ist etwas kaputtgegangen. Es wurde vermerkt; versuchen Sie es noch einmal.',
      unavailable: 'Der Dienst ist gerade nicht bereit. Versuchen Sie es bald wieder.',
      setup_done: 'Diese Installation ist schon eingerichtet. Melden Sie sich an.',
      credentials_invalid: 'E-Mail oder Passwort ist falsch.',
      email_taken: 'Diese E-Mail-Adresse ist schon vergeben. Melden Sie sich an.',
      password_weak: 'Das Passwort braucht mindestens 10 Zeichen.',
      invitation_invalid: 'Diese Einladung gibt es nicht, oder sie wurde zurückgezogen.',
      invitation_expired: 'Diese Einladung ist abgelaufen. Bitten Sie um eine neue.',
      invitation_used: 'Diese Einladung wurde schon benutzt. Melden Sie sich an.',
      already_member: 'Sie sind schon in dieser Organisation.',
      last_owner: 'Eine Organisation braucht mindestens einen Inhaber.',
      api_key_limit:
        'Für einen weiteren API-Schlüssel ist kein Platz. Widerrufen Sie einen, den Sie nicht brauchen.',
      secret_key_rotating: 'Es gelten schon zwei Schlüssel. Ziehen Sie zuerst den alten zurück.',
      webhook_limit: 'Für einen weiteren Webhook ist kein Platz. Löschen Sie einen, den Sie nicht brauchen.',
      webhook_inactive: 'Der Webhook ist aus oder gelöscht: Er empfängt nichts.',
      webhook_unsubscribed: 'Der Webhook will dieses Ereignis nicht mehr.',
    },
  },

  actions: {
    save: 'Speichern',
    saved: 'Gespeichert',
    cancel: 'Abbrechen',
    close: 'Schließen',
    retry: 'Noch einmal',
    copy: 'Kopieren',
    copied: 'Kopiert',
    reveal: 'Anzeigen',
    discard: 'Änderungen verwerfen',
  },

  shell: shellDe,
  entry: entryDe,
  settings: settingsDe,
  memberLogin: memberLoginDe,
  loginProblems: loginProblemsDe,
  webhooks: webhooksDe,
  deliveries: deliveriesDe,
  apiKeys: apiKeysDe,
  inbox: inboxDe,
  calls: callsDe,
  callSettings: callSettingsDe,
  desk: deskDe,
}
