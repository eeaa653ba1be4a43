import type { Messages } from '../en.ts'

export const webhooksDe: Messages['webhooks'] = {
  title: 'Webhooks',
  lead: 'Parley sendet für jedes Ereignis eine signierte HTTPS-Anfrage an Ihren Server.',
  create: 'Neuer Webhook',
  createTitle: 'Neuer Webhook',
  createAction: 'Webhook anlegen',
  all: 'Alle Webhooks',
  noneTitle: 'Noch kein Webhook',
  noneText:
    'Ein Webhook ist eine URL auf Ihrem Server. Parley ruft sie auf, sobald etwas geschieht, sodass Sie nicht regelmäßig abfragen müssen.',
  reference: 'API-Referenz',
  on: 'An',
  off: 'Aus',

  name: 'Name',
  nameHint: 'Wird in Listen statt der URL angezeigt. Optional.',

  url: 'URL',
  urlHint: 'Beginnt mit https:// und ist aus dem Internet erreichbar.',
  events: 'Ereignisse',
  eventsMissing: 'Wählen Sie mindestens ein Ereignis.',
  eventsCancel: 'Zustellungen, die noch warten, werden abgebrochen, wenn Sie ihr Ereignis wegnehmen.',
  allEvents: 'Alle Ereignisse',
  when: {
    'conversation.started':
      'Ein Gespräch beginnt: mit der ersten Nachricht, oder ein Agent öffnet oder übernimmt ein geschlossenes.',
    'conversation.ended':
      'Ein Gespräch wird geschlossen. Es bringt einen Link zu den Nachrichten mit, der 24 Stunden gilt.',
    'call.started':
      'Ein Kunde ruft an: es klingelt bei einem Agenten, oder der Anruf wartet in der Schlange.',
    'call.ended':
      'Ein angenommener Anruf ist zu Ende. Das Ereignis nennt, wer abnahm, wie lange der Kunde wartete und wer auflegte.',
    'call.missed':
      'Ein Anruf endet ohne Antwort: niemand nahm ab, der Kunde gab auf, oder es kam keine Verbindung zustande.',
    'call.recording_ready':
      'Die Aufnahmen eines Anrufs sind vollständig. Zu jeder Datei kommt ein Link mit, der 24 Stunden gilt.',
    'customer.created':
      'Ein neuer Kunde: bei der ersten Nachricht, dem ersten Anruf oder der ersten Anmeldung als Mitglied.',
    'customer.updated':
      'Name, Kontakt, Blockierung oder fester Ansprechpartner eines Kunden ändert sich, oder das Konto wird geschlossen.',
  },
  urlProblems: {
    webhook_url_invalid: 'Das ist keine URL. Schreiben Sie sie wie https://shop.example.com/webhooks.',
    webhook_url_too_long: 'Diese URL ist zu lang. Möglich sind 2048 Zeichen.',
    webhook_url_not_https: 'Nur https:// ist möglich: Unterwegs darf niemand mitlesen.',
    webhook_url_credentials:
      'Lassen Sie Benutzer und Passwort aus der URL weg. Wer ruft, beweist die Signatur.',
    webhook_url_fragment: 'Lassen Sie das # und alles danach weg: Ein Server bekommt es nie zu sehen.',
    webhook_url_port:
      'Dieser Port gehört einem anderen Dienst. Nehmen Sie den üblichen von https oder einen ab 1024.',
    webhook_url_local_name:
      'Dieser Name gilt nur in einem Netz. Nehmen Sie einen, den das ganze Internet auflösen kann.',
    webhook_url_private:
      'Diese Adresse ist privat oder reserviert. Nehmen Sie eine, die aus dem Internet erreichbar ist.',
  },
  urlWarnings: {
    name_unknown:
      'Den Namen in dieser URL gibt es nicht, oder er hat noch keine Adresse. Bis er eine hat, schlagen Zustellungen fehl.',
    name_unanswered:
      'Für den Namen in dieser URL hat kein Nameserver geantwortet. Solange das so ist, schlagen Zustellungen fehl.',
    address_refused:
      'Der Name in dieser URL führt in ein privates oder reserviertes Netz. Dorthin sendet Parley nichts.',
  },

  trouble: {
    spoken: 'Ein Webhook schlägt immer wieder fehl',
    many: (count) =>
      count === 1 ? 'Ein Webhook schlägt immer wieder fehl' : `${count} Webhooks schlagen immer wieder fehl`,
    manyText:
      'Jede Zustellung wird noch zweimal versucht und schlägt dann fehl. Sie können fehlgeschlagene erneut senden, sobald der Empfänger wieder funktioniert.',
    since: (failures, since) =>
      failures === 1
        ? `Der letzte Versuch ist fehlgeschlagen: ${since}.`
        : `${failures} Versuche hintereinander sind fehlgeschlagen, seit ${since}.`,
    status: (status) => `Letzte Antwort: ${status}.`,
    noAnswer: 'Es kam keine Antwort.',
    look: 'Zustellungen ansehen',
  },

  sending: 'Senden',
  active: 'Ereignisse an diese URL senden',
  activeHint: 'Solange er aus ist, wird nichts gesendet, und Ereignisse werden nicht für später aufbewahrt.',
  switchOffTitle: 'Diesen Webhook ausschalten?',
  switchOffText:
    'Er empfängt ab jetzt nichts mehr. Zustellungen, die auf ihren nächsten Versuch warten, werden abgebrochen, und was inzwischen geschieht, wird später nicht nachgesendet. Abgebrochene Zustellungen lassen sich von Hand erneut senden.',
  switchOff: 'Ausschalten',
  switchedOn: 'Webhook eingeschaltet.',
  switchedOff: 'Webhook ausgeschaltet.',

  endpoint: 'Endpunkt',

  deliveries: 'Zustellungen',
  deliveriesLead:
    'Die neuesten Zustellungen. Ein Testereignis geht nur an diesen Webhook und ist signiert wie jedes andere.',
  allDeliveries: 'Alle Zustellungen',
  noDeliveries:
    'Noch wurde nichts gesendet. Senden Sie ein Testereignis, um zu sehen, ob Ihr Server antwortet.',
  test: 'Testereignis senden',
  testTitle: 'Testereignis',
  testOff: 'Schalten Sie den Webhook ein, um ein Testereignis zu senden.',
  testDetails: 'Anfrage und Antwort',
  testEvent: 'Zu sendendes Ereignis',
  testSample:
    'Ein Beispiel hat die Form eines echten Ereignisses mit erfundenen Daten: Seine IDs beginnen mit 00000000. Ihr Server behandelt es wie ein echtes.',

  statistics: {
    title: 'Versuche und Antwortzeiten',
    lead: 'Wie der Endpunkt antwortet, einschließlich Wiederholungen und Testereignissen.',
    period: 'Zeitraum',
    periods: { '24h': '24 Stunden', '14d': '14 Tage' },
    attempts: 'Versuche',
    attemptsNote: { '24h': 'pro Stunde', '14d': 'pro sechs Stunden' },
    times: 'Antwortzeit',
    timesNote: 'bis zur Statuszeile oder zum Fehler',
    delivered: 'Zugestellt',
    failed: 'Fehlgeschlagen',
    median: 'Median',
    p95: '95. Perzentil',
    none: 'Keine Versuche in diesem Zeitraum.',
    table: 'Zahlen als Tabelle',
    from: 'Ab',
  },

  secret: 'Signaturgeheimnis',
  secretLead:
    'Damit prüft Ihr Server, dass eine Anfrage von Parley kommt und nicht verändert wurde. Es gehört nur auf Ihren Server.',
  copySecret: 'Signaturgeheimnis kopieren',
  verify: 'Anfragen prüfen',
  verifyLead:
    'Mit der Bibliothek von Standard Webhooks sind es wenige Zeilen. Prüfen Sie den rohen Body, antworten Sie zuerst mit 2xx, und arbeiten Sie danach.',
  verifyLanguage: 'Sprache des Beispiels',
  copySample: 'Beispiel kopieren',
  regenerate: 'Signaturgeheimnis neu erzeugen',
  regenerateTitle: 'Signaturgeheimnis neu erzeugen?',
  regenerateText:
    'Ab dem nächsten Versuch wird alles nur noch mit dem neuen Geheimnis signiert, auch was auf einen weiteren Versuch wartet. Bis Ihr Server es kennt, lehnt er ab, was kommt. Abgelehnte Zustellungen werden noch zweimal versucht, im Abstand von mindestens 10 Minuten.',
  regenerateUnknown:
    'Das Geheimnis wurde möglicherweise schon ersetzt. Lassen Sie es sich anzeigen, bevor Sie es noch einmal versuchen.',
  regenerateAction: 'Geheimnis neu erzeugen',
  regenerated: 'Neues Signaturgeheimnis erzeugt. Hinterlegen Sie es jetzt auf Ihrem Server.',

  delete: 'Diesen Webhook löschen',
  deleteText: (url) =>
    `An ${url} wird nichts mehr gesendet, wartende Zustellungen werden abgebrochen, und das Signaturgeheimnis ist endgültig weg. Fehlgeschlagene Zustellungen lassen sich nicht mehr erneut senden, und Automatisierungsregeln rufen diesen Webhook nicht mehr auf.`,
  deleteAction: 'Webhook löschen',
  deleted: 'Webhook gelöscht.',
}

export const apiKeysDe: Messages['apiKeys'] = {
  title: 'API-Schlüssel',
  lead: 'Ihre Programme rufen die API von Parley mit API-Schlüsseln auf. Ein Schlüssel darf nur, was seine Rechte erlauben.',
  create: 'Neuer API-Schlüssel',
  createTitle: 'Neuer API-Schlüssel',
  createAction: 'Schlüssel anlegen',
  name: 'Name',
  nameHint: 'Welches Programm ihn benutzt.',
  scopes: 'Rechte',
  scopesMissing: 'Wählen Sie mindestens ein Recht.',
  may: {
    'webhooks:read': 'Webhooks lesen, ohne ihre Geheimnisse.',
    'webhooks:write':
      'Webhooks anlegen, ändern und löschen, ihre Geheimnisse lesen und neu erzeugen, Testereignisse senden. Ein Webhook erhält Kontaktdaten, Nachrichten und Aufnahmen von Kunden.',
    'deliveries:read': 'Zustellungen lesen, mit jeder Anfrage und Antwort.',
    'deliveries:resend': 'Zustellungen erneut senden.',
    'calls:read': 'Anrufe mit Notizen und Aufnahmen lesen.',
    'conversations:read': 'Gespräche mit Namen und Vorschau lesen, auch die eines Kunden.',
    'conversations:write':
      'Gespräche schließen, wieder öffnen, zuweisen, priorisieren und zurückstellen. Jede Antwort enthält den Namen des Kunden und eine Vorschau der letzten Nachricht.',
    'customers:read': 'Kunden mit ihren Kontaktdaten lesen.',
    'messages:read': 'Die Nachrichten von Gesprächen lesen.',
    'messages:write':
      'Nachrichten in offene Gespräche senden, als Agent oder als System. Von Programmen gesendete Nachrichten bearbeiten, Nachrichten aller Agenten löschen.',
    'notes:read': 'Interne Notizen der Agenten lesen.',
    'notes:write': 'Interne Notizen im Namen eines Agenten hinzufügen.',
    'canned_replies:read': 'Textbausteine der Organisation lesen.',
    'canned_replies:write': 'Textbausteine der Organisation anlegen, ändern, löschen und importieren.',
    'labels:read': 'Die Liste der Labels lesen.',
    'labels:write': 'Labels anlegen und ändern, zu Gesprächen hinzufügen und von ihnen entfernen.',
    'agents:read': 'Die Liste der Agenten mit Namen und Bildern lesen.',
    'teams:read': 'Die Liste der Teams lesen.',
    'teams:write': 'Teams anlegen, ändern und löschen, Gespräche in Teams verschieben.',
    'ratings:read': 'Bewertungen von Gesprächen lesen, mit Kommentaren.',
    'reports:read': 'Berichte und die Gespräche hinter den Kennzahlen lesen, ohne Namen von Kunden.',
    'sla:read': 'SLA-Richtlinien und die SLA-Uhren der Gespräche lesen.',
  },
  ready: 'Der Schlüssel ist fertig',
  readyText:
    'Kopieren Sie ihn jetzt: Er wird nur dieses eine Mal angezeigt. Parley behält nur einen Fingerabdruck davon.',
  copyKey: 'API-Schlüssel kopieren',
  keepIt:
    'Jeder mit diesem Schlüssel kann ihn benutzen. Bewahren Sie ihn nur auf Ihrem Server auf, nie in einer Seite, einer App oder einem Repository.',
  done: 'Fertig',
  noneTitle: 'Noch kein API-Schlüssel',
  noneText: 'Legen Sie einen an, um mit eigenen Programmen Zustellungen zu lesen oder Webhooks zu verwalten.',
  list: 'Schlüssel',
  lastUsed: 'Zuletzt benutzt:',
  neverUsed: 'Nie benutzt',
  made: 'Angelegt:',
  revoke: 'Widerrufen',
  revokeNamed: (name) => `${name} widerrufen`,
  revokeTitle: (name) => `${name} widerrufen?`,
  revokeText:
    'Programme mit diesem Schlüssel werden sofort abgewiesen. Das lässt sich nicht rückgängig machen.',
  revoked: (name) => `${name} wurde widerrufen.`,
  use: 'Verwendung',
  useLead: 'Senden Sie den Schlüssel als Bearer-Token. So erhalten Sie die fehlgeschlagenen Zustellungen:',
  copyExample: 'Beispiel kopieren',
}
