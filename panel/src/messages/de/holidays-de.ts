import type { Messages } from '../en.ts'

export const holidaysDe: Messages['holidays'] = {
  title: 'Feiertagskalender',
  lead: 'An den ganztägigen Terminen dieses Kalenders ist geschlossen. Um an einem dieser Tage zu öffnen, fügen Sie eine Ausnahme für das Datum hinzu.',
  address: 'iCal-Adresse',
  addressHint:
    'Adresse einer .ics-Datei, zum Beispiel mit den Feiertagen Ihrer Region. Parley liest sie jeden Tag.',
  readNow: 'Jetzt lesen',
  remove: 'Kalender entfernen',
  lastRead: 'Gelesen:',
  coming: (count) => (count === 1 ? '1 kommender Feiertag' : `${count} kommende Feiertage`),
  none: 'Der Kalender hat keine kommenden ganztägigen Termine.',
  kept: 'Die bisherigen Feiertage gelten weiter.',
  replaced: 'Durch Ihre Ausnahme ersetzt',
  unnamed: 'Feiertag',
  showAll: (count) => `Alle ${count} anzeigen`,
  problems: {
    url_invalid:
      'Geben Sie eine vollständige Adresse ein, die mit https:// oder webcal:// beginnt, ohne Benutzernamen.',
    refused:
      'Diese Adresse liegt nicht im öffentlichen Internet. Verwenden Sie eine öffentliche Adresse oder bitten Sie den Betreiber, sie zu erlauben.',
    unreachable:
      'Der Server des Kalenders antwortet nicht. Prüfen Sie die Adresse und versuchen Sie es erneut.',
    redirected:
      'Diese Adresse leitet auf eine andere um. Öffnen Sie sie im Browser und geben Sie die Zieladresse ein.',
    bad_status:
      'Der Server des Kalenders hat die Anfrage abgelehnt. Prüfen Sie, ob der Kalender unter dieser Adresse noch freigegeben ist.',
    too_large: 'Dieser Kalender ist zu groß. Verwenden Sie einen, der nur Feiertage enthält.',
    not_calendar:
      'Unter dieser Adresse ist kein Kalender. Verwenden Sie die Adresse der .ics-Datei, nicht die einer Webseite.',
    url_unreadable:
      'Die gespeicherte Adresse kann nicht entschlüsselt werden, weil sich das Geheimnis von Parley geändert hat. Geben Sie sie neu ein.',
  },
}
