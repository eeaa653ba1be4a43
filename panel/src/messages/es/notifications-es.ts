import type { Messages } from '../en.ts'

export const notificationsEs: Messages['notifications'] = {
  title: 'Notificaciones',
  unread: (count) =>
    count === 1
      ? '1 notificación sin leer'
      : count > 99
        ? 'más de 99 notificaciones sin leer'
        : `${count} notificaciones sin leer`,
  isUnread: 'Sin leer',
  open: 'Abrir las notificaciones',
  readAll: 'Marcar todo como leído',
  settings: 'Ajustes de notificaciones',
  empty: 'No hay notificaciones',
  emptyText: 'Aquí aparecen las menciones, las asignaciones y las llamadas perdidas.',
  kinds: {
    mention: {
      name: 'Menciones',
      hint: 'Alguien de su equipo le menciona en una nota.',
      says: (customer, actor) => `${actor ?? 'Alguien'} le ha mencionado en una nota sobre ${customer}`,
    },
    assigned: {
      name: 'Asignaciones',
      hint: 'Alguien le asigna una conversación.',
      says: (customer, actor) =>
        actor === null
          ? `Se le ha asignado la conversación con ${customer}`
          : `${actor} le ha asignado la conversación con ${customer}`,
    },
    missed_call: {
      name: 'Llamadas perdidas',
      hint: 'Perdió una llamada, o nadie respondió a una llamada de uno de sus clientes.',
      says: (customer) => `Llamada perdida de ${customer}`,
    },
    snooze_over: {
      name: 'Aplazamientos terminados',
      hint: 'Vuelve una conversación que usted pospuso o que tiene asignada.',
      says: (customer) => `La conversación pospuesta con ${customer} ha vuelto`,
    },
    low_rating: {
      name: 'Valoraciones bajas',
      hint: 'Un cliente valora una de sus conversaciones con 1 o 2 de 5.',
      says: (customer) => `Valoración baja de ${customer}`,
    },
    sla_warning: {
      name: 'Avisos de SLA',
      hint: 'Una conversación suya o de su equipo vence pronto.',
      says: (customer) => `La conversación con ${customer} vence pronto`,
    },
    sla_breach: {
      name: 'Incumplimientos de SLA',
      hint: 'Una conversación suya o de su equipo ha vencido.',
      says: (customer) => `La conversación con ${customer} ha vencido`,
    },
  },
  otherKind: (customer) => `Notificación sobre ${customer}`,
  otherKindHint: 'Recargue la página para ver de qué se trata.',
  lead: 'Elija qué se le notifica en esta organización.',
  kind: 'Notificarme',
  transports: { in_app: 'Panel', desktop: 'Escritorio', email: 'Correo' },
  thisBrowser: 'Este navegador',
  thisBrowserLead: 'Las notificaciones de escritorio aparecen mientras el panel está en segundo plano.',
}
