import type { Messages } from '../en.ts'
import { mailedDe } from './continuity-de.ts'
import { automaticRepliesDe, replyWindowDe } from './automatic-replies-de.ts'
import { automationDe } from './automation-de.ts'
import { callSettingsDe } from './call-settings-de.ts'
import { callsDe } from './calls-de.ts'
import { channelMailDe } from './channel-mail-de.ts'
import { channelsDe } from './channels-de.ts'
import { collisionDe } from './collision-de.ts'
import { staleDe } from './stale-de.ts'
import { deliveriesDe } from './deliveries-de.ts'
import { deskDe } from './desk-de.ts'
import { entryDe } from './entry-de.ts'
import { holidaysDe } from './holidays-de.ts'
import { inboxDe } from './inbox-de.ts'
import { loginProblemsDe } from './login-problems-de.ts'
import { mailDe } from './mail-de.ts'
import { memberLoginDe } from './member-login-de.ts'
import { miniAppDe } from './mini-app-de.ts'
import { notificationsDe } from './notifications-de.ts'
import { recoveryDe } from './recovery-de.ts'
import { reportsDe } from './reports-de.ts'
import { serviceDe } from './service-de.ts'
import { settingsDe } from './settings-de.ts'
import { sharingDe } from './sharing-de.ts'
import { shellDe } from './shell-de.ts'
import { slaDe } from './sla-de.ts'
import { transfersDe } from './transfers-de.ts'
import { visitorDe } from './visitor-de.ts'
import { apiKeysDe, webhooksDe } from './webhooks-de.ts'

export const de: Messages = {
  problems: {
    unexpected: 'Etwas ist schiefgegangen. Versuchen Sie es noch einmal.',
    rateLimitedFor: (seconds) =>
      seconds < 90
        ? `Zu viele Versuche. Warten Sie ${Math.max(1, Math.ceil(seconds))} Sekunden und versuchen Sie es dann wieder.`
        : `Zu viele Versuche. Warten Sie ${Math.ceil(seconds / 60)} Minuten und versuchen Sie es dann wieder.`,
    byCode: {
      network:
        'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
      invalid_request: 'Die Anfrage war ungültig. Prüfen Sie Ihre Eingaben.',
      unauthenticated: 'Sie sind abgemeldet. Melden Sie sich wieder an.',
      forbidden: 'Ihre Rolle erlaubt das nicht. Wenden Sie sich an einen Admin.',
      not_found: 'Das gibt es nicht, oder Sie dürfen es nicht sehen.',
      payload_too_large: 'Das ist größer, als der Dienst annimmt.',
      rate_limited: 'Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es noch einmal.',
      internal: 'Ein interner Fehler ist aufgetreten und wurde protokolliert. Versuchen Sie es noch einmal.',
      unavailable: 'Der Dienst ist vorübergehend nicht verfügbar. Versuchen Sie es gleich noch einmal.',
      storage_full:
        'Der Speicher des Dienstes ist voll. Versuchen Sie es erneut, sobald der Betreiber Platz geschaffen hat.',
      setup_done: 'Diese Installation ist schon eingerichtet. Melden Sie sich an.',
      credentials_invalid: 'E-Mail oder Passwort ist falsch.',
      email_taken: 'Diese E-Mail-Adresse ist schon vergeben. Melden Sie sich an.',
      password_weak: 'Das Passwort braucht mindestens 10 Zeichen.',
      invitation_invalid: 'Diese Einladung gibt es nicht, oder sie wurde zurückgezogen.',
      invitation_expired: 'Diese Einladung ist abgelaufen. Bitten Sie um eine neue.',
      invitation_used: 'Diese Einladung wurde schon benutzt. Melden Sie sich an.',
      already_member: 'Sie sind schon in dieser Organisation.',
      account_shared:
        'Diese Person gehört auch zu einer anderen Organisation. Sie kann ihr Passwort per E-Mail zurücksetzen, oder der Betreiber des Servers erstellt einen Link.',
      reset_invalid: 'Dieser Link ist ungültig. Fordern Sie einen neuen an.',
      reset_expired: 'Dieser Link ist abgelaufen. Fordern Sie einen neuen an.',
      reset_used: 'Dieser Link wurde schon benutzt. Melden Sie sich mit dem neuen Passwort an.',
      email_link_invalid: 'Dieser Link ist ungültig oder wurde schon benutzt.',
      email_link_expired: 'Dieser Link ist abgelaufen. Fordern Sie in Ihrem Profil einen neuen an.',
      mail_off: 'Diese Installation verschickt keine E-Mails. Bitten Sie einen Admin um einen Link.',
      mail_not_sent: 'Der Mailserver hat die Nachricht nicht angenommen. Versuchen Sie es erneut.',
      setup_token_invalid:
        'Der Einrichtungsschlüssel fehlt oder ist falsch. Öffnen Sie den Link, den Parley beim Start ausgegeben hat.',
      last_owner:
        'Eine Organisation braucht mindestens einen Inhaber. Machen Sie zuerst jemand anderen zum Inhaber.',
      api_key_limit:
        'Die maximale Anzahl an API-Schlüsseln ist erreicht. Widerrufen Sie einen, den Sie nicht brauchen.',
      secret_key_rotating: 'Es gelten schon zwei Schlüssel. Ziehen Sie zuerst den alten zurück.',
      secret_key_unreadable:
        'Der geheime Schlüssel kann nicht entschlüsselt werden, weil sich das Geheimnis von Parley geändert hat. Erzeugen Sie einen neuen.',
      webhook_limit:
        'Die maximale Anzahl an Webhooks ist erreicht. Löschen Sie einen, den Sie nicht brauchen.',
      delivery_too_old: 'Ereignisse lassen sich 14 Tage lang erneut senden.',
      webhook_inactive: 'Der Webhook ist ausgeschaltet oder gelöscht. Schalten Sie ihn zuerst ein.',
      webhook_secret_unreadable:
        'Das Signaturgeheimnis kann nicht entschlüsselt werden, weil sich das Geheimnis von Parley geändert hat. Erzeugen Sie ein neues.',
      webhook_unsubscribed: 'Der Webhook hat dieses Ereignis nicht mehr abonniert.',
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

  sharing: sharingDe,
  shell: shellDe,
  entry: entryDe,
  recovery: recoveryDe,
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
  transfers: transfersDe,
  mail: mailDe,
  notifications: notificationsDe,
  collision: collisionDe,
  stale: staleDe,
  channels: channelsDe,
  channelMail: channelMailDe,
  miniApp: miniAppDe,
  automaticReplies: automaticRepliesDe,
  replyWindow: replyWindowDe,
  mailed: mailedDe,
  service: serviceDe,
  holidays: holidaysDe,
  automation: automationDe,
  reports: reportsDe,
  visitor: visitorDe,
  sla: slaDe,
}
