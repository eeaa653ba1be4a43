import type { Messages } from '../en.ts'

export const channelMailEs: Messages['channelMail'] = {
  connect: 'Conectar buzón',
  connectTitle: 'Conectar un buzón',
  editTitle: 'Ajustes del buzón',
  edit: 'Ajustes',
  editNamed: (name) => `Ajustes: ${name}`,
  address: 'Dirección de soporte',
  addressHint: 'Los clientes escriben a esta dirección y la ven como remitente.',
  name: 'Nombre del remitente',
  nameHint: 'Visible para los clientes, por ejemplo «Soporte de la tienda».',
  receiving: 'Recepción (IMAP)',
  sending: 'Envío (SMTP)',
  host: 'Servidor',
  port: 'Puerto',
  encryption: 'Cifrado',
  implicit: 'TLS',
  starttls: 'STARTTLS',
  none: 'Ninguno (solo red propia)',
  user: 'Usuario',
  password: 'Contraseña',
  passwordKept:
    'Déjela vacía para conservar la guardada, salvo si cambia un servidor o un nombre de usuario.',
  folder: 'Carpeta',
  sameLogin: 'Mismo usuario y contraseña que para la recepción',
  plus: 'El buzón acepta direcciones con signo más',
  plusHint:
    'Las respuestas van a support+código@…, que encuentra la conversación aunque un programa de correo elimine las cabeceras de respuesta. Gmail, Microsoft 365 y la mayoría de servidores las aceptan.',
  authServer: 'Servidor receptor',
  authServerHint:
    'Su nombre en la cabecera Authentication-Results, por ejemplo mx.google.com. Necesario para mostrar si los remitentes están verificados.',
  test: 'Probar',
  testing: 'Probando…',
  tested: 'Todos los pasos funcionan.',
  failedTest: 'Corrija el paso que falló y pruebe de nuevo.',
  follows: 'Este servicio lee el buzón',
  subject: 'Asunto',
  noSubject: 'Sin asunto',
  automatic: 'Correo automático',
  showAll: 'Mostrar correo completo',
  hideAll: 'Ocultar citas',
  showOriginal: 'Mostrar original',
  originalTitle: 'Correo original',
  originalHint: 'Los enlaces y las imágenes de internet están desactivados.',
  removeTitle: '¿Desconectar este buzón?',
  removeText: 'Los correos ya no se leen ni se envían. Las conversaciones se conservan.',
  connectedText: (name) => `«${name}» está conectado.`,
  fromOther: (name) => `Enviado por ${name}`,
  steps: {
    imap: 'Recepción: inicio de sesión',
    folder: 'Recepción: carpeta',
    smtp: 'Envío: inicio de sesión',
  },
  results: {
    ok: 'Funciona',
    skipped: 'No probado: falló un paso anterior',
    name_unknown: 'Nombre de servidor desconocido. Compruebe su escritura.',
    host_refused:
      'Esta dirección no está permitida. Use un servidor de correo público y un puerto de correo, o consulte al operador.',
    unreachable: 'Sin respuesta. Compruebe servidor y puerto.',
    encryption_failed:
      'Sin cifrado válido. Compruebe el tipo de cifrado, el puerto y el certificado del servidor.',
    sign_in_refused:
      'Inicio de sesión rechazado. Compruebe usuario y contraseña; algunos proveedores exigen una contraseña de aplicación.',
    folder_missing: 'No existe esa carpeta. Compruebe su nombre.',
  },
  verification: {
    verified: 'Remitente verificado',
    failed: 'Verificación fallida',
    unknown: 'Remitente no verificado',
  },
  states: {
    credentials_refused:
      'El servidor rechaza el inicio de sesión para recibir. Compruebe usuario y contraseña.',
    unreachable: 'El servidor de correo no responde. Compruebe servidor y puerto.',
  },
  problems: {
    mailbox_incomplete: 'Falta una contraseña u otro dato.',
    mailbox_refused: 'El buzón no se puede usar con estos ajustes. Pruébelos.',
    channel_token_other_account: 'No se puede cambiar la dirección de un buzón conectado.',
    channel_taken: 'Este buzón ya está conectado.',
    channel_credentials_unreadable:
      'Los ajustes de este buzón no se pueden descifrar porque el secreto de Parley ha cambiado. Introdúzcalos de nuevo, con todas las contraseñas.',
  },
}
