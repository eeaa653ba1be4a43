import type { Messages } from '../en.ts'

export const triageEs: Messages['inbox']['triage'] = {
  priority: 'Prioridad',
  setPriority: 'Definir la prioridad',
  priorityIs: (level) => `Prioridad: ${level}`,
  noPriority: 'Sin prioridad',
  priorities: { urgent: 'Urgente', high: 'Alta', normal: 'Normal', low: 'Baja' },
  snooze: 'Posponer',
  snoozeThis: 'Posponer la conversación',
  snoozedUntil: (time) => `Pospuesta hasta ${time}`,
  snoozedUntilReply: 'Pospuesta hasta que responda el cliente',
  rowUntil: (time) => `Hasta ${time}`,
  rowUntilReply: 'Hasta que responda',
  wake: 'Dejar de posponer',
  undo: 'Deshacer',
  when: '¿Cuándo? Por ejemplo: mañana a las 9',
  notUnderstood: 'Hora no reconocida. Pruebe con «mañana a las 9» o «en 2 horas».',
  presets: {
    hours: (count) => (count === 1 ? 'En 1 hora' : `En ${count} horas`),
    tomorrow: 'Mañana por la mañana',
    nextWeek: 'La próxima semana',
    reply: 'Hasta que responda el cliente',
  },
  log: {
    priority: (who, level) => `Prioridad ${level}: ${who}`,
    noPriority: (who) => `Prioridad quitada: ${who}`,
    snoozed: (who, time) => `Conversación pospuesta hasta ${time}: ${who}`,
    snoozedUntilReply: (who) => `Conversación pospuesta hasta que responda el cliente: ${who}`,
    unsnoozed: (who) => `Conversación ya no pospuesta: ${who}`,
    over: {
      due: 'La conversación ha vuelto en el momento elegido',
      customer: 'La conversación ha vuelto porque el cliente ha respondido',
    },
  },
  problems: {
    conversation_closed: 'Las conversaciones cerradas no se pueden posponer. Reabra la conversación primero.',
    customer_wrote: 'El cliente acaba de escribir. Lea el mensaje y vuelva a posponer.',
    snooze_time_invalid: 'Elija un momento dentro del próximo año.',
    not_found: 'Esta conversación ya no existe.',
  },
}
