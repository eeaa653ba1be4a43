import type { Messages } from '../en.ts'
import { conversationEs } from './conversation-es.ts'
import { customersEs } from './customers-es.ts'
import { messageChangesEs } from './message-changes-es.ts'
import { customerTimelineEs } from './customer-timeline-es.ts'
import { notesEs } from './notes-es.ts'
import { repliesEs } from './replies-es.ts'
import { writingEs } from './writing-es.ts'
import { bulkEs } from './bulk-es.ts'
import { labelsEs } from './labels-es.ts'
import { filterEs, savedViewsEs } from './views-es.ts'
import { teamsEs } from './teams-es.ts'
import { triageEs } from './triage-es.ts'

export const inboxEs: Messages['inbox'] = {
  title: 'Bandeja',
  views: {
    mine: 'Mías',
    unassigned: 'Sin asignar',
    open: 'Abiertas',
    closed: 'Cerradas',
    snoozed: 'Pospuestas',
  },
  viewsLabel: 'Vistas',
  list: 'Conversaciones',
  shown: (rows) => (rows === 1 ? '1 conversación' : `${rows} conversaciones`),
  shownFirst: (rows) => (rows === 1 ? 'Primera conversación' : `Primeras ${rows} conversaciones`),
  search: 'Buscar nombres y mensajes',
  clearSearch: 'Borrar la búsqueda',

  row: {
    unread: (count) => (count === 1 ? '1 mensaje sin leer' : `${count} mensajes sin leer`),
    waiting: (time) => `Espera ${time}`,
    waitingLong: (time) => `Espera una respuesta desde hace ${time}`,
    files: (count) => (count === 1 ? '1 adjunto' : `${count} adjuntos`),
    team: 'Equipo:',
    assistant: 'Asistente:',
    noMessages: 'Aún no hay mensajes',
    online: 'en línea',
    blocked: 'Bloqueado',
  },

  empty: {
    snoozed: {
      title: 'No hay conversaciones pospuestas',
      text: 'Las conversaciones pospuestas aparecen aquí y vuelven automáticamente a la bandeja.',
    },
    mine: { title: 'No tiene nada asignado', text: 'Aquí aparecen las conversaciones que tiene asignadas.' },
    mineHint: (count) => (count === 1 ? '1 conversación sin asignar' : `${count} conversaciones sin asignar`),
    unassigned: {
      title: 'No hay conversaciones sin asignar',
      text: 'Las conversaciones nuevas aparecen aquí hasta que un agente se hace cargo.',
    },
    open: {
      title: 'No hay conversaciones abiertas',
      text: 'Las conversaciones nuevas aparecen aquí en cuanto escribe un visitante.',
    },
    closed: {
      title: 'No hay conversaciones cerradas',
      text: 'Las conversaciones que cierre se guardan aquí.',
    },
    search: (q) => `Sin resultados para «${q}»`,
    searchText: 'Se buscó en nombres, direcciones de correo y mensajes de esta vista.',
    searchAll: 'Buscar en todas las abiertas',
    searchClosed: 'Buscar en las cerradas',
  },

  choose: {
    title: 'Elija una conversación',
    text: 'Sus mensajes aparecen aquí.',
    next: 'siguiente',
    previous: 'anterior',
    open: 'abrir',
    help: 'todos los atajos',
  },

  welcome: {
    title: 'Escriba el primer mensaje',
    text: 'Su bandeja está lista. Ponga este código en sus páginas, antes de la etiqueta de cierre de body, y abra una de ellas.',
    widget: 'Widget',
    snippet: 'Código de inserción',
    copy: 'Copiar',
    copied: 'Copiado',
    shop: 'Abrir la tienda de muestra',
    shopText: 'Escriba allí como visitante; su mensaje aparece aquí al instante.',
    preview: 'Cambiar su apariencia',
    noProvider: 'Aún no hay ningún widget. Un administrador de su organización puede añadir uno en Ajustes.',
    create: 'Crear un widget',
    noProviderAdmin: 'Aún no hay ningún widget. Cree uno para obtener el código de sus páginas.',
  },

  alerts: {
    label: 'Avisos',
    intro: 'Para mensajes nuevos en conversaciones asignadas a usted o sin asignar.',
    sound: 'Sonido',
    desktop: 'Notificaciones de escritorio',
    allow: 'Permitir notificaciones de escritorio',
    denied: 'Su navegador bloquea las notificaciones de esta página. Permítalas en sus ajustes del sitio.',
    unsupported: 'Este navegador no admite notificaciones.',
    newMessage: (name) => `Mensaje nuevo de ${name}`,
    attachment: 'Envió un adjunto',
  },

  tab: {
    title: 'Bandeja',
    unread: (count, title) => `(${count > 99 ? '99+' : count}) ${title}`,
  },

  keys: {
    group: 'Bandeja',
    next: 'Conversación siguiente',
    previous: 'Conversación anterior',
    open: 'Abrir la conversación',
    back: 'Volver a la lista',
    search: 'Buscar conversaciones',
    go: (view) => `Ir a ${view}`,
  },

  conversation: conversationEs,
  changes: messageChangesEs,
  notes: notesEs,
  timeline: customerTimelineEs,
  replies: repliesEs,
  writing: writingEs,
  labels: labelsEs,
  filter: filterEs,
  savedViews: savedViewsEs,
  teams: teamsEs,
  triage: triageEs,
  bulk: bulkEs,
  customers: customersEs,
}
