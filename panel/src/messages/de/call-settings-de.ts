import type { Messages } from '../en.ts'

export const callSettingsDe: Messages['callSettings'] = {
  title: 'Anrufe',
  lead: 'Ob Besucher aus diesem Widget anrufen können, und wie ihre Anrufe verlaufen.',
  running: 'Änderungen gelten für neue Anrufe. Laufende Anrufe behalten ihre Einstellungen.',

  mode: 'Anrufe aus dem Widget',
  modes: {
    off: { title: 'Aus', text: 'Das Widget hat keine Anruftaste.' },
    audio: { title: 'Sprache', text: 'Kunden sprechen mit einem Agenten.' },
    video: {
      title: 'Sprache und Video',
      text: 'Kunden und Agenten können ihre Kamera einschalten oder ihren Bildschirm teilen.',
    },
  },

  recording: 'Aufnahme',
  recordingLead:
    'Beide Stimmen und, falls eingeschaltet, das Video werden im Browser des Agenten aufgenommen, der abnimmt. Beide Seiten sehen, dass aufgenommen wird, und der Agent kann die Aufnahme anhalten, zum Beispiel während eine Kartennummer vorgelesen wird.',
  recordings: {
    off: { title: 'Nie', text: 'Kein Anruf wird aufgenommen.' },
    notify: { title: 'Immer, mit Hinweis', text: 'Der Kunde liest es, bevor es klingelt.' },
    ask: {
      title: 'Den Kunden fragen',
      text: 'Der Kunde wird gefragt, bevor es klingelt. Sagt er nein, geht der Anruf trotzdem weiter, ohne Aufnahme.',
    },
  },
  consent:
    'Viele Länder erlauben Aufnahmen nur mit Zustimmung aller und zu einem angegebenen Zweck. Wenn Sie nicht sicher sind, dass ein Hinweis genügt, wählen Sie „Den Kunden fragen“: Parley fragt, speichert die Antwort beim Anruf und nimmt ohne Zustimmung nichts auf. Prüfen Sie, welche weiteren rechtlichen Anforderungen für Sie gelten.',
  days: 'Aufnahmen aufheben',
  daysHint: 'Danach werden sie endgültig gelöscht. Der Eintrag des Anrufs bleibt.',

  privacy: 'Verbindung',
  relayOnly: 'Immer den Relay-Server verwenden',
  relayOnlyHint:
    'Keine Seite sieht die IP-Adresse der anderen. Erfordert einen TURN-Server, über den alle Anrufe laufen, und verursacht eine kleine Verzögerung.',
  noRelay: 'Es ist kein TURN-Server eingerichtet. Mit dieser Einstellung kommen keine Anrufe zustande.',
  test: 'Verbindungstest',

  ring: 'Bei wem es klingelt',
  ringLead:
    'Für Anrufe eines Teams: das des offenen Gesprächs, sonst das Team, in dem die Gespräche des Widgets beginnen. Bei einem festen Ansprechpartner klingelt es vor allen anderen.',
  rings: {
    team_first: {
      title: 'Zuerst das Team, dann alle',
      text: 'Zuerst klingelt es bei den Mitgliedern des Teams. Alle anderen folgen, wenn die Zeit um ist oder kein Mitglied mehr übrig ist.',
    },
    team_only: { title: 'Nur das Team', text: 'Es klingelt nur bei Mitgliedern des Teams.' },
    everyone: { title: 'Alle', text: 'Es klingelt bei allen Agenten, unabhängig vom Team.' },
  },
  teamTime: 'Nur beim Team klingeln für',
  teamTimeHint: 'Ab Beginn des Anrufs. Kann kein Mitglied Anrufe annehmen, klingelt es sofort bei allen.',

  nobody: 'Wenn kein Agent erreichbar ist',
  nobodyLead: 'Gilt, wenn alle Agenten abwesend oder abgemeldet sind.',
  nobodies: {
    message: {
      title: 'Um eine Nachricht bitten',
      text: 'Der Anruf beginnt nicht. Der Kunde wird zum Chat geführt.',
    },
    wait: {
      title: 'In die Warteschlange stellen',
      text: 'Der Anruf wartet in der Schlange, bis jemand erreichbar wird.',
    },
  },

  times: 'Zeitlimits',
  offer: 'Klingeldauer je Agent',
  offerHint: 'Dann geht der Anruf an den nächsten.',
  queue: 'Maximale Wartezeit',
  queueHint: 'Vom Beginn des Anrufs, bis jemand abnimmt.',
  connect: 'Zeitlimit für die Verbindung',
  connectHint: 'Vom Abnehmen, bis der Ton verbunden ist. Danach gilt der Anruf als gescheitert.',
  grace: 'Zeitlimit für erneutes Verbinden',
  graceHint:
    'So lange wartet ein Anruf auf eine Seite, die ihren Tab geschlossen oder ihr Netz verloren hat.',
  wrapUp: 'Nachbearbeitungszeit',
  wrapUpHint: 'Zeit für Notizen, bevor es wieder klingelt. Agenten können sie früher beenden.',
  longest: 'Maximale Anrufdauer',
  longestHint: 'Danach endet der Anruf automatisch.',
  seconds: 'Sekunden',
  minutes: 'Minuten',
  daysUnit: 'Tage',
  range: (from, to) => `Geben Sie eine ganze Zahl von ${from} bis ${to} ein.`,
  queueTooShort: 'Kürzer als einmal Klingeln: ein zweiter Agent käme nicht an die Reihe.',

  connection: {
    title: 'Verbindungstest',
    lead: 'Anrufe verbinden Browser direkt. STUN- und TURN-Server helfen, wenn ein Netz direkte Verbindungen blockiert. Dieser Test probiert jeden Server von Ihrem Browser aus.',
    where:
      'Die Ergebnisse gelten für Ihr eigenes Netz. Um wie ein Kunde zu testen, öffnen Sie diese Seite außerhalb Ihres Firmennetzes, zum Beispiel über mobile Daten.',
    run: 'Test starten',
    again: 'Noch einmal testen',
    running: 'Test läuft …',
    server: 'Server',
    transports: { udp: 'UDP', tcp: 'TCP', tls: 'TLS' },
    took: (time) => `nach ${time}`,
    address: (address) => `Ihre öffentliche Adresse ist ${address}`,
    results: {
      works: 'Funktioniert',
      credentials: 'Falsche Zugangsdaten',
      unreachable: 'Nicht erreichbar',
      refused: 'Abgelehnt',
      invalid: 'Ungültige Adresse',
      unsupported: 'Anrufe werden von diesem Browser nicht unterstützt',
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
        'Der Relay-Server akzeptiert die Zugangsdaten, vergibt aber keine Adresse: Sein Kontingent ist verbraucht, oder er hat keine freien Ports. Prüfen Sie sein Protokoll.',
      invalid:
        'Der Browser kann diese Adresse nicht lesen. Man schreibt sie wie turn:turn.example.com:3478?transport=udp.',
      unsupported: 'Nehmen Sie ein aktuelles Chrome, Edge, Firefox oder Safari, über https.',
    },
    through: 'Durch den Relay-Server und zurück',
    throughLead:
      'Zwei Verbindungen dieses Browsers treffen sich am Relay-Server, wie in einem Anruf, der nur über ihn geht.',
    throughWorks: (time) => `Funktioniert, ${time} hin und zurück`,
    throughFails: 'Es kommen keine Daten durch',
    throughAdvice:
      'Der Relay-Server gibt Adressen, befördert aber nicht, was an sie geht. Seine Ports 49152 bis 65535 müssen über UDP erreichbar sein, und denied-peer-ip darf seine eigene Adresse nicht enthalten.',
    throughSkipped: 'Nicht versucht: Kein Relay-Server funktioniert.',
    none: 'Kein Server ist eingerichtet',
    noneText:
      'Anrufe kommen nur zustande, wo beide Seiten einander unmittelbar sehen, etwa in einem Netz. Wer diesen Dienst betreibt, setzt PARLEY_STUN_URLS, PARLEY_TURN_URLS und PARLEY_TURN_SECRET.',
    noTurn: 'Es gibt keinen TURN-Server',
    noTurnText:
      'Etwa jeder fünfte Anruf braucht einen Relay-Server, in Mobilfunknetzen mehr. Setzen Sie PARLEY_TURN_URLS und PARLEY_TURN_SECRET; docs/calls.md zeigt, wie man coturn betreibt.',
    allWell: 'Alles funktioniert',
    allWellText: 'Anrufe sollten aus fast jedem Netz zustande kommen.',
    someFail: 'Nicht alles funktioniert',
    someFailText:
      'Anrufe nutzen die Server, die funktionieren. Beheben Sie die übrigen für Kunden in restriktiven Netzen.',
    allFail: 'Von hier aus funktioniert kein Server',
    allFailText: 'Von hier aus kommen Anrufe nur im selben Netz zustande.',
  },
}
