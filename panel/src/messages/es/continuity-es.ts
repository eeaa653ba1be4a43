import type { Messages } from '../en.ts'

export const mailedEs: Messages['mailed'] = {
  messages: (count, email) =>
    count === 1 ? `1 mensaje sin leer enviado a ${email}` : `${count} mensajes sin leer enviados a ${email}`,
  asked: (email) => `Hay una respuesta sin leer. Se pidió confirmar primero la dirección ${email}`,
  confirmed: (email) => `${email} se ha confirmado`,
  refused: (email) => `${email} ha dejado de recibir correos`,
  resubscribed: (email) => `${email} vuelve a recibir correos`,
  failed: (email) => `No se pudo entregar el correo a ${email}`,
  notConfirmed: 'Sin confirmar',
  unsubscribed: 'Ha dejado de recibir correos',
}
