import type { Messages } from './messages.ts'

export const messages = {
  openChat: 'Abrir el chat',
  closeChat: 'Cerrar el chat',
  unread: {
    one: '{n} mensaje sin leer',
    many: '{n} de mensajes sin leer',
    other: '{n} mensajes sin leer',
  },

  online: 'En línea',
  away: 'Ahora no estamos',
  leaveMessage: 'Déjenos un mensaje y le responderemos aquí.',
  repliesAtOnce: 'Suele responder en menos de un minuto',
  repliesInMinutes: {
    one: 'Suele responder en {n} minuto',
    many: 'Suele responder en {n} de minutos',
    other: 'Suele responder en {n} minutos',
  },
  repliesInHours: {
    one: 'Suele responder en {n} hora',
    many: 'Suele responder en {n} de horas',
    other: 'Suele responder en {n} horas',
  },
  repliesInDays: {
    one: 'Suele responder en {n} día',
    many: 'Suele responder en {n} de días',
    other: 'Suele responder en {n} días',
  },

  menu: 'Menú',

  messages: 'Mensajes',
  olderFailed: 'No se han podido cargar los mensajes anteriores.',
  tryAgain: 'Reintentar',
  sendWithoutFiles: 'Enviar sin archivos',
  newMessages: {
    one: '{n} mensaje nuevo',
    many: '{n} de mensajes nuevos',
    other: '{n} mensajes nuevos',
  },
  joined: '{name} se ha unido a la conversación',
  waiting: 'Esperando a alguien de nuestro equipo',
  ended: 'Conversación cerrada',
  started: 'Conversación nueva',
  greeting: '¡Hola! ¿En qué podemos ayudarle?',

  startCall: 'Llamar',
  call: 'Llamada, {time}',
  unanswered: 'Llamada sin respuesta',

  you: 'Usted',
  ai: 'IA',
  reply: 'Responder',
  earlierMessage: 'Mensaje anterior',
  edited: 'Editado',
  deleted: 'Mensaje eliminado',
  sending: 'Enviando',
  sent: 'Enviado',
  delivered: 'Entregado',
  read: 'Leído',
  notSent: 'No enviado',
  discard: 'Descartar',
  typing: '{name} está escribiendo',
  severalTyping: 'Varias personas están escribiendo',

  writeMessage: 'Escriba un mensaje',
  send: 'Enviar',
  attach: 'Adjuntar un archivo',
  tooLong: {
    one: 'Sobra {n} carácter',
    many: 'Sobran {n} de caracteres',
    other: 'Sobran {n} caracteres',
  },

  emoji: 'Emojis',

  offline: 'No tiene conexión. Los mensajes se enviarán cuando se restablezca.',
  reconnecting: 'Reconectando…',
  tryNow: 'Intentar ahora',
  fileWaits: 'El archivo se subirá cuando vuelva la conexión.',
  unavailable: 'El chat no está disponible en esta página.',
  unstored: 'Su navegador no guarda datos. Este chat se perderá al salir de la página.',
  blocked: 'Ya no puede enviar mensajes aquí.',
} satisfies Messages
