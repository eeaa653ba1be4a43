import type { CallMessages } from './messages.ts'

export const messages = {
  call: 'Llamada',
  ready: 'Antes de llamar',
  checking: 'Su navegador pide permiso para el micrófono. Elija «Permitir».',
  microphone: 'Micrófono',
  camera: 'Cámara',
  speaker: 'Altavoz',
  speak: 'Diga algo: la barra muestra lo que oímos.',
  heard: 'Su micrófono funciona.',
  recorded: 'Esta llamada se graba.',
  mayRecord: '¿Podemos grabar esta llamada?',
  mayYes: 'Sí',
  mayNo: 'No, llamar sin grabación',
  callNow: 'Llamar ahora',

  ringing: 'Está sonando …',
  queue: 'Todos están atendiendo llamadas. Su lugar en la cola: {n}.',
  connecting: 'Conectando …',
  connected: 'En llamada con {name}',
  theyMuted: '{name} tiene el micrófono apagado.',
  weak: 'La conexión es débil.',
  lost: 'La conexión se ha interrumpido. La estamos recuperando …',
  recording: 'Grabando',
  paused: 'Grabación en pausa',
  playSound: 'Activar el sonido',

  mute: 'Apagar el micrófono',
  unmute: 'Encender el micrófono',
  cameraOn: 'Encender la cámara',
  cameraOff: 'Apagar la cámara',
  hangUp: 'Colgar',
  devices: 'Dispositivos y ayuda',
  small: 'Reducir la llamada',
  openCall: 'Abrir la llamada',
  unheard: '¿Por qué no me oyen?',
  unheardHelp:
    'Hable: si la barra no se mueve, elija otro micrófono o busque el interruptor de sus auriculares. Si se mueve, el sonido está apagado al otro lado.',

  elsewhere: 'Su llamada sigue en otra ventana.',
  bringHere: 'Traerla aquí',

  endedAfter: 'La llamada ha terminado, duró {time}.',
  nobody: 'Nadie puede atender su llamada en este momento.',
  failed: 'No se pudo conectar la llamada.',
  failedHelp: 'Quizá la impida un cortafuegos o una VPN. Pruebe con otra red.',
  gone: 'Se perdió la conexión.',
  off: 'Las llamadas están desactivadas en este momento.',
  tooOften: 'Ha llamado demasiadas veces. Espere un poco y llame de nuevo.',
  unreachable: 'No se nos puede localizar en este momento.',
  again: 'Llamar de nuevo',
  leaveMessage: 'Dejar un mensaje',

  blocked: 'No nos llega su micrófono.',
  noCamera: 'La cámara no se enciende. La llamada sigue sin imagen.',
  dismissed: 'Responda «Permitir» a la pregunta de su navegador.',
  denied_other: 'Permita el micrófono para esta página en los ajustes de su navegador.',
  denied_chrome:
    'Haga clic en el icono junto a la dirección, permita allí el micrófono e inténtelo de nuevo.',
  denied_firefox:
    'Haga clic en el micrófono tachado junto a la dirección, quite el bloqueo e inténtelo de nuevo.',
  denied_safari: 'En el menú, elija Safari > Ajustes > Sitios web > Micrófono y permítalo para esta página.',
  denied_safari_ios:
    'Toque el menú de la página junto a la dirección, luego Ajustes del sitio web, y permita el micrófono.',
  page: 'Esta página no deja que las llamadas usen un micrófono. Escríbanos en su lugar.',
  system: 'Su sistema no da el micrófono al navegador. Permítalo en los ajustes de privacidad del sistema.',
  missing: 'No se encontró ningún micrófono. Conecte uno e inténtelo de nuevo.',
  in_use: 'El micrófono no se enciende. Cierre otros programas que puedan usarlo e inténtelo de nuevo.',
  ended: 'El micrófono se ha desconectado. Elija otro.',
  insecure:
    'Esta aplicación no da micrófono a las páginas. Abra la página en su navegador y llame desde allí.',

  tryAgain: 'Reintentar',
  close: 'Cerrar',
  you: 'Usted',
} satisfies CallMessages
