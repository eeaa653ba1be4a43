import type { Messages } from '../en.ts'
import { reportMetricsEs } from './report-metrics-es.ts'

export const reportsEs: Messages['reports'] = {
  title: 'Informes',
  report: 'Informe',
  settings: 'Período y filtros',
  subjects: {
    live: 'En vivo',
    conversations: 'Conversaciones',
    response: 'Respuesta',
    calls: 'Llamadas',
    satisfaction: 'Satisfacción',
    agents: 'Agentes',
    teams: 'Equipos',
    labels: 'Etiquetas',
    channels: 'Widgets y canales',
    heat_map: 'Mapa de calor',
  },
  metrics: reportMetricsEs,

  period: 'Período',
  periods: {
    today: 'Hoy',
    yesterday: 'Ayer',
    '7d': 'Últimos 7 días',
    '28d': 'Últimos 28 días',
    '84d': 'Últimas 12 semanas',
    '364d': 'Últimas 52 semanas',
    month: 'Este mes',
    'last-month': 'Mes pasado',
  },
  customPeriod: 'Período propio',
  from: 'Primer día',
  to: 'Último día',
  compare: 'Comparar con el período anterior',
  comparedWith: (period) => `comparado con ${period}`,
  comparedUntilSameTime: (period) => `comparado con ${period}, hasta el mismo momento`,
  asOf: (time) => `datos de las ${time}`,
  clock: 'Horas que cuentan',
  clocks: { clock_time: 'Todas las horas', business_hours: 'Horario de atención' },
  interval: 'Intervalo',
  intervals: { hour: 'Por hora', day: 'Por día', week: 'Por semana', month: 'Por mes' },
  intervalNames: { hour: 'Hora', day: 'Día', week: 'Semana del', month: 'Mes' },

  filter: 'Filtrar',
  filters: 'Filtros',
  any: 'Todos',
  removeFilter: (field, value) => `Quitar el filtro ${field}: ${value}`,
  dimensions: {
    agent: 'Agente',
    team: 'Equipo',
    label: 'Etiqueta',
    provider: 'Widget',
    channel: 'Canal',
    reason: 'Motivo',
  },
  by: {
    agent: 'Por agente',
    team: 'Por equipo',
    label: 'Por etiqueta',
    provider: 'Por widget',
    channel: 'Por canal',
    reason: 'Por motivo',
  },
  none: {
    agent: 'Sin agente',
    team: 'Sin equipo',
    label: 'Sin etiqueta',
    provider: 'Sin widget',
    channel: 'Sin canal',
    reason: 'Sin motivo indicado',
  },
  gone: 'Eliminado',
  goneTeam: 'Equipo eliminado',

  breakdown: 'Desglose',
  noRows: 'No hay nada que desglosar en este período.',
  onlyLargest: (count) => `Solo se muestran las ${count} filas más grandes.`,
  labelsOverlap: 'Una conversación con dos etiquetas cuenta en ambas filas.',
  timeline: 'A lo largo del tiempo',
  csv: 'Descargar CSV',
  definitions: 'Qué significan las cifras',
  statistics: { count: 'Número', median: 'Mediana', p90: 'Percentil 90', mean: 'Promedio' },
  columns90: { duration: '90 % en', level: '90 % máx.' },
  ofPrevious: (statistic) => `${statistic}, período anterior`,
  within90: (p90) => `El 90 % en ${p90} o menos`,
  /** Below the median of a level. */
  atMost90: (p90: string) => `El 90 % de las horas, ${p90} como máximo`,
  ratings: (count, shown) => (count === 1 ? 'De 1 valoración' : `De ${shown} valoraciones`),
  shares: {
    answerRate: {
      name: 'Tasa de respuesta',
      definition: 'Parte de las llamadas terminadas en las que se conectó un agente.',
    },
    satisfied: {
      name: 'Puntuación 4 o 5',
      definition: 'Parte de las valoraciones con una puntuación de 4 o 5.',
    },
  },
  change: {
    same: 'Sin cambios',
    new: 'Antes ninguna',
    before: (value) => `antes ${value}`,
    points: (points) => `${points} puntos`,
    nothingBefore: 'Nada con que comparar',
  },
  results: (count, shown) => (count === 1 ? '1 resultado' : `${shown} resultados`),

  charts: {
    flow: {
      name: 'Iniciadas y cerradas',
      definition: 'Conversaciones nuevas y reabiertas según su inicio, y cerradas según su final.',
    },
    outcomes: {
      name: 'Reabiertas, sin respuesta y solo IA',
      definition:
        'Conversaciones reabiertas, cerradas sin ninguna respuesta o respondidas solo por un agente de IA.',
    },
    outcomesOfPeople: {
      name: 'Reabiertas y sin respuesta',
      definition: 'Conversaciones reabiertas o cerradas sin ninguna respuesta.',
    },
    backlog: {
      name: 'Pendientes',
      definition:
        'Conversaciones abiertas, sin asignar y en espera a cada hora en punto: la mediana de cada intervalo. Solo se aplica el filtro de equipo.',
    },
    callOutcomes: {
      name: 'Llamadas atendidas y perdidas',
      definition: 'Llamadas terminadas según su inicio, según si se conectó un agente.',
    },
    scores: {
      name: 'Valoraciones por puntuación',
      definition: 'Cuántos clientes dieron cada puntuación, según el momento de la primera valoración.',
    },
  },
  weekday: 'Día de la semana',
  hour: 'Hora',
  heatMaps: {
    started: {
      name: 'Conversaciones por día de la semana y hora',
      definition:
        'Conversaciones nuevas y reabiertas que empezaron en cada hora de la semana. Un color más intenso es más.',
    },
    wait: {
      name: 'Espera del cliente por día de la semana y hora, percentil 90',
      definition:
        'Nueve de cada diez esperas que empezaron a esta hora fueron más cortas. Un color más intenso es más largo.',
    },
  },

  empty: {
    title: 'No hay cifras en este período',
    text: 'Las conversaciones y llamadas aparecen aquí en menos de un minuto. Para ver las anteriores, elija un período más largo.',
    filteredTitle: 'No hay cifras para estos filtros',
    filteredText: 'Nada en este período coincide con todos los filtros.',
    clear: 'Quitar los filtros',
  },
  offlineTitle: 'Está sin conexión',
  offlineText: 'El informe se carga cuando vuelve la conexión.',
  notCurrent: 'No se pudieron actualizar estas cifras. Son de la última solicitud correcta.',
  incomplete:
    'Todavía se están contando las conversaciones anteriores. Hasta entonces, las cifras son demasiado bajas.',
  resetPeriod: 'Mostrar los últimos 28 días',
  problems: {
    report_period_invalid: 'Un informe abarca como máximo 366 días.',
    report_too_fine: 'Este intervalo es demasiado corto para el período. Elija uno más largo.',
    reports_busy: 'Se están cargando demasiados informes. Inténtelo de nuevo en unos segundos.',
  },

  live: {
    lead: 'La cola y el equipo en este momento. Se actualiza cada pocos segundos.',
    waiting: 'Clientes en espera',
    longestWait: 'Espera más larga',
    open: 'Abiertas',
    unassigned: 'Sin asignar',
    snoozed: 'Pospuestas',
    calls: 'Llamadas',
    callsWaiting: 'Llamadas en espera',
    callsActive: 'Llamadas en curso',
    agents: 'Agentes',
    state: 'Estado',
    onlineFor: 'En línea desde hace',
    onlineWithoutCalls: 'En línea, sin llamadas',
    teams: 'Equipos',
    noOpen: 'No hay conversaciones abiertas.',
  },
}
