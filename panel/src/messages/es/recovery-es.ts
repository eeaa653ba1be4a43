import type { Messages } from '../en.ts'

export const recoveryEs: Messages['recovery'] = {
  forgotLink: '¿Olvidó la contraseña?',
  forgot: {
    title: 'Restablecer la contraseña',
    lead: 'Escriba su correo. Si tiene una cuenta, se le envía un enlace.',
    action: 'Enviar enlace',
    sent: 'Revise su correo',
    sentText: (email: string) =>
      `Si ${email} tiene una cuenta, va en camino un enlace para elegir una contraseña nueva. Funciona una vez, durante una hora.`,
    back: 'Volver al inicio de sesión',
    withoutMail:
      'Esta instalación no envía correos. Pida un enlace a un administrador de su organización: lo crea en Ajustes > Personas.',
    operator:
      'Si ningún administrador puede ayudarle, por ejemplo porque es el único propietario o pertenece a varias organizaciones, el operador del servidor crea un enlace con este comando:',
    copyCommand: 'Copiar el comando',
  },
  reset: {
    title: 'Elegir una contraseña nueva',
    lead: (email: string) => `Para ${email}. Se cierran todas sus sesiones.`,
    password: 'Contraseña nueva',
    action: 'Guardar la contraseña',
    done: 'Se ha cambiado su contraseña',
    doneText: 'Inicie sesión con la contraseña nueva.',
    loading: 'Comprobando el enlace',
    newLink: 'Obtener otro enlace',
    invalid: 'Este enlace no es válido',
    invalidText: 'Está incompleto, fue sustituido o ya no se puede usar. Obtenga otro.',
    expired: 'Este enlace ha caducado',
    expiredText: 'Obtenga otro.',
    used: 'Este enlace ya se usó',
    usedText: 'Si fue usted, inicie sesión con la contraseña nueva. Si no, obtenga otro enlace.',
  },
  confirmEmail: {
    title: 'Confirmar su correo',
    lead: 'A partir de entonces inicia sesión con esta dirección y puede recibir notificaciones en ella.',
    action: 'Confirmar',
    done: 'Correo confirmado',
    doneText: (email: string) => `Inicia sesión con ${email}.`,
    open: 'Ir al panel',
  },
  setup: {
    token: 'Clave de configuración',
    tokenHint:
      'Parley la mostró al iniciarse, en un enlace a esta página. Demuestra que esta instalación es suya.',
  },
  team: {
    create: 'Crear enlace de restablecimiento',
    createFor: (name: string) => `Crear un enlace de restablecimiento para ${name}`,
    title: (name: string) => `¿Restablecer la contraseña de ${name}?`,
    text: 'Recibirá un enlace con el que esa persona elige una contraseña nueva. Funciona una vez, durante 24 horas. Al usarlo se cierran todas sus sesiones.',
    ready: 'El enlace está listo',
    readyText: (name: string) => `Cópielo ahora y envíelo a ${name} en privado. Solo se muestra esta vez.`,
    copy: 'Copiar el enlace de restablecimiento',
    alreadyMember: (name: string) =>
      `${name} ya pertenece a la organización. Si olvidó la contraseña, cree un enlace de restablecimiento.`,
  },
  profile: {
    email: 'Dirección de acceso',
    emailLead: 'El correo con el que inicia sesión.',
    emailLeadMail:
      'El correo con el que inicia sesión. Un cambio se confirma con un enlace enviado a la dirección nueva.',
    newEmail: 'Correo nuevo',
    change: 'Cambiar el correo',
    changed: 'Se ha cambiado el correo.',
    sent: (email: string) =>
      `Abra el enlace enviado a ${email}. Hasta entonces inicia sesión con la dirección anterior.`,
    unconfirmed: (email: string) =>
      `No se envían notificaciones ni informes a ${email} hasta que confirme la dirección.`,
    sendConfirmation: 'Enviar enlace de confirmación',
    confirmationSent: (email: string) => `Abra el enlace enviado a ${email}.`,
    confirmed: 'La dirección está confirmada.',
    sessions: 'Sesiones',
    sessionsLead: 'Cierra su sesión en todos los navegadores, también en este.',
    signOutEverywhere: 'Cerrar sesión en todas partes',
  },
}
