import type { CallMessages } from './messages.ts'

export const messages = {
  call: 'Anruf',
  ready: 'Geräte prüfen',
  checking: 'Ihr Browser fragt nach dem Mikrofon. Wählen Sie „Zulassen“.',
  microphone: 'Mikrofon',
  camera: 'Kamera',
  speaker: 'Lautsprecher',
  speak: 'Sagen Sie etwas, um Ihr Mikrofon zu testen.',
  heard: 'Ihr Mikrofon funktioniert.',
  recorded: 'Dieser Anruf wird aufgezeichnet.',
  mayRecord: 'Dürfen wir diesen Anruf aufzeichnen?',
  mayYes: 'Ja',
  mayNo: 'Nein, ohne Aufzeichnung anrufen',
  callNow: 'Jetzt anrufen',

  ringing: 'Es klingelt…',
  queue: 'Alle Mitarbeitenden sind im Gespräch. Sie sind Nummer {n} in der Warteschlange.',
  connecting: 'Wird verbunden…',
  connected: 'Im Gespräch mit {name}',
  theyMuted: '{name} hat das Mikrofon stumm geschaltet.',
  weak: 'Die Verbindung ist schwach.',
  lost: 'Verbindung unterbrochen. Sie wird wiederhergestellt…',
  recording: 'Aufzeichnung läuft',
  paused: 'Aufzeichnung angehalten',
  playSound: 'Ton einschalten',

  mute: 'Stumm schalten',
  unmute: 'Stummschaltung aufheben',
  cameraOn: 'Kamera einschalten',
  cameraOff: 'Kamera ausschalten',
  hangUp: 'Auflegen',
  devices: 'Geräte und Hilfe',
  small: 'Anruf minimieren',
  openCall: 'Anruf öffnen',
  unheard: 'Warum hört man mich nicht?',
  unheardHelp:
    'Sprechen Sie und achten Sie auf den Balken. Bewegt er sich nicht, wählen Sie ein anderes Mikrofon oder prüfen Sie die Stummschaltung am Headset. Bewegt er sich, ist der Ton auf der anderen Seite aus.',

  elsewhere: 'Ihr Anruf ist in einem anderen Fenster geöffnet.',
  bringHere: 'Anruf hierher verschieben',

  endedAfter: 'Anruf nach {time} beendet.',
  nobody: 'Gerade kann niemand Ihren Anruf annehmen.',
  failed: 'Der Anruf kam nicht zustande.',
  failedHelp:
    'Möglicherweise blockiert eine Firewall oder ein VPN den Anruf. Versuchen Sie ein anderes Netz.',
  gone: 'Die Verbindung ist abgebrochen.',
  off: 'Anrufe sind zurzeit ausgeschaltet.',
  tooOften: 'Zu viele Anrufe. Warten Sie einen Moment und versuchen Sie es dann erneut.',
  unreachable: 'Wir sind gerade nicht zu erreichen.',
  again: 'Noch einmal anrufen',
  leaveMessage: 'Nachricht schreiben',
  askCallBack: 'Um Rückruf bitten',
  cancelCallBack: 'Wunsch zurückziehen',
  willCall: 'Wir melden uns bei Ihnen.',
  callMeBack: 'Bitte rufen Sie mich zurück.',

  blocked: 'Wir können nicht auf Ihr Mikrofon zugreifen.',
  noCamera: 'Ihre Kamera konnte nicht gestartet werden. Der Anruf wird ohne Video fortgesetzt.',
  dismissed: 'Wählen Sie „Zulassen“, wenn Ihr Browser fragt.',
  denied_other: 'Erlauben Sie dieser Seite das Mikrofon in den Einstellungen Ihres Browsers.',
  denied_chrome:
    'Klicken Sie auf das Symbol neben der Adresse, erlauben Sie dort das Mikrofon und versuchen Sie es noch einmal.',
  denied_firefox:
    'Klicken Sie auf das durchgestrichene Mikrofon neben der Adresse, heben Sie die Sperre auf und versuchen Sie es noch einmal.',
  denied_safari:
    'Wählen Sie im Menü Safari > Einstellungen > Websites > Mikrofon und erlauben Sie es für diese Seite.',
  denied_safari_ios:
    'Tippen Sie auf das Seitenmenü neben der Adresse, dann auf Website-Einstellungen, und erlauben Sie das Mikrofon.',
  page: 'Diese Seite erlaubt keinen Zugriff auf das Mikrofon. Schreiben Sie uns stattdessen.',
  system:
    'Ihr System erlaubt dem Browser keinen Zugriff auf das Mikrofon. Ändern Sie dies in den Datenschutzeinstellungen des Systems.',
  missing: 'Kein Mikrofon gefunden. Schließen Sie eines an und versuchen Sie es noch einmal.',
  in_use:
    'Ihr Mikrofon konnte nicht gestartet werden. Schließen Sie andere Programme, die es vielleicht benutzen, und versuchen Sie es erneut.',
  ended: 'Ihr Mikrofon wurde getrennt. Wählen Sie ein anderes.',
  insecure:
    'Diese App erlaubt Seiten keinen Zugriff auf das Mikrofon. Öffnen Sie die Seite in Ihrem Browser, um anzurufen.',

  tryAgain: 'Erneut versuchen',
  close: 'Schließen',
  you: 'Sie',
} satisfies CallMessages
