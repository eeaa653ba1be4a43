import type { CallMessages } from './messages.ts'

export const messages = {
  call: 'Llamada',
  ready: 'Compruebe sus dispositivos',
  checking: 'Su navegador pide permiso para el micrófono. Elija «Permitir».',
  microphone: 'Micrófono',
  camera: 'Cámara',
  speaker: 'Altavoz',
  speak: 'Diga algo para probar su micrófono.',
  heard: 'Su micrófono funciona.',
  recorded: 'Esta llamada se graba.',
  mayRecord: '¿Podemos grabar esta llamada?',
  mayYes: 'Sí',
  mayNo: 'No, llamar sin grabación',
  callNow: 'Llamar ahora',

  ringing: 'Llamando…',
  queue: 'Todos nuestros agentes están ocupados. Su posición en la cola: {n}.',
  connecting: 'Conectando…',
  connected: 'En llamada con {name}',
  theyMuted: '{name} tiene el micrófono apagado.',
  weak: 'La conexión es débil.',
  lost: 'Se ha perdido la conexión. Reconectando…',
  recording: 'Grabando',
  paused: 'Grabación en pausa',
  playSound: 'Activar el sonido',

  mute: 'Apagar el micrófono',
  unmute: 'Encender el micrófono',
  cameraOn: 'Encender la cámara',
  cameraOff: 'Apagar la cámara',
  hangUp: 'Colgar',
  devices: 'Dispositivos y ayuda',
  small: 'Minimizar la llamada',
  openCall: 'Abrir la llamada',
  unheard: '¿Por qué no me oyen?',
  unheardHelp:
    'Hable y mire la barra. Si no se mueve, elija otro micrófono o compruebe el botón de silencio de sus auriculares. Si se mueve, el sonido está apagado al otro lado.',

  elsewhere: 'Su llamada está abierta en otra ventana.',
  bringHere: 'Mover la llamada aquí',

  endedAfter: 'Llamada finalizada. Duración: {time}.',
  nobody: 'Nadie puede atender su llamada en este momento.',
  failed: 'No se pudo conectar la llamada.',
  failedHelp: 'Es posible que un cortafuegos o una VPN bloquee la llamada. Pruebe con otra red.',
  gone: 'Se perdió la conexión.',
  off: 'Las llamadas están desactivadas en este momento.',
  tooOften: 'Demasiadas llamadas. Espere un momento e inténtelo de nuevo.',
  unreachable: 'No se nos puede localizar en este momento.',
  again: 'Llamar de nuevo',
  leaveMessage: 'Dejar un mensaje',
  askCallBack: 'Pedir que me llamen',
  cancelCallBack: 'Cancelar la solicitud',
  willCall: 'Nos pondremos en contacto con usted.',
  callMeBack: 'Por favor, llámenme.',

  blocked: 'No podemos acceder a su micrófono.',
  noCamera: 'No se ha podido encender la cámara. La llamada continúa sin vídeo.',
  dismissed: 'Cuando su navegador lo pida, elija «Permitir».',
  denied_other: 'Permita el micrófono para esta página en los ajustes de su navegador.',
  denied_chrome:
    'Haga clic en el icono junto a la dirección, permita allí el micrófono e inténtelo de nuevo.',
  denied_firefox:
    'Haga clic en el micrófono tachado junto a la dirección, quite el bloqueo e inténtelo de nuevo.',
  denied_safari: 'En el menú, elija Safari > Ajustes > Sitios web > Micrófono y permítalo para esta página.',
  denied_safari_ios:
    'Toque el menú de la página junto a la dirección, luego Ajustes del sitio web, y permita el micrófono.',
  page: 'Esta página no permite usar el micrófono. Escríbanos un mensaje.',
  system:
    'Su sistema no permite que el navegador use el micrófono. Permítalo en los ajustes de privacidad del sistema.',
  missing: 'No se encontró ningún micrófono. Conecte uno e inténtelo de nuevo.',
  in_use:
    'No se ha podido activar el micrófono. Cierre otros programas que puedan usarlo e inténtelo de nuevo.',
  ended: 'El micrófono se ha desconectado. Elija otro.',
  insecure:
    'Esta aplicación no permite que las páginas usen el micrófono. Abra la página en su navegador para llamar.',

  tryAgain: 'Reintentar',
  close: 'Cerrar',
  you: 'Usted',
} satisfies CallMessages
