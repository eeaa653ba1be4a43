import type { MemberMessages } from './messages.ts'

export const messages = {
  signIn: 'Iniciar sesión',
  signOut: 'Cerrar sesión',
  member: 'Sesión iniciada',

  signInReason:
    'Inicie sesión para ver sus conversaciones en todos sus dispositivos. Los mensajes que envió sin iniciar sesión se guardan por separado.',
  continueWith: 'Continuar con {name}',
  stayAnonymous: 'Continuar como invitado',
  goOnThere: 'Continúe en la ventana de {name}.',
  notYet: 'Todavía no ha iniciado sesión. Si la ventana sigue abierta, continúe allí.',
  blocked: 'Su navegador ha bloqueado la ventana de inicio de sesión.',
  openHere: 'Continuar en esta pestaña',

  closeAccount: 'Cerrar la cuenta',
  closeQuestion: '¿Cerrar su cuenta?',
  closeMeaning:
    'Se cerrará su sesión. Nuestro equipo conserva sus mensajes y verá que ha cerrado la cuenta. Inicie sesión de nuevo para volver a abrirla.',

  whichLanguage: '¿En qué idioma quiere que le respondamos?',
  goOn: 'Empezar el chat',

  cancel: 'Cancelar',
  failed: 'Se ha producido un error. Inténtelo de nuevo.',
  tryAgain: 'Reintentar',
} satisfies MemberMessages
