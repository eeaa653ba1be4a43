import type { Messages } from '../en.ts'

export const notificationsEs: Messages['notifications'] = {
  title: 'Avisos',
  unread: (count) =>
    count === 1 ? '1 aviso sin leer' : count > 99 ? 'más de 99 avisos sin leer' : `${count} avisos sin leer`,
  isUnread: 'Sin leer',
  open: 'Abrir los avisos',
  readAll: 'Marcar todo como leído',
  settings: 'Ajustes de avisos',
  empty: 'No hay avisos',
  emptyText: 'Aquí aparecen las menciones, las asignaciones y las llamadas perdidas.',
  kinds: {
    mention: {
      name: 'Menciones',
      hint: 'Alguien de tu equipo te menciona en una nota.',
      says: (customer, actor) => `${actor ?? 'Alguien'} te ha mencionado en una nota sobre ${customer}`,
    },
    assigned: {
      name: 'Asignaciones',
      hint: 'Otra persona te asigna una conversación.',
      says: (customer, actor) =>
        actor === null
          ? `Se te ha asignado la conversación con ${customer}`
          : `${actor} te ha asignado la conversación con ${customer}`,
    },
    missed_call: {
      name: 'Llamadas perdidas',
      hint: 'Nadie respondió a una llamada que sonó en tu panel o que era de un cliente tuyo.',
      says: (customer) => `Llamada perdida de ${customer}`,
    },
  },
  lead: 'De qué se te avisa en esta organización.',
  kind: 'Avisarme de',
  transports: { in_app: 'En el panel', desktop: 'En el escritorio' },
  thisBrowser: 'Este navegador',
  thisBrowserLead: 'Los avisos de escritorio aparecen mientras el panel está en segundo plano.',
}
