import type { Messages } from '../en.ts'

export const channelsDe: Messages['channels'] = {
  names: { widget: 'Website-Widget', telegram: 'Telegram', email: 'E-Mail' },
  sendingAgain: 'Wird erneut gesendet',
  tryAgain: 'Erneut versuchen',
  source: 'Kam über den Link',
  contactOf: { widget: 'Kontakt im Widget', telegram: 'Kontakt bei Telegram', email: 'Kontakt per E-Mail' },
  unreachable: {
    blocked: 'Dieser Kontakt hat den Bot blockiert. Sie erreichen ihn wieder, sobald er dem Bot schreibt.',
    contact_gone: 'Dieses Konto gibt es nicht mehr.',
  },
  reasons: {
    blocked: 'Nicht zugestellt: Der Kontakt hat den Bot blockiert.',
    contact_gone: 'Nicht zugestellt: Das Konto des Kontakts gibt es nicht mehr.',
    file_too_large: 'Nicht zugestellt: Die Datei ist für diesen Kanal zu groß.',
    rejected: 'Nicht zugestellt: Der Kanal hat die Nachricht abgelehnt.',
    disconnected: 'Nicht zugestellt: Der Kanal ist getrennt.',
    unavailable: 'Nicht zugestellt: Der Kanal hat nicht geantwortet.',
    window_closed: 'Nicht zugestellt: Die Antwortfrist dieses Kanals war abgelaufen.',
    loop_prevented:
      'Nicht gesendet: Automatische Antworten sind begrenzt und gehen nie an automatische Nachrichten oder gefälschte Absender.',
    change_refused: 'Ihre Änderung hat den Kontakt nicht erreicht.',
  },
  settings: {
    title: 'Kanäle',
    lead: 'Kunden können Ihnen auch per E-Mail und über Messenger schreiben. Ihre Nachrichten erscheinen im Posteingang wie die aus Ihren Widgets.',
    empty: 'Kein Kanal verbunden',
    emptyText:
      'Verbinden Sie ein Postfach, oder erstellen Sie mit @BotFather in Telegram einen Bot und fügen Sie sein Token hier ein.',
    connect: 'Telegram-Bot verbinden',
    connectTitle: 'Telegram-Bot verbinden',
    token: 'Bot-Token',
    tokenHint:
      'BotFather zeigt es nach /newbot an. Es wird verschlüsselt gespeichert und nicht wieder angezeigt.',
    byWebhook: 'Telegram ruft diesen Dienst auf',
    byPolling: 'Dieser Dienst ruft Nachrichten bei Telegram ab',
    check: 'Testen',
    checked: 'Die Verbindung funktioniert.',
    replace: 'Token ersetzen',
    replaceTitle: 'Bot-Token ersetzen',
    save: 'Speichern',
    remove: 'Trennen',
    removeTitle: 'Diesen Bot trennen?',
    removeText:
      'Kunden erreichen Sie darüber nicht mehr, und Antworten an sie schlagen fehl. Gespräche bleiben erhalten.',
    lastInbound: 'Letzte Nachricht',
    noneYet: 'Noch keine Nachrichten',
    works: 'Funktioniert',
    connected: (name) => `„${name}“ ist verbunden.`,
    checkNamed: (name) => `Testen: ${name}`,
    replaceNamed: (name) => `Token ersetzen: ${name}`,
    removeNamed: (name) => `Trennen: ${name}`,
    problems: {
      credentials_refused: 'Telegram nimmt das Token nicht mehr an. Ersetzen Sie es.',
      webhook_refused:
        'Telegram konnte diesem Dienst keine Nachrichten zustellen. Prüfen Sie, ob seine Adresse aus dem Internet erreichbar ist.',
      other_receiver:
        'Ein anderes Programm empfängt die Nachrichten dieses Bots. Beenden Sie es oder verwenden Sie einen anderen Bot.',
      unreachable: 'Telegram hat nicht geantwortet. Versuchen Sie es später noch einmal.',
      sending_refused:
        'Der Mailserver lehnt die Anmeldung oder den Absender ab. Prüfen Sie Benutzername, Passwort und Adresse.',
      sending_unreachable: 'Der Mailserver für den Versand antwortet nicht. Prüfen Sie Server und Port.',
      folder_missing: 'Den Ordner gibt es nicht mehr. Wählen Sie einen anderen.',
      host_refused: 'Die Adresse des Mailservers ist nicht erlaubt.',
      encryption_failed: 'Der Mailserver bietet keine gültige Verschlüsselung.',
    },
  },
  problems: {
    channel_token_malformed: 'Das ist kein Bot-Token. Kopieren Sie es vollständig aus BotFather.',
    channel_token_refused: 'Telegram nimmt dieses Token nicht an. Kopieren Sie es noch einmal aus BotFather.',
    channel_token_other_account: 'Dieses Token gehört zu einem anderen Bot.',
    channel_taken: 'Dieser Bot ist schon mit Parley verbunden.',
    channel_limit: 'Die maximale Anzahl an Kanälen ist erreicht. Trennen Sie zuerst einen.',
    channel_unreachable: 'Telegram hat nicht geantwortet. Versuchen Sie es noch einmal.',
    message_not_failed: 'Diese Nachricht wurde inzwischen gesendet.',
  },
}
