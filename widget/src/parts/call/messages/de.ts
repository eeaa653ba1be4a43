import type { CallMessages } from './messages.ts'

export const messages = {
  call: 'Anruf',
  ready: 'Vor dem Anruf',
  checking: 'Ihr Browser fragt nach dem Mikrofon. Wählen Sie „Zulassen“.',
  microphone: 'Mikrofon',
  camera: 'Kamera',
  speaker: 'Lautsprecher',
  speak: 'Sagen Sie etwas: Der Balken zeigt, was wir hören.',
  heard: 'Ihr Mikrofon funktioniert.',
  recorded: 'Dieser Anruf wird aufgezeichnet.',
  mayRecord: 'Dürfen wir diesen Anruf aufzeichnen?',
  mayYes: 'Ja',
  mayNo: 'Nein, ohne Aufzeichnung anrufen',
  callNow: 'Jetzt anrufen',

  ringing: 'Es klingelt …',
  queue: 'Alle sind im Gespräch. Sie sind Nummer {n} in der Warteschlange.',
  connecting: 'Wird verbunden …',
  connected: 'Verbunden mit {name}',
  theyMuted: '{name} hat das Mikrofon stumm geschaltet.',
  weak: 'Die Verbindung ist schwach.',
  lost: 'Die Verbindung ist unterbrochen. Wir stellen sie wieder her …',
  recording: 'Aufzeichnung läuft',
  paused: 'Aufzeichnung angehalten',
  playSound: 'Ton einschalten',

  mute: 'Stumm schalten',
  unmute: 'Stummschaltung aufheben',
  cameraOn: 'Kamera einschalten',
  cameraOff: 'Kamera ausschalten',
  hangUp: 'Auflegen',
  devices: 'Geräte und Hilfe',
  small: 'Anruf verkleinern',
  openCall: 'Anruf öffnen',
  unheard: 'Warum hört man mich nicht?',
  unheardHelp:
    'Sprechen Sie: Bleibt der Balken stehen, wählen Sie ein anderes Mikrofon oder suchen Sie den Schalter am Headset. Bewegt er sich, ist der Ton auf der anderen Seite aus.',

  elsewhere: 'Ihr Anruf läuft in einem anderen Fenster.',
  bringHere: 'Hierher holen',

  endedAfter: 'Der Anruf ist beendet, nach {time}.',
  nobody: 'Gerade kann niemand Ihren Anruf annehmen.',
  failed: 'Der Anruf kam nicht zustande.',
  failedHelp: 'Vielleicht steht eine Firewall oder ein VPN im Weg. Versuchen Sie ein anderes Netz.',
  gone: 'Die Verbindung ist abgebrochen.',
  off: 'Anrufe sind zurzeit ausgeschaltet.',
  tooOften: 'Das war zu oft. Versuchen Sie es etwas später noch einmal.',
  unreachable: 'Wir sind gerade nicht zu erreichen.',
  again: 'Noch einmal anrufen',
  leaveMessage: 'Nachricht schreiben',

  blocked: 'Wir bekommen Ihr Mikrofon nicht.',
  noCamera: 'Die Kamera startet nicht. Der Anruf geht ohne Bild weiter.',
  dismissed: 'Beantworten Sie die Frage Ihres Browsers mit „Zulassen“.',
  denied_other: 'Erlauben Sie dieser Seite das Mikrofon in den Einstellungen Ihres Browsers.',
  denied_chrome:
    'Klicken Sie auf das Symbol neben der Adresse, erlauben Sie dort das Mikrofon und versuchen Sie es noch einmal.',
  denied_firefox:
    'Klicken Sie auf das durchgestrichene Mikrofon neben der Adresse, heben Sie die Sperre auf und versuchen Sie es noch einmal.',
  denied_safari:
    'Wählen Sie im Menü Safari > Einstellungen > Websites > Mikrofon und erlauben Sie es für diese Seite.',
  denied_safari_ios:
    'Tippen Sie auf das Seitenmenü neben der Adresse, dann auf Website-Einstellungen, und erlauben Sie das Mikrofon.',
  page: 'Diese Seite lässt Anrufen kein Mikrofon. Schreiben Sie uns stattdessen.',
  system:
    'Ihr System gibt dem Browser das Mikrofon nicht. Erlauben Sie es in dessen Datenschutz-Einstellungen.',
  missing: 'Kein Mikrofon gefunden. Schließen Sie eines an und versuchen Sie es noch einmal.',
  in_use:
    'Das Mikrofon startet nicht. Schließen Sie andere Programme, die es vielleicht benutzen, und versuchen Sie es noch einmal.',
  ended: 'Das Mikrofon wurde abgezogen. Wählen Sie ein anderes.',
  insecure:
    'Diese App gibt Seiten kein Mikrofon. Öffnen Sie die Seite in Ihrem Browser und rufen Sie von dort an.',

  tryAgain: 'Noch einmal',
  close: 'Schließen',
  you: 'Sie',
} satisfies CallMessages
