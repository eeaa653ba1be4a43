import type { Messages } from '../en.ts'

export const customerTimelineEs: Messages['inbox']['timeline'] = {
  title: 'Cronología',
  filter: 'Filtrar por tipo',
  all: 'Todo',
  kinds: {
    conversation: 'Conversaciones',
    call: 'Llamadas',
    note: 'Notas',
    label: 'Etiquetas',
    rating: 'Valoraciones',
    sign_in: 'Inicios de sesión',
  },
  empty: 'Aún no hay actividad.',
  emptyOfKind: 'Aún no hay actividad de este tipo.',
  more: 'Mostrar más',
  conversation: 'Conversación',
  openConversation: 'Conversación (abierta)',
  call: 'Llamada',
  note: (author) => `Nota de ${author}`,
  noteDeleted: 'Nota eliminada',
  signIn: 'Inició sesión',
}
