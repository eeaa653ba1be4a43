import type { Messages } from '../en.ts'
import { conversationEs } from './conversation-es.ts'
import { customersEs } from './customers-es.ts'

export const inboxEs: Messages['inbox'] = {
  title: 'Bandeja',
  views: { mine: 'Mías', unassigned: 'Sin asignar', open: 'Abiertas', closed: 'Cerradas' },
  viewsLabel: 'Vistas',
  list: 'Conversaciones',
  shown: (rows) => (rows === 1 ? '1 conversación' : `${rows} conversaciones`),
  search: 'Buscar nombres y mensajes',
  clearSearch: 'Borrar la búsqueda',

  row: {
    unread: (count) => (count === 1 ? '1 mensaje sin leer' : `${count} mensajes sin leer`),
    waiting: (time) => `Espera ${time}`,
    waitingLong: (time) => `Espera una respuesta desde hace ${time}`,
    files: (count) => (count === 1 ? '1 adjunto' : `${count} adjuntos`),
    team: 'Nosotros:',
    assistant: 'Asistente:',
    noMessages: 'Aún no hay mensajes',
    online: 'en línea',
    blocked: 'Bloqueado',
  },

  empty: {
    mine: { title: 'Nada le espera', text: 'Aquí están las conversaciones que tiene asignadas.' },
    mineHint: (count) =>
      count === 1 ? '1 conversación no tiene a nadie aún' : `${count} conversaciones no tienen a nadie aún`,
    unassigned: {
      title: 'Todos están atendidos',
      text: 'Una conversación nueva queda aquí hasta que alguien se hace cargo.',
    },
    open: {
      title: 'No hay conversaciones abiertas',
      text: 'En cuanto un visitante escriba, aparecerá aquí.',
    },
    closed: { title: 'Aún no hay nada cerrado', text: 'Las conversaciones que cierre se guardan aquí.' },
    search: (q) => `No se encontró nada para «${q}»`,
    searchText: 'Se buscó en nombres, direcciones de correo y mensajes de esta vista.',
    searchAll: 'Buscar en todas las abiertas',
    searchClosed: 'Buscar en las cerradas',
  },

  choose: {
    title: 'Elija una conversación',
    text: 'Lo que escribe el cliente aparece aquí mientras lee.',
    next: 'siguiente',
    previous: 'anterior',
    open: 'abrir',
    help: 'todas las teclas',
  },

  welcome: {
    title: 'Escriba el primer mensaje',
    text: 'Su bandeja está lista. Ponga esta línea en sus páginas, antes de la etiqueta de cierre de body, y abra una de ellas.',
    widget: 'Widget',
    snippet: 'Línea que inserta el widget',
    copy: 'Copiar',
    copied: 'Copiado',
    shop: 'Abrir la tienda de muestra',
    shopText: 'Escriba allí como visitante; su mensaje aparece aquí al instante.',
    preview: 'Probar la vista previa',
    noProvider: 'Aún no hay ningún widget. Un administrador de su organización puede añadir uno en Ajustes.',
  },

  alerts: {
    label: 'Avisos',
    intro: 'Para mensajes nuevos en conversaciones suyas o de nadie.',
    sound: 'Sonido',
    desktop: 'Notificaciones de escritorio',
    allow: 'Permitir notificaciones de escritorio',
    denied: 'Su navegador bloquea las notificaciones de esta página. Permítalas en sus ajustes del sitio.',
    unsupported: 'Este navegador no tiene notificaciones.',
    newMessage: (name) => `${name} escribe`,
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
  customers: customersEs,
}
