import type { Messages } from '../en.ts'

export const deskDe: Messages['desk'] = {
  availability: 'Anrufe',
  states: {
    away: 'Abwesend',
    idle: 'Erreichbar',
    offered: 'Klingelt',
    in_call: 'Im Anruf',
    wrap_up: 'Nacharbeit',
    silent: 'Kein Mikro',
  },
  spoken: (state) => `Anrufe: ${state}`,
  available: 'Für Anrufe erreichbar',
  availableHint: 'Anrufe klingeln in jedem offenen Fenster dieses Panels.',
  changeFailed: 'Ihre Erreichbarkeit konnte nicht geändert werden. Versuchen Sie es noch einmal.',
  wrapUntil: 'Bereit für den nächsten Anruf in',
  finishNow: 'Jetzt beenden',

  missed: {
    title: 'Sie sind abwesend',
    text: 'Sie haben zwei Anrufe in Folge nicht angenommen. Neue Anrufe gehen jetzt an andere Agenten.',
    calls: 'Anrufe ansehen',
    back: 'Erreichbar werden',
  },

  microphone: {
    ask: 'Mikrofon erlauben',
    why: 'Es klingelt nur dort, wo Sie abnehmen könnten. Ihr Browser wird einmal nach dem Mikrofon fragen.',
    asking: 'Beantworten Sie die Berechtigungsanfrage Ihres Browsers.',
    problems: {
      insecure:
        'Diese Seite kam nicht über https, darum geben Browser ihr kein Mikrofon. Öffnen Sie das Panel über https.',
      dismissed:
        'Die Berechtigungsanfrage wurde geschlossen. Versuchen Sie es noch einmal und wählen Sie „Zulassen“.',
      denied: 'Ihr Browser blockiert das Mikrofon für diese Seite, daher klingelt hier kein Anruf.',
      page: 'Die Seite, in der das Panel steht, verbietet das Mikrofon. Öffnen Sie das Panel in einem eigenen Tab.',
      system:
        'Ihr Betriebssystem blockiert das Mikrofon für diesen Browser. Erlauben Sie es in den Datenschutz-Einstellungen.',
      missing: 'Es wurde kein Mikrofon gefunden. Schließen Sie eines an und versuchen Sie es noch einmal.',
      in_use:
        'Eine andere Anwendung nutzt das Mikrofon, oder es startet nicht. Schließen Sie diese Anwendung und versuchen Sie es noch einmal.',
      ended: 'Das Mikrofon wurde abgezogen. Wählen Sie ein anderes.',
    },
    where: {
      chrome:
        'Klicken Sie auf das Symbol links neben der Adresse, schalten Sie Mikrofon ein und laden Sie die Seite neu.',
      chrome_android:
        'Tippen Sie auf das Symbol links neben der Adresse, dann auf Berechtigungen, und erlauben Sie das Mikrofon.',
      firefox:
        'Klicken Sie auf das durchgestrichene Mikrofon neben der Adresse, nehmen Sie die Sperre weg und versuchen Sie es noch einmal.',
      safari: 'Stellen Sie im Menü Safari unter „Einstellungen für diese Website“ Mikrofon auf Erlauben.',
      safari_ios:
        'Tippen Sie auf das Symbol neben der Adresse, dann auf Website-Einstellungen, und erlauben Sie das Mikrofon.',
      other: 'Erlauben Sie das Mikrofon für diese Seite in den Einstellungen Ihres Browsers.',
    },
    camera: {
      denied: 'Ihr Browser blockiert die Kamera für diese Seite.',
      missing: 'Es wurde keine Kamera gefunden.',
      in_use: 'Eine andere Anwendung nutzt die Kamera.',
      ended: 'Die Kamera wurde abgezogen.',
      other: 'Die Kamera lässt sich hier nicht benutzen.',
    },
    tryAgain: 'Noch einmal versuchen',
  },

  notify: {
    ask: 'Benachrichtigungen einschalten',
    why: 'Desktop-Benachrichtigungen zeigen, wer anruft, während Sie in einer anderen Anwendung arbeiten.',
    denied:
      'Ihr Browser blockiert Mitteilungen dieser Seite: Sind Sie woanders, hören Sie nur den Klingelton.',
    call: (name) => `${name} ruft an`,
    body: 'Klicken Sie, um den Anruf zu öffnen.',
  },

  ringtone: { label: 'Klingelton', turnOn: 'Ton des Klingeltons einschalten' },

  incoming: {
    region: 'Eingehender Anruf',
    calls: (name) => `${name} ruft an`,
    video: 'Video erlaubt',
    title: (name) => `☎ ${name} ruft an`,
    accept: 'Annehmen',
    decline: 'Ablehnen',
    mute: 'Klingelton stumm schalten',
    unmute: 'Klingelton einschalten',
    left: (seconds) => (seconds === 1 ? 'noch 1 Sekunde' : `noch ${seconds} Sekunden`),
    forTeam: (team) => `für das Team ${team}`,
    waitedFor: (time) => `wartet seit ${time}`,
    speaks: (language) => `spricht ${language}`,
    yours: 'Sie sind der feste Ansprechpartner',
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
    expired: (name) => `Sie haben den Anruf von ${name} nicht angenommen.`,
    gone: 'Der Anruf wird Ihnen nicht mehr angeboten.',
    over: 'Der Anruf war vorbei, bevor Sie abnahmen.',
    failed: 'Der Anruf ließ sich nicht annehmen. Prüfen Sie Ihre Verbindung.',
  },

  call: {
    region: 'Anruf',
    accepting: 'Wird angenommen …',
    connecting: 'Wird verbunden …',
    duration: 'Dauer',
    toConversation: 'Gespräch öffnen',
    toCustomer: 'Kunden öffnen',
    mute: 'Mikrofon aus',
    unmute: 'Mikrofon an',
    theirMuted: 'Kunde ist stumm geschaltet',
    cameraOn: 'Kamera einschalten',
    cameraOff: 'Kamera ausschalten',
    screenOn: 'Bildschirm teilen',
    screenOff: 'Teilen beenden',
    screenProblems: {
      system:
        'Ihr Betriebssystem lässt diesen Browser den Bildschirm nicht aufnehmen. Erlauben Sie es in den Datenschutz-Einstellungen, starten Sie den Browser neu und versuchen Sie es noch einmal.',
      in_use:
        'Der Bildschirm konnte nicht aufgenommen werden. Schließen Sie andere Anwendungen, die ihn aufnehmen, oder teilen Sie ein Fenster oder einen Tab.',
      other:
        'Der Bildschirm konnte nicht geteilt werden. Versuchen Sie es noch einmal oder nutzen Sie einen anderen Browser.',
    },
    sharing: 'Sie teilen Ihren Bildschirm.',
    devices: 'Geräte',
    microphone: 'Mikrofon',
    camera: 'Kamera',
    speaker: 'Lautsprecher',
    yourLevel: 'Mikrofonpegel',
    hangUp: 'Auflegen',
    note: 'Notiz',
    hideVideo: 'Video ausblenden',
    showVideo: 'Video einblenden',
    theirVideo: 'Video des Kunden',
    ownVideo: 'Ihr Video',
    weak: 'Schwache Verbindung',
    lost: 'Verbindung verloren, sie wird wiederhergestellt …',
    audioBlocked: 'Ihr Browser blockiert den Ton, bis Sie klicken.',
    playSound: 'Ton abspielen',
    elsewhere: (name) => `Ihr Anruf mit ${name} läuft in einem anderen Fenster.`,
    takeOver: 'Hierher holen',
    over: (name) => `Der Anruf mit ${name} ist zu Ende`,
    lasted: (time) => `Dauer: ${time}.`,
    youHungUp: 'Sie haben aufgelegt.',
    dismiss: 'Schließen',
    uploads: (count) =>
      count === 1 ? '1 Teil der Aufnahme wird hochgeladen' : `${count} Teile der Aufnahme werden hochgeladen`,
  },

  recording: {
    on: 'Aufnahme läuft',
    paused: 'Aufnahme angehalten',
    failed: 'Ihr Browser konnte nicht aufnehmen. Der Anruf geht weiter.',
    pause: 'Aufnahme anhalten',
    resume: 'Aufnahme fortsetzen',
    declined: 'Keine Aufnahme: Der Kunde hat abgelehnt',
  },

  leaving: {
    call: {
      title: 'Seite während des Anrufs verlassen?',
      text: 'Ihr Anruf endet, wenn Sie die Seite verlassen.',
      leave: 'Anruf verlassen',
      stay: 'Hier bleiben',
    },
    recording: {
      title: 'Seite vor dem Ende des Hochladens verlassen?',
      text: 'Eine Aufnahme wird noch hochgeladen. Wenn Sie die Seite jetzt verlassen, wird das Hochladen fortgesetzt, sobald Sie diese Organisation in diesem Browser wieder öffnen.',
      leave: 'Trotzdem verlassen',
      stay: 'Hier bleiben',
    },
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
