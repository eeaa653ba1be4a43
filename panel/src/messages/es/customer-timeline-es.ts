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
    sign_in: 'Inicios de sesión',
  },
  empty: 'Todavía no ha ocurrido nada.',
  emptyOfKind: 'Todavía no hay nada de este tipo.',
  more: 'Mostrar más',
  conversation: 'Conversación',
  openConversation: 'Conversación, abierta ahora',
  call: 'Llamada',
  note: (author) => `Nota de ${author}`,
  noteDeleted: 'Nota eliminada',
  signIn: 'Inició sesión',
}
