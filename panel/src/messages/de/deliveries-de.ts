import type { Messages } from '../en.ts'

export const deliveriesDe: Messages['deliveries'] = {
  title: 'Zustellungen',
  lead: 'Jedes Ereignis, das an einen Webhook gesendet wurde oder darauf wartet, mit jedem Versuch und seiner Antwort. 14 Tage lang aufgehoben.',
  list: 'Zustellungen, die neuesten zuerst',
  shown: (count) => (count === 1 ? '1 Zustellung wird gezeigt' : `${count} Zustellungen werden gezeigt`),

  filters: 'Filter',
  webhook: 'Webhook',
  anyWebhook: 'Alle Webhooks',
  deletedWebhook: 'Gelöschter Webhook',
  state: 'Stand',
  anyState: 'Jeder Stand',
  event: 'Ereignis',
  anyEvent: 'Alle Ereignisse',
  time: 'Zeit',
  periods: {
    any: 'Jederzeit',
    hour: 'Letzte Stunde',
    day: 'Letzte 24 Stunden',
    week: 'Letzte 7 Tage',
    between: 'Von … bis …',
  },
  from: 'Von',
  to: 'Bis',
  eventId: 'Ereignis-ID',
  eventIdWrong: 'Eine Ereignis-ID sieht aus wie 01936b2e-….',
  clear: 'Filter entfernen',

  states: {
    waiting: 'Wartet',
    sending: 'Wird gesendet',
    delivered: 'Zugestellt',
    failed: 'Fehlgeschlagen',
    cancelled: 'Abgebrochen',
  },
  answer: 'Letzte Antwort',
  noAnswer: 'Keine Antwort',
  attempts: 'Versuche',
  next: 'Nächster Versuch',
  anyMoment: 'jeden Moment',
  happened: 'Geschehen',

  noneTitle: 'Noch keine Zustellung',
  noneText: 'Sobald etwas geschieht, das ein Webhook wissen will, steht es hier.',
  toWebhooks: 'Zu den Webhooks',
  noMatchTitle: 'Keine Zustellung passt',
  noMatchText: 'Nichts aus den letzten 14 Tagen passt zu allen diesen Filtern.',

  resendMatching: 'Alle passenden erneut senden',
  resendMatchingTitle: 'Alle passenden erneut senden?',
  resendMatchingText:
    'Alles, was zu den Filtern passt und abgeschlossen ist, wird noch einmal gesendet, auch was weiter unten in der Liste steht. Die Ereignis-IDs bleiben gleich, daran erkennen Empfänger, was sie schon hatten. Was unterwegs ist, bleibt unterwegs; was zu einem ausgeschalteten oder gelöschten Webhook gehört, wird ausgelassen.',
  resendDelivered:
    'Darunter ist auch, was schon angekommen ist. Filtern Sie nach „Fehlgeschlagen“, um nur das zu senden.',
  resendMatchingAction: 'Erneut senden',
  resent: (count) =>
    count === 1 ? '1 Zustellung wird erneut gesendet.' : `${count} Zustellungen werden erneut gesendet.`,
  resentMore: (count) =>
    `${count} Zustellungen werden erneut gesendet. Es gibt mehr: Senden Sie noch einmal, wenn diese durch sind.`,
  resentNone: 'Nichts wurde erneut gesendet: Was passt, ist unterwegs, oder sein Webhook ist aus.',

  sheet: 'Zustellung',
  copyEventId: 'Ereignis-ID kopieren',
  copyDeliveryId: 'Zustellungs-ID kopieren',
  deliveryId: 'Zustellungs-ID',
  resend: 'Erneut senden',
  tryNow: 'Jetzt versuchen',
  sentAgain: 'Sie wird erneut gesendet.',
  story: {
    waiting: 'Der Versuch ist fehlgeschlagen; ein weiterer folgt von selbst.',
    waitingFirst: 'Sie wird gesendet, sobald sie an der Reihe ist.',
    sending: 'Sie wird gerade gesendet.',
    delivered: 'Ihr Server hat sie.',
    failed: 'Kein Versuch ist übrig. Senden Sie erneut, sobald der Empfänger wieder arbeitet.',
    cancelled:
      'Sie wird nicht gesendet: Der Webhook wurde ausgeschaltet oder gelöscht, oder er will dieses Ereignis nicht.',
  },
  noAttempts: 'Es gab noch keinen Versuch.',
  attempt: (number) => `Versuch ${number}`,
  kinds: { automatic: 'Automatisch', manual: 'Von Hand' },
  outcomes: {
    under_way: 'Unterwegs',
    delivered: (status) => `Antwort ${status}`,
    bad_status: (status) => `Antwort ${status}`,
    timeout: 'Keine Antwort binnen 10 Sekunden',
    connection_error: 'Keine Verbindung',
    refused: 'Adresse abgelehnt',
    interrupted: 'Unterbrochen',
  },
  advice: {
    timeout: 'Antworten Sie zuerst mit 2xx und arbeiten Sie danach, in einer eigenen Warteschlange.',
    connection:
      'Prüfen Sie, ob der Server läuft, ob sein Name sich auflösen lässt und ob sein Zertifikat gültig ist.',
    refused:
      'Die Adresse ist privat oder intern, gesendet wurde nichts. Nehmen Sie eine, die aus dem Internet erreichbar ist.',
    interrupted:
      'Parley wurde während des Sendens beendet. Es sendet dies von selbst noch einmal; der Versuch zählt nicht.',
    secret:
      'Meist liegt auf Ihrem Server ein anderes Signaturgeheimnis, oder der Body wurde vor der Prüfung verändert.',
    address: 'Unter diesem Pfad hört nichts zu, oder nicht auf POST. Prüfen Sie die URL des Webhooks.',
    gone: 'Ihr Server sagt, dass es diese Adresse nicht mehr gibt. Ändern Sie die URL, oder löschen Sie den Webhook.',
    redirect: 'Umleitungen wird nicht gefolgt. Tragen Sie die endgültige Adresse in den Webhook ein.',
    tooLarge: 'Ihr Server nimmt Bodys dieser Größe nicht an. Erhöhen Sie seine Grenze.',
    busy: 'Ihr Server bittet um weniger Eile. Bis zum nächsten Versuch vergehen mindestens 10 Minuten.',
    theirs: 'Ihr Server ist an dem Ereignis gescheitert. Sein Log weiß, warum.',
    rejected: 'Ihr Server hat die Anfrage verstanden und abgelehnt. Vielleicht sagt seine Antwort, warum.',
  },
  request: 'Anfrage',
  response: 'Antwort',
  headers: 'Header',
  body: 'Body',
  noBody: 'Leer',
  copyBody: 'Body kopieren',
  truncated: 'Die Antwort war länger. Das ist ihr Anfang.',
  nothingSent: 'Es wurde nichts gesendet.',
  masked: 'Signaturen und Links sind verdeckt: Sie wirken wie Passwörter.',
}
