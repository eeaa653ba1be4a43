import type { MemberMessages } from './messages.ts'

export const messages = {
  signIn: 'Iniciar sesión',
  signOut: 'Cerrar sesión',
  member: 'Sesión iniciada',

  signInReason:
    'Con la sesión iniciada encontrará sus conversaciones en todos sus dispositivos. Lo que escribió sin iniciarla queda aparte.',
  continueWith: 'Continuar con {name}',
  stayAnonymous: 'Seguir sin identificarse',
  goOnThere: 'Continúe en la ventana de {name}.',
  notYet: 'Todavía no ha iniciado sesión. Si la ventana sigue abierta, continúe allí.',
  blocked: 'Su navegador ha bloqueado la ventana.',
  openHere: 'Continuar en esta pestaña',

  closeAccount: 'Cerrar la cuenta',
  closeQuestion: '¿Cerrar su cuenta?',
  closeMeaning:
    'Se cierra su sesión y nuestro equipo ve que ha cerrado la cuenta. Los mensajes siguen en manos del equipo. Si vuelve a iniciar sesión, la cuenta se abre de nuevo.',

  whichLanguage: '¿En qué idioma quiere que le respondamos?',
  goOn: 'Empezar el chat',

  cancel: 'Cancelar',
  failed: 'No ha funcionado. Inténtelo de nuevo.',
  tryAgain: 'Reintentar',
} satisfies MemberMessages
