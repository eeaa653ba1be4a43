import type { Messages } from '../en.ts'

export const visitorDe: Messages['visitor'] = {
  title: 'Besuch',
  currentPage: 'Aktuelle Seite',
  lastPage: 'Letzte Seite',
  referrer: 'Gekommen von',
  browser: 'Browser',
  browserOn: (browser, system) => `${browser} auf ${system}`,
  device: 'Gerät',
  devices: { desktop: 'Computer', phone: 'Smartphone', tablet: 'Tablet' },
  localTime: 'Ortszeit',
  language: 'Browsersprache',
  pages: (count) => (count === 1 ? '1 Seite in diesem Besuch' : `${count} Seiten in diesem Besuch`),
  attributes: 'Attribute',
  stated: 'Angabe der Seite',
  statedHint: 'Von einem Skript Ihrer Seite gesetzt. Besucher können diese Werte ändern.',
  confirmed: 'Durch Ihren Login bestätigt',
  confirmedHint: 'Von Ihrem Server im signierten Token gesetzt.',
  yes: 'Ja',
  no: 'Nein',
  setting: 'Besucherkontext',
  collect: 'Besuch für Mitarbeitende anzeigen',
  collectHint:
    'Seiten, Herkunft, Browser, Gerät, Sprache und Ortszeit von Kunden, die geschrieben haben. Nicht erfasst bei Do Not Track oder Global Privacy Control. Nach 30 Tagen gelöscht.',
}
