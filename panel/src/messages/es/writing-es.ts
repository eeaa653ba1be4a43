import type { Messages } from '../en.ts'

export const writingEs: Messages['inbox']['writing'] = {
  draft: 'Borrador',
  draftSaved: 'Borrador guardado',
  sendMore: 'Más formas de enviar',
  sendAndClose: 'Enviar y cerrar',
  held: 'El mensaje está a punto de enviarse.',
  undo: 'Deshacer',
  undoSend: 'Deshacer envío',
  settings: {
    title: 'Envío',
    lead: 'Cómo se envían sus mensajes.',
    label: 'Deshacer envío',
    hint: 'Espera 5 segundos antes de enviar un mensaje para que pueda recuperarlo.',
    failed: 'No se pudo guardar el ajuste.',
  },
}
