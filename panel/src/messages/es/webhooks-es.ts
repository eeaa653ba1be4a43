import type { Messages } from '../en.ts'

export const webhooksEs: Messages['webhooks'] = {
  title: 'Webhooks',
  lead: 'Parley envía a su servidor una petición HTTPS firmada por cada evento.',
  create: 'Webhook nuevo',
  createTitle: 'Webhook nuevo',
  createAction: 'Crear el webhook',
  all: 'Todos los webhooks',
  noneTitle: 'Aún no hay webhooks',
  noneText:
    'Un webhook es una URL de su servidor. Parley la llama en cuanto ocurre algo, para que no tenga que consultar una y otra vez.',
  reference: 'Referencia de la API',
  on: 'Activo',
  off: 'Inactivo',

  name: 'Nombre',
  nameHint: 'Se muestra en las listas en lugar de la URL. Opcional.',

  url: 'URL',
  urlHint: 'Empieza por https:// y se alcanza desde internet.',
  events: 'Eventos',
  eventsMissing: 'Elija al menos un evento.',
  eventsCancel: 'Si quita un evento, se cancelan sus entregas que aún esperan.',
  allEvents: 'Todos los eventos',
  when: {
    'conversation.started':
      'Empieza una conversación: con el primer mensaje, o un agente reabre o asume una cerrada.',
    'conversation.ended': 'Se cierra una conversación. Lleva un enlace a los mensajes, válido 24 horas.',
    'call.started': 'Un cliente llama: suena para un agente o espera en la cola.',
    'call.ended':
      'Termina una llamada atendida. Dice quién la atendió, cuánto esperó el cliente y quién colgó.',
    'call.missed':
      'Una llamada termina sin respuesta: nadie contestó, el cliente desistió o no se pudo conectar.',
    'call.recording_ready':
      'Las grabaciones de una llamada están completas. Lleva un enlace a cada archivo, válido 24 horas.',
    'customer.created':
      'Un cliente nuevo: con el primer mensaje, la primera llamada o el primer inicio de sesión como miembro.',
    'customer.updated':
      'Cambia el nombre, el contacto, el bloqueo o el agente dedicado de un cliente, o se cierra la cuenta.',
  },
  urlProblems: {
    webhook_url_invalid: 'Esto no es una URL. Escríbala como https://shop.example.com/webhooks.',
    webhook_url_too_long: 'Esta URL es demasiado larga. Caben 2048 caracteres.',
    webhook_url_not_https: 'Solo se admite https://: nadie debe leer por el camino.',
    webhook_url_credentials: 'Quite el usuario y la contraseña de la URL. La firma demuestra quién llama.',
    webhook_url_fragment: 'Quite la # y lo que sigue: un servidor nunca llega a verlo.',
    webhook_url_port:
      'Este puerto es de otro tipo de servicio. Use el habitual de https, o uno desde el 1024.',
    webhook_url_local_name:
      'Este nombre solo vale dentro de una red. Use uno que todo internet pueda resolver.',
    webhook_url_private: 'Esta dirección es privada o reservada. Use una que se alcance desde internet.',
  },
  urlWarnings: {
    name_unknown:
      'El nombre de esta URL no existe, o todavía no tiene dirección. Hasta que la tenga, las entregas fallarán.',
    name_unanswered:
      'Ningún servidor de nombres respondió por el nombre de esta URL. Mientras siga así, las entregas fallarán.',
    address_refused: 'El nombre de esta URL lleva a una red privada o reservada. Parley no envía nada allí.',
  },

  trouble: {
    spoken: 'Un webhook falla una y otra vez',
    many: (count) =>
      count === 1 ? 'Un webhook falla una y otra vez' : `${count} webhooks fallan una y otra vez`,
    manyText:
      'Cada entrega se reintenta dos veces y después falla. Podrá reenviar las fallidas cuando el receptor vuelva a funcionar.',
    since: (failures, since) =>
      failures === 1
        ? `El último intento falló: ${since}.`
        : `${failures} intentos seguidos han fallado desde el ${since}.`,
    status: (status) => `Última respuesta: ${status}.`,
    noAnswer: 'No hubo respuesta.',
    look: 'Ver las entregas',
  },

  sending: 'Envío',
  active: 'Enviar eventos a esta URL',
  activeHint: 'Mientras está desactivado no se envía nada y los eventos no se guardan para después.',
  switchOffTitle: '¿Desactivar este webhook?',
  switchOffText:
    'Desde ahora no recibe nada. Las entregas que esperan su próximo intento se cancelan, y lo que ocurra entretanto no se envía después. Las entregas canceladas se pueden reenviar a mano.',
  switchOff: 'Desactivar',
  switchedOn: 'Webhook activado.',
  switchedOff: 'Webhook desactivado.',

  endpoint: 'Destino',

  deliveries: 'Entregas',
  deliveriesLead:
    'Las entregas más recientes. Un evento de prueba va solo a este webhook y se firma como los demás.',
  allDeliveries: 'Todas las entregas',
  noDeliveries: 'Aún no se ha enviado nada. Envíe un evento de prueba para ver si su servidor responde.',
  test: 'Enviar evento de prueba',
  testTitle: 'Evento de prueba',
  testOff: 'Active el webhook para enviar un evento de prueba.',
  testDetails: 'Petición y respuesta',
  testEvent: 'Evento que se envía',
  testSample:
    'Una muestra tiene la forma de un evento real con datos inventados: sus identificadores empiezan por 00000000. Su servidor la trata como uno real.',

  statistics: {
    title: 'Intentos y tiempos de respuesta',
    lead: 'Cómo responde el destino, incluidos los reintentos y los eventos de prueba.',
    period: 'Periodo',
    periods: { '24h': '24 horas', '14d': '14 días' },
    attempts: 'Intentos',
    attemptsNote: { '24h': 'por hora', '14d': 'cada seis horas' },
    times: 'Tiempo de respuesta',
    timesNote: 'hasta la línea de estado o el fallo',
    delivered: 'Entregados',
    failed: 'Fallidos',
    median: 'Mediana',
    p95: 'Percentil 95',
    none: 'No hay intentos en este periodo.',
    table: 'Cifras en una tabla',
    from: 'Desde',
  },

  secret: 'Secreto de firma',
  secretLead:
    'Con él su servidor comprueba que una petición viene de Parley y no fue alterada. Solo debe estar en su servidor.',
  copySecret: 'Copiar el secreto de firma',
  verify: 'Verificar las peticiones',
  verifyLead:
    'Con la biblioteca de Standard Webhooks son unas pocas líneas. Verifique el cuerpo sin tocarlo, responda primero 2xx y haga el trabajo después.',
  verifyLanguage: 'Lenguaje del ejemplo',
  copySample: 'Copiar el ejemplo',
  regenerate: 'Regenerar el secreto de firma',
  regenerateTitle: '¿Regenerar el secreto de firma?',
  regenerateText:
    'Desde el próximo intento todo se firma solo con el secreto nuevo, también lo que espera otro intento. Hasta que su servidor lo conozca, rechazará lo que llegue. Las entregas rechazadas se intentan dos veces más, con al menos 10 minutos entre medias.',
  regenerateUnknown:
    'Es posible que el secreto ya se haya reemplazado. Muéstrelo para comprobarlo antes de intentarlo de nuevo.',
  regenerateAction: 'Regenerar el secreto',
  regenerated: 'Se creó un nuevo secreto de firma. Añádalo ahora a su servidor.',

  delete: 'Eliminar este webhook',
  deleteText: (url) =>
    `A ${url} ya no se envía nada, las entregas que esperan se cancelan y el secreto de firma se pierde para siempre. Las entregas fallidas ya no se podrán reenviar y las reglas de automatización dejarán de llamar a este webhook.`,
  deleteAction: 'Eliminar el webhook',
  deleted: 'Se eliminó el webhook.',
}

export const apiKeysEs: Messages['apiKeys'] = {
  title: 'Claves de API',
  lead: 'Sus programas llaman a la API de Parley con claves de API. Una clave solo puede hacer lo que permiten sus permisos.',
  create: 'Clave de API nueva',
  createTitle: 'Clave de API nueva',
  createAction: 'Crear la clave',
  name: 'Nombre',
  nameHint: 'Qué programa la usa.',
  scopes: 'Permisos',
  scopesMissing: 'Elija al menos un permiso.',
  may: {
    'webhooks:read': 'Leer los webhooks, sin sus secretos.',
    'webhooks:write':
      'Crear, cambiar y eliminar webhooks, leer y regenerar sus secretos, enviar eventos de prueba. Un webhook recibe datos de contacto, mensajes y grabaciones de los clientes.',
    'deliveries:read': 'Leer las entregas con cada petición y respuesta.',
    'deliveries:resend': 'Reenviar entregas.',
    'calls:read': 'Leer las llamadas con sus notas y grabaciones.',
    'conversations:read': 'Leer conversaciones con nombres y vistas previas, también las de un cliente.',
    'conversations:write':
      'Cerrar, reabrir, asignar, priorizar y posponer conversaciones. Cada respuesta contiene el nombre del cliente y una vista previa del último mensaje.',
    'customers:read': 'Leer clientes con sus datos de contacto.',
    'messages:read': 'Leer los mensajes de las conversaciones.',
    'messages:write':
      'Enviar mensajes a conversaciones abiertas, como agente o como sistema. Editar los mensajes enviados por programas y eliminar mensajes de todos los agentes.',
    'notes:read': 'Leer las notas privadas de los agentes.',
    'notes:write': 'Añadir notas privadas en nombre de un agente.',
    'canned_replies:read': 'Leer las respuestas guardadas de la organización.',
    'canned_replies:write':
      'Crear, modificar, eliminar e importar las respuestas guardadas de la organización.',
    'labels:read': 'Leer la lista de etiquetas.',
    'labels:write': 'Crear y modificar etiquetas, añadirlas a conversaciones y quitarlas.',
    'agents:read': 'Leer la lista de agentes, con nombres y fotos.',
    'teams:read': 'Leer la lista de equipos.',
    'teams:write': 'Crear, cambiar y eliminar equipos, y mover conversaciones a ellos.',
    'ratings:read': 'Leer las valoraciones de conversaciones, con comentarios.',
    'reports:read': 'Leer los informes y las conversaciones correspondientes, sin nombres de clientes.',
    'sla:read': 'Leer las políticas de SLA y los plazos de SLA de las conversaciones.',
  },
  ready: 'La clave está lista',
  readyText: 'Cópiela ahora: solo se muestra esta vez. Parley guarda solo una huella de ella.',
  copyKey: 'Copiar la clave de API',
  keepIt:
    'Cualquiera con esta clave puede usarla. Guárdela solo en su servidor, nunca en una página, una aplicación o un repositorio.',
  done: 'Listo',
  noneTitle: 'Aún no hay claves de API',
  noneText: 'Cree una para leer entregas o gestionar webhooks desde sus propios programas.',
  list: 'Claves',
  lastUsed: 'Último uso:',
  neverUsed: 'Nunca usada',
  made: 'Creada:',
  revoke: 'Revocar',
  revokeNamed: (name) => `Revocar ${name}`,
  revokeTitle: (name) => `¿Revocar ${name}?`,
  revokeText: 'Los programas que usan esta clave se rechazan de inmediato. No se puede deshacer.',
  revoked: (name) => `Se revocó ${name}.`,
  use: 'Uso',
  useLead: 'Envíe la clave como token Bearer. Esto lista las entregas que fallaron:',
  copyExample: 'Copiar el ejemplo',
}
