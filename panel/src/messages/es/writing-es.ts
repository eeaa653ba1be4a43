import type { Messages } from '../en.ts'

export const writingEs: Messages['inbox']['writing'] = {
  draft: 'Borrador',
  draftSaved: 'Borrador guardado',
  sendMore: 'Más opciones de envío',
  sendAndClose: 'Enviar y cerrar',
  held: 'El mensaje se enviará en unos segundos.',
  undo: 'Deshacer',
  tooLate: 'Ya no se puede deshacer el envío de este mensaje.',
  notSent: (reason) => `No se envió un mensaje. ${reason}`,
  severalNotSent: (count) => `No se enviaron ${count} mensajes.`,
  undoSend: 'Deshacer envío',
  settings: {
    title: 'Envío',
    lead: 'Elija cómo se envían sus mensajes.',
    label: 'Deshacer envío',
    hint: 'Espera 5 segundos antes de enviar un mensaje para que pueda deshacer el envío.',
    failed: 'No se pudo guardar el ajuste.',
  },
}
