import type { Messages } from '../en.ts'

export const sharingEs: Messages['sharing'] = {
  team: 'Equipo',
  aTeam: 'Un equipo',
  everyoneByAuthor: 'Solo el autor y los administradores pueden compartirlo con todos.',
  actions: {
    label: (name) => `Añadir la etiqueta ${name}`,
    team: (name) => `Mover a ${name}`,
    snooze: (duration) => `Posponer ${duration}`,
    snoozeUntilReply: 'Posponer hasta que el cliente responda',
    failed: (action) => `«${action}» falló después de enviar.`,
  },
  fields: {
    labels: 'Añadir etiqueta',
    team: 'Mover a un equipo',
    noTeam: 'No mover',
    snooze: 'Posponer',
    noSnooze: 'No posponer',
    closeEndsSnooze: 'Una conversación cerrada no se pospone.',
  },
  gone: {
    agent: 'El agente ya no pertenece a su organización.',
    label: 'La etiqueta está archivada.',
    provider: 'El widget o canal ya no existe.',
    team: 'El equipo ya no existe.',
    webhook: 'El webhook ya no existe.',
  },
  goneChoice: 'Elija otra opción.',
  problems: {
    team_unknown: 'El equipo ya no existe.',
    canned_reply_action_unknown: 'Una etiqueta o un equipo de las acciones ya no existe. Quite la acción.',
  },
  importProblems: { team_unknown: 'El equipo no existe o usted no pertenece a él.' },
}
