import type { Messages } from '../en.ts'

export const callSettingsDe: Messages['callSettings'] = {
  title: 'Anrufe',
  lead: 'Ob Besucher aus diesem Widget anrufen können, und wie ihre Anrufe verlaufen.',
  running: 'Ein Anruf behält die Einstellungen, die bei seinem Beginn galten.',

  mode: 'Anrufe aus dem Widget',
  modes: {
    off: { title: 'Aus', text: 'Das Widget hat keine Anruftaste.' },
    audio: { title: 'Sprache', text: 'Kunden sprechen mit einem Agenten.' },
    video: {
      title: 'Sprache und Bild',
      text: 'Kunden können ihre Kamera einschalten, Agenten ebenso.',
    },
  },

  recording: 'Aufnahme',
  recordingLead:
    'Beide Stimmen, und das Bild, wenn es eines gibt, werden im Browser des Agenten aufgenommen, der abgenommen hat. Beide Seiten sehen das die ganze Zeit, und der Agent kann anhalten, etwa während eine Kartennummer vorgelesen wird.',
  recordings: {
    off: { title: 'Nie', text: 'Kein Anruf wird aufgenommen.' },
    notify: { title: 'Immer, mit Hinweis', text: 'Der Kunde liest es, bevor es klingelt.' },
    ask: {
      title: 'Den Kunden fragen',
      text: 'Der Kunde wird gefragt, bevor es klingelt. Sagt er nein, geht der Anruf trotzdem weiter, ohne Aufnahme.',
    },
  },
  consent:
    'Viele Länder erlauben Aufnahmen erst, wenn alle zugestimmt haben, und verlangen einen Grund. Wenn Sie nicht sicher sind, dass ein Hinweis genügt, wählen Sie „Den Kunden fragen“. Parley fragt, hebt die Antwort beim Anruf auf und nimmt ohne sie nichts auf. Was das Recht darüber hinaus von Ihnen verlangt, kann es nicht wissen.',
  days: 'Aufnahmen aufheben',
  daysHint: 'Danach werden sie endgültig gelöscht. Der Eintrag des Anrufs bleibt.',

  privacy: 'Verbindung',
  relayOnly: 'Nur über den Relay-Server',
  relayOnlyHint:
    'Keine Seite erfährt die Netzadresse der anderen. Es braucht einen TURN-Server, dessen Leitung dann jeden Anruf trägt, und dauert etwas länger.',
  noRelay: 'Es gibt keinen TURN-Server. Mit dieser Einstellung kommt kein Anruf zustande.',
  test: 'Verbindungstest',

  nobody: 'Wenn niemand abnehmen kann',
  nobodyLead: 'Alle Agenten sind abwesend oder abgemeldet.',
  nobodies: {
    message: {
      title: 'Um eine Nachricht bitten',
      text: 'Der Anruf beginnt nicht. Der Kunde wird zum Chat geführt.',
    },
    wait: {
      title: 'Warten lassen',
      text: 'Der Anruf wartet in der Schlange, bis jemand erreichbar wird.',
    },
  },

  times: 'Zeiten',
  offer: 'Bei einem Agenten klingeln',
  offerHint: 'Dann geht der Anruf an den nächsten.',
  queue: 'Längste Wartezeit',
  queueHint: 'Vom Beginn des Anrufs, bis jemand abnimmt.',
  connect: 'Zeit zum Verbinden',
  connectHint: 'Vom Abnehmen, bis man sich hört. Danach ist der Anruf gescheitert.',
  grace: 'Auf jemanden warten, der weg ist',
  graceHint:
    'Ein geschlossener Tab, ein verlorenes Netz: so lange darf eine Seite brauchen, um zurückzukommen.',
  wrapUp: 'Pause nach einem Anruf',
  wrapUpHint: 'Zeit für Notizen, bevor es wieder klingelt. Agenten können sie früher beenden.',
  longest: 'Längster Anruf',
  longestHint: 'Dann endet er von selbst.',
  seconds: 'Sekunden',
  minutes: 'Minuten',
  daysUnit: 'Tage',
  range: (from, to) => `Eine ganze Zahl von ${from} bis ${to}.`,
  queueTooShort: 'Kürzer als einmal Klingeln: ein zweiter Agent käme nicht an die Reihe.',

  connection: {
    title: 'Verbindungstest',
    lead: 'Anrufe gehen von Browser zu Browser. STUN- und TURN-Server helfen, wo Netze dazwischenstehen. Hier wird jeder von Ihrem Browser aus ausprobiert.',
    where:
      'Das zeigt, wie Ihr eigenes Netz die Server erreicht. Für die Sicht eines Kunden öffnen Sie diese Seite außerhalb Ihrer Firma, etwa über das Netz des Telefons.',
    run: 'Test starten',
    again: 'Noch einmal testen',
    running: 'Wird ausprobiert …',
    server: 'Server',
    transports: { udp: 'UDP', tcp: 'TCP', tls: 'TLS' },
    took: (time) => `nach ${time}`,
    address: (address) => `Man sieht Sie als ${address}`,
    results: {
      works: 'Funktioniert',
      credentials: 'Falsche Zugangsdaten',
      unreachable: 'Nicht erreichbar',
      refused: 'Lehnt ab',
      invalid: 'Keine Adresse',
      unsupported: 'Dieser Browser kann keine Anrufe',
    },
    advice: {
      credentials:
        'Der Relay-Server kennt ein anderes Geheimnis. PARLEY_TURN_SECRET muss Zeichen für Zeichen das static-auth-secret von coturn sein, und beide Uhren müssen richtig gehen.',
      unreachableUdp:
        'Es kam nichts zurück. Läuft der Server? Lässt jede Firewall UDP zu diesem Port durch, und zu den Ports 49152 bis 65535 des Relay-Servers?',
      unreachableTcp: 'Keine Verbindung. Läuft der Server, und lässt jede Firewall TCP zu diesem Port durch?',
      unreachableTls:
        'Keine Verbindung. Ist der Port offen, und ist das Zertifikat des Relay-Servers auf diesen Namen ausgestellt und nicht abgelaufen?',
      refused:
        'Der Relay-Server ist da und kennt uns, gibt aber keine Adresse: sein Kontingent ist verbraucht, oder er hat keine Ports mehr. Sein Protokoll sagt, was davon.',
      invalid:
        'Der Browser kann diese Adresse nicht lesen. Man schreibt sie wie turn:turn.example.com:3478?transport=udp.',
      unsupported: 'Nehmen Sie ein aktuelles Chrome, Edge, Firefox oder Safari, über https.',
    },
    through: 'Durch den Relay-Server und zurück',
    throughLead:
      'Zwei Verbindungen dieses Browsers treffen sich am Relay-Server, wie in einem Anruf, der nur über ihn geht.',
    throughWorks: (time) => `Funktioniert, ${time} hin und zurück`,
    throughFails: 'Es kommt nichts durch',
    throughAdvice:
      'Der Relay-Server gibt Adressen, befördert aber nicht, was an sie geht. Seine Ports 49152 bis 65535 müssen über UDP erreichbar sein, und denied-peer-ip darf seine eigene Adresse nicht enthalten.',
    throughSkipped: 'Nicht versucht: Kein Relay-Server funktioniert.',
    none: 'Kein Server ist eingerichtet',
    noneText:
      'Anrufe kommen nur zustande, wo beide Seiten einander unmittelbar sehen, etwa in einem Netz. Wer diesen Dienst betreibt, setzt PARLEY_STUN_URLS, PARLEY_TURN_URLS und PARLEY_TURN_SECRET.',
    noTurn: 'Es gibt keinen TURN-Server',
    noTurnText:
      'Ungefähr jeder fünfte Anruf braucht einen, mit dem Telefon noch mehr. Setzen Sie PARLEY_TURN_URLS und PARLEY_TURN_SECRET; docs/calls.md zeigt, wie man coturn betreibt.',
    allWell: 'Alles funktioniert',
    allWellText: 'Anrufe sollten aus fast jedem Netz zustande kommen.',
    someFail: 'Nicht alles funktioniert',
    someFailText:
      'Anrufe kommen über das zustande, was funktioniert. Beheben Sie das Übrige, für Kunden in strengen Netzen.',
    allFail: 'Von hier aus funktioniert nichts',
    allFailText: 'Ihre eigenen Anrufe werden nur innerhalb eines Netzes zustande kommen.',
  },
}
