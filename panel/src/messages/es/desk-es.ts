import type { Messages } from '../en.ts'

export const deskEs: Messages['desk'] = {
  availability: 'Llamadas',
  states: {
    away: 'Ausente',
    idle: 'Disponible',
    offered: 'Sonando',
    in_call: 'En llamada',
    wrap_up: 'Terminando',
    silent: 'Sin micro',
  },
  spoken: (state) => `llamadas: ${state}`,
  available: 'Disponible para llamadas',
  availableHint: 'Las llamadas suenan en todas las ventanas abiertas de este panel.',
  changeFailed: 'No se pudo cambiar su disponibilidad. Inténtelo de nuevo.',
  wrapUntil: 'Listo para la próxima llamada en',
  finishNow: 'Terminar ya',

  missed: {
    title: 'Está ausente',
    text: 'No respondió a dos llamadas seguidas, así que las nuevas van a otros agentes.',
    calls: 'Ver llamadas',
    back: 'Volver a estar disponible',
  },

  microphone: {
    ask: 'Permitir el micrófono',
    why: 'Las llamadas solo suenan donde usted podría contestarlas. Su navegador preguntará por el micrófono una vez.',
    asking: 'Responda a la solicitud de permiso de su navegador.',
    problems: {
      insecure:
        'Esta página no llegó por https, así que los navegadores no le dan micrófono. Abra el panel por https.',
      dismissed: 'Se cerró la solicitud de permiso. Inténtelo de nuevo y elija Permitir.',
      denied: 'Su navegador bloquea el micrófono en esta página, por eso aquí no suenan llamadas.',
      page: 'La página en la que se muestra el panel prohíbe el micrófono. Abra el panel en una pestaña propia.',
      system:
        'Su sistema no da el micrófono al navegador. Permítalo en los ajustes de privacidad del sistema.',
      missing: 'No se encontró ningún micrófono. Conecte uno e inténtelo de nuevo.',
      in_use: 'Otra aplicación usa el micrófono, o este no se inicia. Ciérrela e inténtelo de nuevo.',
      ended: 'Se desconectó el micrófono. Elija otro.',
    },
    where: {
      chrome: 'Haga clic en el icono a la izquierda de la dirección, active Micrófono y recargue la página.',
      chrome_android:
        'Toque el icono a la izquierda de la dirección, luego Permisos, y permita el micrófono.',
      firefox:
        'Haga clic en el micrófono tachado junto a la dirección, quite el bloqueo e inténtelo de nuevo.',
      safari: 'En el menú Safari, Ajustes para este sitio web, ponga Micrófono en Permitir.',
      safari_ios: 'Toque el icono junto a la dirección, luego Ajustes del sitio web, y permita el micrófono.',
      other: 'Permita el micrófono para esta página en los ajustes de su navegador.',
    },
    camera: {
      denied: 'Su navegador bloquea la cámara en esta página.',
      missing: 'No se encontró ninguna cámara.',
      in_use: 'Otra aplicación usa la cámara.',
      ended: 'Se desconectó la cámara.',
      other: 'La cámara no se puede usar aquí.',
    },
    tryAgain: 'Intentar de nuevo',
  },

  notify: {
    ask: 'Activar notificaciones',
    why: 'Una notificación del sistema muestra quién llama mientras trabaja en otro programa.',
    denied:
      'Su navegador bloquea las notificaciones de esta página: si está en otro sitio, solo le avisa el sonido.',
    call: (name) => `${name} llama`,
    body: 'Haga clic para abrir la llamada.',
  },

  ringtone: { label: 'Timbre', turnOn: 'Activar el sonido del timbre' },

  incoming: {
    region: 'Llamada entrante',
    calls: (name) => `${name} llama`,
    video: 'vídeo permitido',
    title: (name) => `☎ ${name} llama`,
    accept: 'Contestar',
    decline: 'Rechazar',
    mute: 'Silenciar el timbre',
    unmute: 'Activar el timbre',
    left: (seconds) => (seconds === 1 ? 'queda 1 segundo' : `quedan ${seconds} segundos`),
    forTeam: (team) => `para el equipo ${team}`,
    waitedFor: (time) => `espera desde hace ${time}`,
    speaks: (language) => `habla ${language}`,
    yours: 'Usted es su agente dedicado',
    conversations: (count) => (count === 1 ? '1 conversación' : `${count} conversaciones`),
    callsBefore: (count) => (count === 1 ? '1 llamada anterior' : `${count} llamadas anteriores`),
    callsBeforeMore: (count) => `más de ${count} llamadas anteriores`,
    first: 'Primer contacto',
    recorded: 'Esta llamada se graba.',
    recordedAgreed: 'El cliente aceptó la grabación.',
    acceptFailed: 'Sin micrófono no se puede contestar la llamada.',
  },

  toasts: {
    answeredElsewhere: 'Contestó en otra ventana.',
    hungUp: (name) => `${name} colgó antes de que usted contestara.`,
    expired: (name) => `No respondió a la llamada de ${name}.`,
    gone: 'La llamada ya no es para usted.',
    over: 'La llamada había terminado antes de que contestara.',
    failed: 'No se pudo contestar la llamada. Compruebe su conexión.',
  },

  call: {
    region: 'Llamada',
    accepting: 'Contestando …',
    connecting: 'Conectando …',
    duration: 'Duración',
    toConversation: 'Abrir conversación',
    toCustomer: 'Abrir cliente',
    mute: 'Silenciar',
    unmute: 'Activar el micrófono',
    theirMuted: 'Cliente silenciado',
    cameraOn: 'Encender la cámara',
    cameraOff: 'Apagar la cámara',
    screenOn: 'Compartir pantalla',
    screenOff: 'Dejar de compartir',
    screenProblems: {
      system:
        'Su sistema no permite que este navegador capture la pantalla. Permítalo en los ajustes de privacidad, reinicie el navegador e inténtelo de nuevo.',
      in_use:
        'No se pudo capturar la pantalla. Cierre otras aplicaciones que la graben, o comparta una ventana o una pestaña.',
      other: 'No se pudo compartir la pantalla. Inténtelo de nuevo o use otro navegador.',
    },
    sharing: 'Está compartiendo su pantalla.',
    devices: 'Dispositivos',
    microphone: 'Micrófono',
    camera: 'Cámara',
    speaker: 'Altavoz',
    yourLevel: 'Nivel del micrófono',
    hangUp: 'Colgar',
    note: 'Nota',
    hideVideo: 'Ocultar vídeo',
    showVideo: 'Mostrar vídeo',
    theirVideo: 'Vídeo del cliente',
    ownVideo: 'Su vídeo',
    weak: 'La conexión es débil',
    lost: 'Conexión perdida, se está restableciendo …',
    audioBlocked: 'Su navegador bloquea el sonido hasta que haga clic.',
    playSound: 'Reproducir el sonido',
    elsewhere: (name) => `Su llamada con ${name} está en otra ventana.`,
    takeOver: 'Seguir aquí',
    over: (name) => `La llamada con ${name} ha terminado`,
    lasted: (time) => `Duración: ${time}.`,
    youHungUp: 'Usted colgó.',
    dismiss: 'Cerrar',
    uploads: (count) =>
      count === 1 ? 'Subiendo 1 parte de la grabación' : `Subiendo ${count} partes de la grabación`,
  },

  recording: {
    on: 'Grabando',
    paused: 'Grabación en pausa',
    failed: 'Su navegador no pudo grabar. La llamada sigue.',
    pause: 'Pausar la grabación',
    resume: 'Reanudar la grabación',
    declined: 'Sin grabación: el cliente la rechazó',
  },

  leaving: {
    call: {
      title: '¿Salir durante la llamada?',
      text: 'Su llamada termina si sale.',
      leave: 'Salir de la llamada',
      stay: 'Quedarse aquí',
    },
    recording: {
      title: '¿Salir antes de que termine la subida?',
      text: 'Todavía se está subiendo una grabación. Si sale ahora, la subida continuará cuando vuelva a abrir esta organización en este navegador.',
      leave: 'Salir de todos modos',
      stay: 'Quedarse aquí',
    },
  },

  keys: {
    group: 'Llamadas',
    accept: 'Contestar la llamada',
    decline: 'Rechazar la llamada',
    mute: 'Silenciar o activar el micrófono',
    hangUp: 'Colgar',
    available: 'Estar disponible para llamadas',
    away: 'No recibir más llamadas',
  },
}
