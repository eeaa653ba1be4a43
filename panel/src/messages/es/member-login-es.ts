import type { Messages } from '../en.ts'

export const memberLoginEs: Messages['memberLogin'] = {
  title: 'Inicio de sesión de miembros',
  lead: 'Los visitantes pueden iniciar sesión con una cuenta existente. Es opcional y solo empieza cuando hacen clic.',
  anyPage:
    'Cualquier página puede incluir este widget, por eso se pregunta una vez más antes de que una página sepa quién es la persona. Indique sus páginas en Instalación y dejará de preguntarse.',

  source: 'Origen de las claves',
  sourceLead: 'De quién es la aplicación que pide el consentimiento: los visitantes leen allí su nombre.',
  sources: { service: 'Claves del servicio', own: 'Claves propias' },
  sourceTexts: {
    service: 'Las aplicaciones de quien administra esta instalación. No hay nada que configurar.',
    serviceMissing:
      'Las aplicaciones de quien administra esta instalación, que aún no ha definido claves. Hasta entonces, elija claves propias.',
    own: 'Su propia aplicación en cada proveedor, con su propio nombre.',
  },
  sourceWarning:
    'Apple y Facebook dan a cada aplicación identificadores distintos: tras cambiar el origen, sus miembros vuelven como nuevos.',

  session: 'Mantener la sesión',
  sessionLead: 'Cuánto tiempo sigue conectado un miembro en un navegador sin cerrar la sesión.',
  days: 'Días',
  daysWrong: 'Escriba un número entero de 1 a 365.',

  services: 'Proveedores',
  servicesLead: 'Lo que está activado aparece en la página de acceso del chat.',
  offer: (service) => `Ofrecer ${service}`,
  on: 'Activado',
  off: 'Desactivado',
  noKeys: 'Faltan las claves',
  details: (service) => `Configurar ${service}`,
  setUp: 'Configurar',
  operatorKeys: 'Esta instalación tiene claves para este proveedor. Actívelo para usarlo.',
  noOperatorKeys: (variables) =>
    `Esta instalación no tiene claves para él. Quien la administra puede definir ${variables}; o elija arriba claves propias.`,

  steps: 'Cómo obtener las claves',
  openConsole: (service) => `Abrir la consola de ${service}`,
  howTo: {
    google: [
      'Cree un cliente de OAuth del tipo «Aplicación web».',
      'Añada el URI de redirección de abajo a los URI de redirección autorizados.',
      'Publique la pantalla de consentimiento; si no, solo entrarán sus usuarios de prueba.',
    ],
    facebook: [
      'Cree una app con el caso de uso «Autenticar y solicitar datos a usuarios con el inicio de sesión con Facebook».',
      'Añada el URI de redirección de abajo a los URI de redireccionamiento de OAuth válidos y el permiso email.',
      'Pase la app a modo activo. El identificador y la clave secreta están en Configuración de la app, Básica.',
    ],
    apple: [
      'Cree un Services ID con «Sign in with Apple»; su identificador es el ID de cliente.',
      'Añada su dominio y el URI de redirección de abajo a las Return URLs.',
      'Cree una clave para «Sign in with Apple» y descargue el archivo .p8: Apple lo entrega una sola vez.',
    ],
    github: [
      'Cree una aplicación OAuth; su página principal es su sitio.',
      'Su «Authorization callback URL» es el URI de redirección de abajo.',
      'Genere un secreto de cliente: GitHub lo muestra una sola vez.',
    ],
    x: [
      'Cree una app y, en la autenticación de usuarios, elija «Web App», un cliente confidencial.',
      'Su URI de devolución es el URI de redirección de abajo.',
      'Use el ID y el secreto de cliente de OAuth 2.0, no la clave de API.',
    ],
  },
  redirect: 'URI de redirección',
  copyRedirect: 'Copiar el URI de redirección',

  clientId: 'ID de cliente',
  servicesId: 'ID de cliente (Services ID)',
  clientSecret: 'Secreto de cliente',
  teamId: 'Team ID',
  keyId: 'Key ID',
  tenCharacters: 'Diez letras mayúsculas y cifras.',
  privateKey: 'Clave privada (.p8)',
  privateKeyHint: 'El texto completo del archivo, de BEGIN a END.',
  secretSaved: 'Guardado; no se vuelve a mostrar. Lo que escriba aquí lo sustituye.',
  secretNew: 'Se guarda cifrado y no se vuelve a mostrar.',
  forget: 'Eliminar estas claves',
  forgetTitle: (service) => `¿Eliminar las claves de ${service}?`,
  forgetText:
    'Este inicio de sesión se desactiva. Los miembros conectados siguen así hasta que termine su sesión.',

  test: 'Probar este acceso',
  testHint: 'Abre el proveedor como lo ven los visitantes y muestra aquí su respuesta. Nadie inicia sesión.',
  testWaiting: 'Esperando a la otra ventana.',
  testBlocked:
    'El navegador bloqueó la ventana. Permita las ventanas emergentes en esta página e inténtelo de nuevo.',
  testClosed: 'La ventana se cerró antes de que el proveedor respondiera.',
  testWorked: 'El inicio de sesión funciona. El proveedor devolvió:',
  testFailed: 'El inicio de sesión aún no funciona.',
  testAnswer: 'El proveedor respondió:',
  fields: { id: 'Identificador', name: 'Nombre', username: 'Usuario', email: 'Correo' },
  verified: 'verificado',
  unverified: 'sin verificar',
  notSaid: 'No indicado',

  problems: {
    login_keys_missing:
      'Un acceso necesita sus claves antes de activarse. Introdúzcalas y guárdelas primero.',
    login_private_key_invalid:
      'Esto no es una clave privada de Apple. Pegue el texto completo del archivo .p8.',
    login_cancelled: 'El inicio de sesión no se aprobó en la otra ventana.',
    login_failed:
      'El proveedor no confirmó el inicio de sesión. Por lo general, el secreto o la URI de redirección no es correcta.',
    login_expired: 'El inicio de sesión tardó demasiado. Empiece de nuevo.',
    login_state_invalid: 'Este inicio de sesión ya terminó. Empiécelo de nuevo.',
    login_browser_mismatch:
      'El navegador no conservó nuestra cookie. Permita las cookies para esta dirección e inténtelo de nuevo.',
  },
}
