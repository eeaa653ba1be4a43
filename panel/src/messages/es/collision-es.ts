import type { Messages } from '../en.ts'

export const collisionEs: Messages['collision'] = {
  looks: {
    viewing: (name) => `${name} está viendo la conversación`,
    drafting: (name) => `${name} tiene una respuesta sin enviar`,
    writing: (name) => `${name} está escribiendo`,
  },
  replied: (name, when) => `${name} ha respondido ${when}.`,
  repliedMeanwhile: 'Mientras tanto ha respondido alguien del equipo.',
  question: '¿Enviar de todos modos?',
  sendAnyway: 'Enviar de todos modos',
  keepEditing: 'Seguir editando',
}
