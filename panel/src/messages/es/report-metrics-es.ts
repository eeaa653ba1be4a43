import type { Messages } from '../en.ts'

export const reportMetricsEs: Messages['reports']['metrics'] = {
  started: { name: 'Iniciadas', definition: 'Conversaciones nuevas o reabiertas, según su inicio.' },
  reopened: {
    name: 'Reabiertas',
    definition: 'Conversaciones que se abrieron de nuevo después de cerrarse.',
  },
  closed: { name: 'Cerradas', definition: 'Conversaciones según el momento de su cierre.' },
  unanswered: {
    name: 'Sin respuesta',
    definition: 'Conversaciones cerradas en las que el cliente escribió y no recibió respuesta.',
  },
  ai_only: {
    name: 'Solo IA',
    definition: 'Conversaciones cerradas con respuestas de un agente de IA y ninguna de una persona.',
  },
  first_response: {
    name: 'Primera respuesta',
    definition: 'Desde el inicio de la conversación hasta la primera respuesta de una persona.',
  },
  ai_first_response: {
    name: 'Primera respuesta, IA',
    definition:
      'Desde el inicio de la conversación hasta la primera respuesta de un agente de IA, si fue antes que la de una persona.',
  },
  reply_time: {
    name: 'Tiempo de respuesta',
    definition:
      'Desde el primer mensaje sin respuesta del cliente hasta la respuesta de una persona, en cada espera.',
  },
  ai_reply_time: {
    name: 'Tiempo de respuesta, IA',
    definition:
      'Desde el primer mensaje sin respuesta del cliente hasta la respuesta de un agente de IA, en cada espera.',
  },
  resolution: {
    name: 'Resolución',
    definition: 'Desde el inicio de una conversación hasta su cierre; al reabrirla empieza otra medición.',
  },
  handling: {
    name: 'Gestión',
    definition:
      'Tiempo en que una conversación cerrada estuvo asignada a un agente, sin las pausas ni el silencio del cliente de más de 10 minutos.',
  },
  assigned: { name: 'Asignadas', definition: 'Cuántas veces se asignaron conversaciones a un agente.' },
  calls: { name: 'Llamadas', definition: 'Llamadas terminadas, según su inicio.' },
  calls_answered: {
    name: 'Llamadas atendidas',
    definition: 'Llamadas terminadas en las que se conectó un agente.',
  },
  calls_missed: {
    name: 'Llamadas perdidas',
    definition: 'Llamadas terminadas en las que no se conectó ningún agente.',
  },
  call_wait: {
    name: 'Espera hasta la respuesta',
    definition: 'Desde el inicio de una llamada hasta que se atiende.',
  },
  call_missed_wait: {
    name: 'Espera en vano',
    definition: 'Desde el inicio hasta el final de una llamada que nadie atendió.',
  },
  call_talk: {
    name: 'Tiempo de conversación',
    definition: 'Desde que se atiende una llamada hasta su final.',
  },
  rating: {
    name: 'Valoración',
    definition:
      'Promedio de las últimas puntuaciones de los clientes, de 1 a 5, según el momento de la primera valoración.',
  },
  rating_1: { name: 'Puntuación 1', definition: 'Valoraciones con 1, la peor.' },
  rating_2: { name: 'Puntuación 2', definition: 'Valoraciones con 2.' },
  rating_3: { name: 'Puntuación 3', definition: 'Valoraciones con 3.' },
  rating_4: { name: 'Puntuación 4', definition: 'Valoraciones con 4.' },
  rating_5: { name: 'Puntuación 5', definition: 'Valoraciones con 5, la mejor.' },
  wait: {
    name: 'Espera del cliente',
    definition:
      'Desde el primer mensaje sin respuesta del cliente hasta una respuesta o el cierre, según el inicio de la espera.',
  },
  backlog_open: {
    name: 'Pendientes abiertas',
    definition:
      'Conversaciones abiertas sin las pospuestas, registradas a cada hora en punto. Mediana de las horas; las horas sin registro son huecos.',
  },
  backlog_unassigned: {
    name: 'Pendientes sin asignar',
    definition: 'De las conversaciones abiertas, las que no tienen agente, a cada hora en punto.',
  },
  backlog_waiting: {
    name: 'Pendientes en espera',
    definition:
      'De las conversaciones abiertas, aquellas cuyo cliente esperaba una respuesta, a cada hora en punto.',
  },
  online: {
    name: 'Tiempo en línea',
    definition: 'Tiempo que los agentes estuvieron conectados al panel, registrado cada pocos segundos.',
  },
  occupancy: {
    name: 'Ocupación',
    definition:
      'Parte del tiempo en línea en que el agente trabajó en una conversación ya cerrada o estuvo en una llamada.',
  },
}
