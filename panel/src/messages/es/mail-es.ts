import type { Messages } from '../en.ts'

export const mailEs: Messages['mail'] = {
  settings: {
    title: 'Correo electrónico',
    lead: 'Invitaciones, notificaciones y copias de conversaciones por correo.',
    off: 'Esta instalación no envía correos',
    offText:
      'Las invitaciones son enlaces que usted comparte, y las notificaciones aparecen en el panel. Para enviar correos, el operador define estas variables y reinicia Parley. La sección «E-mail» de docs/operating.md las explica.',
    copyVariables: 'Copiar las variables',
    from: 'Los correos se envían desde',
    previews: 'Citar notas en las notificaciones por correo',
    previewsHint: 'Desactivado: los correos nombran al cliente y enlazan la conversación, sin texto de ella.',
    test: 'Enviar correo de prueba',
    reply: (code) => `El servidor respondió ${code}.`,
    results: {
      accepted: (to) =>
        `El servidor de correo aceptó un mensaje para ${to}. Si no llega, mire en la carpeta de spam.`,
      no_connection: () =>
        'No hay conexión con el servidor de correo. El operador debe comprobar host y puerto en PARLEY_SMTP_URL.',
      timeout: () =>
        'El servidor de correo no respondió a tiempo. El operador debe comprobar host, puerto y cortafuegos.',
      no_tls: () =>
        'No hay conexión segura con el servidor de correo. El operador debe comprobar el certificado y si el puerto admite TLS.',
      login_refused: () =>
        'El servidor de correo rechazó el inicio de sesión. El operador debe comprobar usuario y contraseña en PARLEY_SMTP_URL.',
      sender_refused: () =>
        'El servidor de correo rechazó el remitente. El operador debe comprobar la dirección en PARLEY_MAIL_FROM.',
      recipient_refused: (to) => `El servidor de correo rechazó el destinatario ${to}.`,
      content_refused: () => 'El servidor de correo rechazó el contenido del mensaje.',
    },
  },
  invitation: {
    send: 'Enviar el enlace por correo',
    emailHint: 'Si indica una dirección, solo esa persona podrá usar el enlace.',
    sendingTo: (email) => `El enlace se está enviando a ${email}. También puede compartirlo usted.`,
    states: {
      waiting: 'Correo en espera',
      sent: 'Correo enviado',
      failed: 'Correo no entregado: comparta usted un enlace nuevo',
    },
  },
  transcript: {
    send: 'Enviar copia por correo',
    title: '¿Enviar copia?',
    text: 'El cliente recibe un enlace a esta conversación en la dirección de su perfil. Vale 7 días y no muestra notas.',
    confirm: 'Enviar',
    sent: (email) => `Se envió un enlace a ${email}.`,
    problems: {
      email_missing: 'Este cliente no tiene dirección de correo. Añada una en su perfil.',
      customer_blocked: 'Este cliente está bloqueado. Desbloquéelo primero.',
      account_closed: 'Este cliente ha cerrado su cuenta.',
      mail_off: 'Esta instalación no envía correos.',
      rate_limited: 'Se enviaron demasiadas copias a este cliente. Inténtelo más tarde.',
    },
  },
  notifications: {
    hint: 'Cuando lleva 5 minutos fuera del panel, recibe un correo con sus notificaciones no leídas, como mucho cada 15 minutos.',
    off: 'El correo está desactivado porque esta instalación no tiene servidor de correo.',
  },
  reports: {
    title: 'Informes por correo',
    lead: 'Cifras en CSV, para administradores y propietarios de esta organización.',
    add: 'Añadir informe',
    none: 'No se envían informes por correo.',
    edit: 'Editar',
    remove: 'Eliminar',
    removeTitle: '¿Dejar de enviar este informe?',
    removeText: 'El informe sigue disponible en el panel.',
    next: 'Próximo:',
    lastSent: 'Último envío:',
    nobody: 'Ya nadie recibe este informe.',
    cadence: 'Frecuencia',
    hour: 'Hora',
    recipients: 'Destinatarios',
    recipientsHint: 'Solo los administradores y propietarios pueden leer informes.',
    recipientsLimit: (max) => `Se alcanzó el máximo de ${max} destinatarios.`,
    limit: 'Se alcanzó el número máximo de informes por correo. Elimine uno primero.',
    titled: (report, cadence) => `${report}, ${cadence}`,
    cadences: { daily: 'diario', weekly: 'semanal', monthly: 'mensual' },
    cadenceHints: {
      daily: 'Sobre el día anterior.',
      weekly: 'Los lunes, sobre la semana anterior.',
      monthly: 'El primer día del mes, sobre el mes anterior.',
    },
  },
}
