import type { Messages } from '../en.ts'

export const repliesEs: Messages['inbox']['replies'] = {
  open: 'Respuestas guardadas',
  list: 'Respuestas guardadas',
  loading: 'Cargando respuestas guardadas…',
  failed: 'No se pudieron cargar las respuestas guardadas.',
  none: 'Aún no hay respuestas guardadas',
  noMatch: 'Ninguna respuesta guardada coincide.',
  held: 'Ninguna respuesta guardada coincide. Pulse Intro otra vez para enviarlo como texto.',
  heldUnloaded:
    'No se pudieron cargar las respuestas guardadas. Pulse Intro otra vez para enviarlo como texto.',
  create: 'Crear respuesta guardada',
  personalMark: 'Solo usted',
  attachments: (count) => (count === 1 ? '1 archivo adjunto' : `${count} archivos adjuntos`),
  attachmentFailed: (name) => `No se pudo adjuntar «${name}». Adjunte el archivo usted mismo.`,
  attachmentsFailed:
    'No se pudieron cargar los adjuntos de esta respuesta. Adjunte los archivos usted mismo.',
  actions: { assign_to_me: 'Asignarme', close: 'Cerrar conversación' },
  after: 'Después de enviar:',
  removeAction: (action) => `No ejecutar «${action}»`,
  unresolved: (count) =>
    count === 1
      ? 'Esta variable no se ha rellenado. Sustitúyala o elimínela para enviar:'
      : `${count} variables no se han rellenado. Sustitúyalas o elimínelas para enviar:`,
  goTo: (variable) => `Seleccionar ${variable} en el mensaje`,

  page: {
    title: 'Respuestas guardadas',
    lead: 'Respuestas preparadas. Escriba / en un mensaje para insertar una.',
    listTitle: 'Respuestas',
    search: 'Buscar respuestas',
    noneText: 'Guarde las respuestas que escribe a menudo e insértelas con / y su atajo.',
    edit: (shortcut) => `Editar /${shortcut}`,
    remove: (shortcut) => `Eliminar /${shortcut}`,
    removeTitle: (shortcut) => `¿Eliminar /${shortcut}?`,
    removeShared: 'Su organización ya no podrá usar esta respuesta. Los mensajes enviados no cambian.',
    removePersonal: 'Ya no podrá usar esta respuesta. Los mensajes enviados no cambian.',
    removeAction: 'Eliminar respuesta',
    removed: (shortcut) => `/${shortcut} eliminada`,
    uses: (count) =>
      count === 1 ? 'Usada una vez en los últimos 30 días' : `Usada ${count} veces en los últimos 30 días`,
    createTitle: 'Nueva respuesta guardada',
    editTitle: 'Editar respuesta guardada',
    shortcut: 'Atajo',
    shortcutHint: 'Una palabra: letras, cifras, - y _. Inserte la respuesta con / y esta palabra.',
    shortcutInvalid: 'Use una sola palabra con letras, cifras, - y _.',
    content: 'Texto',
    contentMissing: 'Escriba un texto o adjunte un archivo.',
    insertVariable: 'Insertar variable',
    fallbackHint: 'Añada un valor alternativo tras |, por ejemplo {{customer.first_name|cliente}}.',
    unknown: (variable) => `${variable} no existe. Elija una variable de la lista.`,
    visibility: 'Quién puede usarla',
    visibilities: { organization: 'Toda la organización', personal: 'Solo yo' },
    actions: 'Después de enviar',
    files: 'Archivos adjuntos',
    attach: 'Adjuntar archivo',
    uploading: (name) => `Subiendo ${name}…`,
    removeFile: (name) => `Quitar ${name}`,
    save: 'Guardar respuesta',
    saved: (shortcut) => `/${shortcut} guardada`,
    variables: {
      'customer.name': 'Cliente: nombre completo',
      'customer.first_name': 'Cliente: nombre',
      'customer.last_name': 'Cliente: apellidos',
      'customer.email': 'Cliente: correo electrónico',
      'agent.name': 'Agente: nombre completo',
      'agent.first_name': 'Agente: nombre',
      'organization.name': 'Organización: nombre',
      'widget.name': 'Widget: nombre',
      'conversation.id': 'Conversación: ID',
    },
    problems: {
      canned_reply_shortcut_taken: 'Otra respuesta tiene este atajo. Elija uno distinto.',
      canned_reply_limit:
        'Se alcanzó el máximo de 500 respuestas compartidas o 200 personales. Elimine una primero.',
      canned_reply_empty: 'Escriba un texto o adjunte un archivo.',
      canned_reply_variable_unknown: 'El texto contiene una variable que no existe. Elija una de la lista.',
      media_unknown: 'Un archivo adjunto ya no existe. Quítelo y vuelva a adjuntarlo.',
      forbidden: 'Solo el autor y los administradores pueden cambiar esta respuesta.',
      not_found: 'Esta respuesta ya no existe.',
    },
  },

  transfer: {
    title: 'Importar y exportar',
    lead: 'CSV con las columnas shortcut, content, visibility, actions y team. No incluye archivos adjuntos.',
    export: 'Exportar CSV',
    import: 'Importar CSV',
    importTitle: 'Importar respuestas guardadas',
    tooLarge: 'El archivo tiene más de 500.000 caracteres. Divídalo.',
    checking: 'Comprobando el archivo…',
    summary: (created, updated, unchanged) =>
      `Nuevas: ${created}. Cambiadas: ${updated}. Sin cambios: ${unchanged}.`,
    columnsMissing: (count, names) =>
      count === 1
        ? `Al archivo le falta la columna ${names}.`
        : `Al archivo le faltan las columnas ${names}.`,
    skipped: (count) =>
      count === 1
        ? '1 línea tiene un problema y se omite:'
        : `${count} líneas tienen un problema y se omiten:`,
    more: (count) => `y ${count} más`,
    line: (line) => `Línea ${line}`,
    run: (count) => (count === 1 ? 'Importar 1 respuesta' : `Importar ${count} respuestas`),
    nothing: 'No hay nada que importar.',
    done: (count) => (count === 1 ? '1 respuesta importada' : `${count} respuestas importadas`),
    problems: {
      csv_malformed: 'Esta línea no es CSV válido. Revise las comillas.',
      too_many_rows: 'Un archivo puede tener 1.000 filas como máximo.',
      shortcut_invalid: 'El atajo debe ser una sola palabra con letras, cifras, - y _.',
      shortcut_repeated: 'Este atajo ya aparece más arriba.',
      content_empty: 'El texto está vacío.',
      content_too_long: 'El texto tiene más de 8.000 caracteres.',
      variable_unknown: 'Esta variable no existe.',
      visibility_unknown: 'La visibilidad debe ser organization, team o personal.',
      action_unknown: 'Esta acción no existe.',
      personal_needs_agent: 'Una clave de API no puede importar respuestas personales.',
      not_yours: 'Solo su autor y los administradores pueden cambiar esta respuesta.',
      limit_reached: 'Se alcanzó el número máximo de respuestas.',
    },
  },
}
