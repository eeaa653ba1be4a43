import type { Messages } from '../en.ts'

export const deskDe: Messages['desk'] = {
  availability: 'Anrufe',
  states: {
    away: 'Abwesend',
    idle: 'Erreichbar',
    offered: 'Es klingelt',
    in_call: 'Im Anruf',
    wrap_up: 'Nacharbeit',
    silent: 'Kein Mikro',
  },
  spoken: (state) => `Anrufe: ${state}`,
  available: 'Für Anrufe erreichbar',
  availableHint: 'Anrufe klingeln hier, in jedem Fenster dieses Panels.',
  changeFailed: 'Ihre Erreichbarkeit ließ sich nicht ändern.',
  wrapUntil: 'Nächster Anruf möglich in',
  finishNow: 'Jetzt beenden',

  missed: {
    title: 'Sie sind abwesend',
    text: 'Zwei Anrufe nacheinander klingelten vergeblich, darum gehen sie jetzt an andere.',
    calls: 'Zu den Anrufen',
    back: 'Ich bin wieder da',
  },

  microphone: {
    ask: 'Mikrofon erlauben',
    why: 'Es klingelt nur dort, wo Sie abnehmen könnten. Ihr Browser wird einmal nach dem Mikrofon fragen.',
    asking: 'Beantworten Sie die Frage Ihres Browsers.',
    problems: {
      insecure: 'Diese Seite kam nicht über https, darum geben Browser ihr kein Mikrofon.',
      dismissed: 'Die Frage wurde ohne Antwort geschlossen.',
      denied: 'Ihr Browser gibt dieser Seite kein Mikrofon. Ohne Mikrofon klingelt hier nichts.',
      page: 'Die Seite, in der das Panel steht, verbietet das Mikrofon. Öffnen Sie das Panel in einem eigenen Tab.',
      system:
        'Ihr System gibt dem Browser kein Mikrofon. Erlauben Sie es in den Datenschutz-Einstellungen des Systems.',
      missing: 'Es wurde kein Mikrofon gefunden. Schließen Sie eines an und versuchen Sie es noch einmal.',
      in_use:
        'Ein anderes Programm hat das Mikrofon, oder es startet nicht. Schließen Sie das Programm und versuchen Sie es noch einmal.',
      ended: 'Das Mikrofon wurde abgezogen.',
    },
    where: {
      chrome:
        'Klicken Sie auf das Zeichen links neben der Adresse, schalten Sie Mikrofon ein und laden Sie die Seite neu.',
      chrome_android:
        'Tippen Sie auf das Zeichen links neben der Adresse, dann auf Berechtigungen, und erlauben Sie das Mikrofon.',
      firefox:
        'Klicken Sie auf das durchgestrichene Mikrofon neben der Adresse, nehmen Sie die Sperre weg und versuchen Sie es noch einmal.',
      safari: 'Stellen Sie im Menü Safari unter „Einstellungen für diese Website“ Mikrofon auf Erlauben.',
      safari_ios:
        'Tippen Sie auf das Zeichen neben der Adresse, dann auf Website-Einstellungen, und erlauben Sie das Mikrofon.',
      other: 'Erlauben Sie das Mikrofon für diese Seite in den Einstellungen Ihres Browsers.',
    },
    camera: {
      denied: 'Ihr Browser gibt dieser Seite keine Kamera.',
      missing: 'Es wurde keine Kamera gefunden.',
      in_use: 'Ein anderes Programm hat die Kamera.',
      ended: 'Die Kamera wurde abgezogen.',
      other: 'Die Kamera lässt sich hier nicht benutzen.',
    },
    tryAgain: 'Noch einmal versuchen',
  },

  notify: {
    ask: 'Auch außerhalb dieses Fensters melden',
    why: 'Eine Mitteilung Ihres Systems zeigt, wer anruft, während Sie in einem anderen Programm arbeiten.',
    denied:
      'Ihr Browser blockiert Mitteilungen dieser Seite: Sind Sie woanders, hören Sie nur den Klingelton.',
    call: (name) => `${name} ruft an`,
    body: 'Klicken Sie, um zum Anruf zu kommen.',
  },

  incoming: {
    region: 'Eingehender Anruf',
    calls: (name) => `${name} ruft an`,
    video: 'Bild erlaubt',
    title: (name) => `☎ ${name} ruft an`,
    accept: 'Annehmen',
    decline: 'Ablehnen',
    mute: 'Klingeln stumm schalten',
    unmute: 'Klingeln lassen',
    left: (seconds) => (seconds === 1 ? 'noch 1 Sekunde' : `noch ${seconds} Sekunden`),
    waitedFor: (time) => `wartet seit ${time}`,
    speaks: (language) => `spricht ${language}`,
    yours: 'Sie sind der feste Agent',
    conversations: (count) => (count === 1 ? '1 Gespräch' : `${count} Gespräche`),
    callsBefore: (count) => (count === 1 ? '1 früherer Anruf' : `${count} frühere Anrufe`),
    callsBeforeMore: (count) => `mehr als ${count} frühere Anrufe`,
    first: 'Erster Kontakt',
    recorded: 'Der Anruf wird aufgenommen.',
    recordedAgreed: 'Der Kunde ist mit der Aufnahme einverstanden.',
    acceptFailed: 'Ohne Mikrofon lässt sich der Anruf nicht annehmen.',
  },

  toasts: {
    answeredElsewhere: 'Sie haben in einem anderen Fenster abgenommen.',
    hungUp: (name) => `${name} hat aufgelegt, bevor Sie abnahmen.`,
    expired: (name) => `Der Anruf von ${name} klingelte hier vergeblich.`,
    gone: 'Der Anruf ist nicht mehr für Sie.',
    over: 'Der Anruf war vorbei, bevor Sie abnahmen.',
    failed: 'Der Anruf ließ sich nicht annehmen. Prüfen Sie Ihre Verbindung.',
  },

  call: {
    region: 'Anruf',
    accepting: 'Wird angenommen …',
    connecting: 'Wird verbunden …',
    duration: 'Dauer',
    toConversation: 'Zum Gespräch',
    toCustomer: 'Zum Kunden',
    mute: 'Mikrofon aus',
    unmute: 'Mikrofon an',
    theirMuted: 'Auf der anderen Seite stumm',
    cameraOn: 'Kamera an',
    cameraOff: 'Kamera aus',
    devices: 'Geräte',
    microphone: 'Mikrofon',
    camera: 'Kamera',
    speaker: 'Lautsprecher',
    yourLevel: 'Wie laut Sie sind',
    hangUp: 'Auflegen',
    note: 'Notiz',
    hidePicture: 'Bild ausblenden',
    showPicture: 'Bild zeigen',
    theirPicture: 'Bild des Kunden',
    ownPicture: 'Ihr eigenes Bild',
    weak: 'Die Verbindung ist schwach',
    lost: 'Verbindung verloren, sie wird wiederhergestellt …',
    silenced: 'Ihr Browser spielt vor einem Klick keinen Ton.',
    playSound: 'Ton abspielen',
    elsewhere: (name) => `Ihr Anruf mit ${name} läuft in einem anderen Fenster.`,
    takeOver: 'Hier weiterführen',
    over: (name) => `Der Anruf mit ${name} ist zu Ende`,
    lasted: (time) => `Er dauerte ${time}.`,
    youHungUp: 'Sie haben aufgelegt.',
    dismiss: 'Schließen',
    uploads: (count) =>
      count === 1 ? '1 Stück der Aufnahme wird gesendet' : `${count} Stücke der Aufnahme werden gesendet`,
  },

  recording: {
    on: 'Aufnahme läuft',
    paused: 'Aufnahme angehalten',
    failed: 'Ihr Browser konnte nicht aufnehmen. Der Anruf geht weiter.',
    pause: 'Aufnahme anhalten',
    resume: 'Aufnahme fortsetzen',
    declined: 'Keine Aufnahme: Der Kunde wollte nicht',
  },

  keys: {
    group: 'Anrufe',
    accept: 'Anruf annehmen',
    decline: 'Anruf ablehnen',
    mute: 'Mikrofon aus oder an',
    hangUp: 'Auflegen',
    available: 'Für Anrufe erreichbar werden',
    away: 'Keine Anrufe mehr annehmen',
  },
}
