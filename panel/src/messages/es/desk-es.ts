import type { Messages } from '../en.ts'

export const deskEs: Messages['desk'] = {
  availability: 'Llamadas',
  states: {
    away: 'Ausente',
    idle: 'Disponible',
    offered: 'Suena',
    in_call: 'En llamada',
    wrap_up: 'Terminando',
    silent: 'Sin micro',
  },
  spoken: (state) => `llamadas: ${state}`,
  available: 'Disponible para llamadas',
  availableHint: 'Las llamadas suenan aquí, en todas las ventanas de este panel.',
  changeFailed: 'No se pudo cambiar su disponibilidad.',
  wrapUntil: 'Próxima llamada posible en',
  finishNow: 'Terminar ya',

  missed: {
    title: 'Está ausente',
    text: 'Dos llamadas seguidas sonaron sin respuesta, así que ahora van a otros.',
    calls: 'Ir a las llamadas',
    back: 'Ya estoy aquí',
  },

  microphone: {
    ask: 'Permitir el micrófono',
    why: 'Las llamadas solo suenan donde usted podría contestarlas. Su navegador preguntará por el micrófono una vez.',
    asking: 'Responda a la pregunta de su navegador.',
    problems: {
      insecure: 'Esta página no llegó por https, así que los navegadores no le dan micrófono.',
      dismissed: 'La pregunta se cerró sin respuesta.',
      denied: 'Su navegador no da el micrófono a esta página. Sin él no suena ninguna llamada aquí.',
      page: 'La página en la que se muestra el panel prohíbe el micrófono. Abra el panel en una pestaña propia.',
      system:
        'Su sistema no da el micrófono al navegador. Permítalo en los ajustes de privacidad del sistema.',
      missing: 'No se encontró ningún micrófono. Conecte uno e inténtelo de nuevo.',
      in_use: 'Otro programa usa el micrófono, o no arranca. Cierre ese programa e inténtelo de nuevo.',
      ended: 'Se desconectó el micrófono.',
    },
    where: {
      chrome: 'Haga clic en el signo a la izquierda de la dirección, active Micrófono y recargue la página.',
      chrome_android:
        'Toque el signo a la izquierda de la dirección, luego Permisos, y permita el micrófono.',
      firefox:
        'Haga clic en el micrófono tachado junto a la dirección, quite el bloqueo e inténtelo de nuevo.',
      safari: 'En el menú Safari, Ajustes para este sitio web, ponga Micrófono en Permitir.',
      safari_ios: 'Toque el signo junto a la dirección, luego Ajustes del sitio web, y permita el micrófono.',
      other: 'Permita el micrófono para esta página en los ajustes de su navegador.',
    },
    camera: {
      denied: 'Su navegador no da la cámara a esta página.',
      missing: 'No se encontró ninguna cámara.',
      in_use: 'Otro programa usa la cámara.',
      ended: 'Se desconectó la cámara.',
      other: 'La cámara no se puede usar aquí.',
    },
    tryAgain: 'Intentar de nuevo',
  },

  notify: {
    ask: 'Avisar también fuera de esta ventana',
    why: 'Una notificación del sistema muestra quién llama mientras trabaja en otro programa.',
    denied:
      'Su navegador bloquea las notificaciones de esta página: si está en otro sitio, solo le avisa el sonido.',
    call: (name) => `${name} llama`,
    body: 'Haga clic para ir a la llamada.',
  },

  incoming: {
    region: 'Llamada entrante',
    calls: (name) => `${name} llama`,
    video: 'vídeo permitido',
    title: (name) => `☎ ${name} llama`,
    accept: 'Contestar',
    decline: 'Rechazar',
    mute: 'Silenciar el timbre',
    unmute: 'Dejar que suene',
    left: (seconds) => (seconds === 1 ? 'queda 1 segundo' : `quedan ${seconds} segundos`),
    waitedFor: (time) => `espera desde hace ${time}`,
    speaks: (language) => `habla ${language}`,
    yours: 'Usted es su agente propio',
    conversations: (count) => (count === 1 ? '1 conversación' : `${count} conversaciones`),
    callsBefore: (count) => (count === 1 ? '1 llamada anterior' : `${count} llamadas anteriores`),
    callsBeforeMore: (count) => `más de ${count} llamadas anteriores`,
    first: 'Primer contacto',
    recorded: 'La llamada se graba.',
    recordedAgreed: 'El cliente aceptó la grabación.',
    acceptFailed: 'Sin micrófono no se puede contestar la llamada.',
  },

  toasts: {
    answeredElsewhere: 'Contestó en otra ventana.',
    hungUp: (name) => `${name} colgó antes de que usted contestara.`,
    expired: (name) => `La llamada de ${name} sonó aquí sin respuesta.`,
    gone: 'La llamada ya no es para usted.',
    over: 'La llamada había terminado antes de que contestara.',
    failed: 'No se pudo contestar la llamada. Compruebe su conexión.',
  },

  call: {
    region: 'Llamada',
    accepting: 'Contestando …',
    connecting: 'Conectando …',
    duration: 'Duración',
    toConversation: 'Ir a la conversación',
    toCustomer: 'Ir al cliente',
    mute: 'Silenciar',
    unmute: 'Activar el micrófono',
    theirMuted: 'Silenciado en la otra parte',
    cameraOn: 'Encender la cámara',
    cameraOff: 'Apagar la cámara',
    devices: 'Dispositivos',
    microphone: 'Micrófono',
    camera: 'Cámara',
    speaker: 'Altavoz',
    yourLevel: 'Su volumen',
    hangUp: 'Colgar',
    note: 'Nota',
    hidePicture: 'Ocultar la imagen',
    showPicture: 'Mostrar la imagen',
    theirPicture: 'Imagen del cliente',
    ownPicture: 'Su propia imagen',
    weak: 'La conexión es débil',
    lost: 'Conexión perdida, se está restableciendo …',
    silenced: 'Su navegador no reproduce sonido antes de un clic.',
    playSound: 'Reproducir el sonido',
    elsewhere: (name) => `Su llamada con ${name} está en otra ventana.`,
    takeOver: 'Seguir aquí',
    over: (name) => `La llamada con ${name} ha terminado`,
    lasted: (time) => `Duró ${time}.`,
    youHungUp: 'Usted colgó.',
    dismiss: 'Cerrar',
    uploads: (count) =>
      count === 1
        ? 'Se está enviando 1 parte de la grabación'
        : `Se están enviando ${count} partes de la grabación`,
  },

  recording: {
    on: 'Grabando',
    paused: 'Grabación en pausa',
    failed: 'Su navegador no pudo grabar. La llamada sigue.',
    pause: 'Pausar la grabación',
    resume: 'Reanudar la grabación',
    declined: 'Sin grabación: el cliente dijo que no',
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
