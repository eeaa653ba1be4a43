import type { Messages } from '../en.ts'

export const callsEs: Messages['calls'] = {
  title: 'Llamadas',

  openCall: 'Abrir la llamada',
  missed: (count) =>
    count === 1
      ? '1 llamada perdida'
      : count > 99
        ? 'Más de 99 llamadas perdidas'
        : `${count} llamadas perdidas`,

  now: {
    queue: 'Llamadas en curso',
    waiting: (count) =>
      count === 1
        ? '1 llamada espera'
        : count > 99
          ? 'Más de 99 llamadas esperan'
          : `${count} llamadas esperan`,
    none: 'No hay llamadas en este momento.',
    off: 'Las llamadas están desactivadas en todos los widgets.',
    turnOn: 'Activar las llamadas',
    noneYetTitle: 'Aún no hay llamadas',
    noneYetText: 'Las llamadas de sus widgets aparecen aquí con su resultado.',
    pending: (position) => (position === null ? 'En espera' : `En espera, posición ${position}`),
    ringing: (agent) => `Llamando a ${agent}`,
    ringingNobody: 'Suena',
    connecting: (agent) => `Conectando con ${agent}`,
    active: (agent) => `Habla con ${agent}`,
    desks: 'Agentes',
    desksNone: 'No hay nadie con sesión abierta.',
    you: 'usted',
    states: {
      offline: 'Desconectado',
      away: 'Ausente',
      idle: 'Disponible',
      offered: 'Sonando',
      in_call: 'En llamada',
      wrap_up: 'Terminando',
    },
    noMicrophone: 'Micrófono no disponible',
  },

  callBacks: {
    title: 'Solicitudes de devolución de llamada',
    count: (count) =>
      count === 1
        ? '1 solicitud abierta'
        : count > 99
          ? '100+ solicitudes abiertas'
          : `${count} solicitudes abiertas`,
    callBack: 'Devolver la llamada',
    done: 'Marcar como hecha',
  },

  history: {
    title: 'Historial',
    list: 'Llamadas, las más recientes primero',
    shown: (count) => (count === 1 ? 'Se muestra 1 llamada' : `Se muestran ${count} llamadas`),
    filters: 'Filtros',
    all: 'Todas',
    outcome: 'Resultado',
    agent: 'Agente',
    anyAgent: 'Todos los agentes',
    leftAgent: 'Antiguo agente',
    ofCustomer: (name) => `Llamadas de ${name}`,
    removeFilter: 'Mostrar las llamadas de todos',
    clear: 'Quitar los filtros',
    customer: 'Cliente',
    waited: 'Espera',
    talked: 'Habla',
    when: 'Inicio',
    kept: 'Extras',
    recordings: (count) => (count === 1 ? '1 grabación' : `${count} grabaciones`),
    hasNote: 'Con nota',
    nobody: 'Nadie',
    noMatchTitle: 'Ninguna llamada coincide',
    noMatchText: 'Ninguna llamada coincide con estos filtros.',
  },

  outcomes: {
    ended: 'Atendida',
    missed: 'Perdida',
    rejected: 'Rechazada',
    failed: 'Sin conexión',
  },
  reasons: {
    cancelled: 'El cliente colgó antes de que alguien contestara.',
    timeout: 'Ningún agente respondió.',
    queue_timeout: 'Se alcanzó la espera máxima del cliente.',
    visitor_disconnected: 'El cliente perdió la conexión y no volvió.',
    agent_disconnected: 'El agente perdió la conexión y no volvió.',
    declined: 'Todos los agentes rechazaron.',
    nobody_available: 'No había nadie disponible.',
    media_failed:
      'No se pudo establecer la conexión de audio. Haga la prueba de conexión para encontrar la causa.',
    permission_denied: 'Se denegó el acceso al micrófono.',
    max_duration: 'La llamada alcanzó la duración máxima.',
    not_allowed: 'El cliente fue bloqueado o cerró su cuenta.',
  },
  shortReasons: {
    cancelled: 'El cliente colgó',
    timeout: 'Sin respuesta',
    queue_timeout: 'Espera máxima',
    visitor_disconnected: 'Cliente sin conexión',
    agent_disconnected: 'Agente sin conexión',
    declined: 'Todos rechazaron',
    nobody_available: 'Nadie disponible',
    media_failed: 'Sin conexión de audio',
    permission_denied: 'Micrófono denegado',
    max_duration: 'Duración máxima',
    not_allowed: 'Bloqueado o cuenta cerrada',
  },
  endedBy: {
    customer: 'Colgó el cliente.',
    agent: 'Colgó el agente.',
    system: 'La llamada terminó automáticamente.',
  },

  sheet: {
    title: 'Llamada',
    live: 'Esta llamada sigue en curso.',
    customer: 'Cliente',
    conversation: 'Conversación',
    openConversation: 'Abrir conversación',
    lastConversation: (date) => `Última conversación, ${date}`,
    agent: 'Agente',
    widget: 'Widget',
    began: 'Inicio',
    answered: 'Respuesta',
    ended: 'Fin',
    waited: 'Espera',
    talked: 'Habla',
    kind: 'Tipo',
    voice: 'Voz',
    video: 'Voz y vídeo',
    id: 'Id de la llamada',
    copyId: 'Copiar el id de la llamada',
    offers: 'Agentes llamados',
    noOffers: 'No sonó para ningún agente.',
    offerOutcomes: {
      ringing: 'suena',
      accepted: 'contestó',
      declined: 'rechazó',
      expired: 'no contestó',
      disconnected: 'Desconectado',
      withdrawn: 'retirada',
    },
    after: (time) => `tras ${time}`,
    quality: 'Calidad',
    qualityLead: 'Lo que midió cada lado en el audio y vídeo recibidos.',
    noQuality: 'Sin mediciones.',
    sides: { customer: 'Cliente', agent: 'Agente' },
    figures: {
      round_trip: 'Tiempo de ida y vuelta',
      jitter: 'Fluctuación',
      loss: 'Paquetes perdidos',
      path: 'Conexión',
      restarts: 'Reconexiones',
    },
    paths: { direct: 'Directa', relay: 'Por el relé' },
    times: (count) => (count === 1 ? 'una vez' : `${count} veces`),
    never: 'nunca',
    recordings: 'Grabaciones',
    recordingOff: 'La grabación estaba desactivada para este widget.',
    consentDeclined: 'El cliente no quiso que se le grabara.',
    consentGranted: 'El cliente aceptó la grabación.',
    recordingPending: 'La grabación se está procesando.',
    noRecording: 'No hay grabación.',
    play: (name) => `Reproducir ${name}`,
    download: 'Descargar',
    downloadNamed: (name) => `Descargar ${name}`,
    playFailed: 'Esta grabación no se puede reproducir. Vuelva a cargarla o descargue el archivo.',
    reload: 'Cargar de nuevo',
    note: 'Nota',
  },

  note: {
    label: 'Nota sobre esta llamada',
    placeholder: 'Nota sobre esta llamada, solo visible para su equipo',
    saving: 'Guardando …',
    saved: 'Guardado',
    failed: 'No se guardó.',
    merged: 'Guardado. Esta nota también se cambió en otro lugar. Se conservan ambos textos.',
    tooLong:
      'No se guardó: esta nota es demasiado larga junto con el texto guardado en otro lugar. Acórtela a 4.000 caracteres.',
    unsaved:
      'Una nota de llamada aún no se ha guardado. Esta ventana la conserva y reintenta automáticamente.',
    leaving: {
      title: '¿Salir antes de que se guarde la nota?',
      text: 'Una nota de llamada aún no se ha guardado. Esta ventana la conserva y volverá a intentarlo cuando regrese aquí a esta organización.',
      leave: 'Salir de todos modos',
      stay: 'Quedarse aquí',
    },
    leavingTooLong:
      'Una nota de llamada es demasiado larga para guardarla. Esta ventana la conserva hasta que la acorte a 4.000 caracteres.',
  },

  customer: {
    title: 'Llamadas',
    none: 'Aún no hay llamadas',
    all: 'Todas las llamadas',
  },

  line: {
    ended: (duration) => `Llamada, ${duration}`,
    endedWith: (agent, duration) => `Llamada con ${agent}, ${duration}`,
    missed: (waited) => `Llamada perdida tras ${waited} de espera`,
    rejected: 'Llamada rechazada',
    failed: 'La llamada no se pudo conectar',
    open: 'Detalles',
  },
}
