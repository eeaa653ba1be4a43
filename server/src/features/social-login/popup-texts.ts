import type { ErrorCode } from '@parley/protocol/error'
import type { Language } from '@parley/protocol/provider'
import { LanguageTag } from '@parley/protocol/scalars'
import { Check } from 'typebox/value'

/** Texts of the popup. `{name}` and `{site}` are placeholders. */
export interface PopupTexts {
  signedIn: string
  close: string
  /** The popup lost the page that opened it. */
  continueHint: string
  continueButton: string
  ask: string
  askWarning: string
  askYes: string
  askNo: string
  failed: string
  again: string
  reasons: Partial<Record<ErrorCode, string>>
}

export const popupTexts: Record<Language, PopupTexts> = {
  en: {
    signedIn: 'You are signed in',
    close: 'You can close this window.',
    continueHint: 'Go back to {site} to continue the chat as {name}.',
    continueButton: 'Continue on {site}',
    ask: 'Chat on {site} as {name}?',
    askWarning: 'That page will see your chats with this team. Continue only if you came from that page.',
    askYes: 'Continue',
    askNo: 'Cancel',
    failed: 'You are not signed in',
    again: 'Close this window and try again in the chat.',
    reasons: {
      login_state_invalid: 'This sign-in is unknown or has already ended.',
      login_expired: 'This sign-in has expired.',
      login_browser_mismatch: 'This sign-in was started in another browser.',
      login_cancelled: 'The sign-in was not approved.',
      login_not_offered: 'This sign-in method is no longer available.',
      login_failed: 'The sign-in service sent an unexpected response.',
      rate_limited: 'Too many sign-ins from your network. Wait a few minutes.',
    },
  },
  tr: {
    signedIn: 'Oturum açtınız',
    close: 'Bu pencereyi kapatabilirsiniz.',
    continueHint: 'Sohbete {name} olarak devam etmek için {site} sayfasına dönün.',
    continueButton: '{site} üzerinde devam et',
    ask: '{site} üzerindeki sohbete {name} olarak devam edilsin mi?',
    askWarning: 'O sayfa bu ekiple yazışmalarınızı görür. Yalnızca oradan geldiyseniz devam edin.',
    askYes: 'Devam et',
    askNo: 'Vazgeç',
    failed: 'Oturum açılmadı',
    again: 'Bu pencereyi kapatın ve sohbette yeniden deneyin.',
    reasons: {
      login_state_invalid: 'Bu oturum açma işlemi bilinmiyor ya da çoktan bitti.',
      login_expired: 'Bu oturum açma işleminin süresi doldu.',
      login_browser_mismatch: 'Bu oturum açma işlemi başka bir tarayıcıda başladı.',
      login_cancelled: 'Oturum açma onaylanmadı.',
      login_not_offered: 'Bu oturum açma yolu artık sunulmuyor.',
      login_failed: 'Oturum açma hizmeti beklenen yanıtı vermedi.',
      rate_limited: 'Ağınızdan çok fazla oturum açma denemesi geldi. Birkaç dakika bekleyin.',
    },
  },
  de: {
    signedIn: 'Sie sind angemeldet',
    close: 'Sie können dieses Fenster schließen.',
    continueHint: 'Kehren Sie zu {site} zurück, um den Chat als {name} fortzusetzen.',
    continueButton: 'Weiter auf {site}',
    ask: 'Auf {site} als {name} chatten?',
    askWarning:
      'Diese Seite sieht dann Ihre Chats mit diesem Team. Fahren Sie nur fort, wenn Sie von dort kommen.',
    askYes: 'Fortfahren',
    askNo: 'Abbrechen',
    failed: 'Sie sind nicht angemeldet',
    again: 'Schließen Sie dieses Fenster und versuchen Sie es im Chat noch einmal.',
    reasons: {
      login_state_invalid: 'Diese Anmeldung ist unbekannt oder schon beendet.',
      login_expired: 'Diese Anmeldung ist abgelaufen.',
      login_browser_mismatch: 'Diese Anmeldung wurde in einem anderen Browser begonnen.',
      login_cancelled: 'Die Anmeldung wurde nicht bestätigt.',
      login_not_offered: 'Diese Art der Anmeldung wird nicht mehr angeboten.',
      login_failed: 'Der Anmeldedienst hat nicht wie erwartet geantwortet.',
      rate_limited: 'Zu viele Anmeldungen aus Ihrem Netz. Warten Sie einige Minuten.',
    },
  },
  es: {
    signedIn: 'Ha iniciado sesión',
    close: 'Puede cerrar esta ventana.',
    continueHint: 'Vuelva a {site} para seguir el chat como {name}.',
    continueButton: 'Continuar en {site}',
    ask: '¿Chatear en {site} como {name}?',
    askWarning: 'Esa página verá sus chats con este equipo. Continúe solo si viene de allí.',
    askYes: 'Continuar',
    askNo: 'Cancelar',
    failed: 'No ha iniciado sesión',
    again: 'Cierre esta ventana e inténtelo de nuevo en el chat.',
    reasons: {
      login_state_invalid: 'Este inicio de sesión es desconocido o ya ha terminado.',
      login_expired: 'Este inicio de sesión ha caducado.',
      login_browser_mismatch: 'Este inicio de sesión empezó en otro navegador.',
      login_cancelled: 'El inicio de sesión no se aprobó.',
      login_not_offered: 'Esta forma de iniciar sesión ya no está disponible.',
      login_failed: 'El servicio de inicio de sesión no respondió como se esperaba.',
      rate_limited: 'Demasiados inicios de sesión desde su red. Espere unos minutos.',
    },
  },
  fr: {
    signedIn: 'Vous êtes connecté',
    close: 'Vous pouvez fermer cette fenêtre.',
    continueHint: 'Revenez sur {site} pour continuer la discussion en tant que {name}.',
    continueButton: 'Continuer sur {site}',
    ask: 'Discuter sur {site} en tant que {name} ?',
    askWarning: 'Cette page verra vos discussions avec cette équipe. Ne continuez que si vous venez de là.',
    askYes: 'Continuer',
    askNo: 'Annuler',
    failed: 'Vous n’êtes pas connecté',
    again: 'Fermez cette fenêtre et réessayez dans la discussion.',
    reasons: {
      login_state_invalid: 'Cette connexion est inconnue ou déjà terminée.',
      login_expired: 'Cette connexion a expiré.',
      login_browser_mismatch: 'Cette connexion a commencé dans un autre navigateur.',
      login_cancelled: 'La connexion n’a pas été approuvée.',
      login_not_offered: 'Ce mode de connexion n’est plus proposé.',
      login_failed: 'Le service de connexion n’a pas répondu comme prévu.',
      rate_limited: 'Trop de connexions depuis votre réseau. Attendez quelques minutes.',
    },
  },
  ar: {
    signedIn: 'تم تسجيل دخولك',
    close: 'يمكنك إغلاق هذه النافذة.',
    continueHint: 'عُد إلى {site} لمتابعة المحادثة باسم {name}.',
    continueButton: 'المتابعة على {site}',
    ask: 'هل تريد المحادثة على {site} باسم {name}؟',
    askWarning: 'ستتمكن تلك الصفحة من رؤية محادثاتك مع هذا الفريق. تابع فقط إن كنت قد أتيت منها.',
    askYes: 'متابعة',
    askNo: 'إلغاء',
    failed: 'لم يتم تسجيل دخولك',
    again: 'أغلق هذه النافذة وحاول مرة أخرى من المحادثة.',
    reasons: {
      login_state_invalid: 'تسجيل الدخول هذا غير معروف أو أنه انتهى بالفعل.',
      login_expired: 'انتهت صلاحية تسجيل الدخول هذا.',
      login_browser_mismatch: 'بدأ تسجيل الدخول هذا في متصفح آخر.',
      login_cancelled: 'لم تتم الموافقة على تسجيل الدخول.',
      login_not_offered: 'لم تعد طريقة تسجيل الدخول هذه متاحة.',
      login_failed: 'لم ترد خدمة تسجيل الدخول كما هو متوقع.',
      rate_limited: 'محاولات تسجيل دخول كثيرة من شبكتك. انتظر بضع دقائق.',
    },
  },
}

/** The first supported language: the one requested by the widget, else by the browser, else English. */
export function chooseLanguage(asked: string | null, acceptLanguage: string | undefined): Language {
  const preferred = (acceptLanguage ?? '').split(',').map((part) => part.split(';', 1)[0]?.trim() ?? '')
  for (const tag of [asked ?? '', ...preferred]) {
    const language = tag.toLowerCase().split('-', 1)[0] ?? ''
    if (Object.hasOwn(popupTexts, language)) return language as Language
  }
  return 'en'
}

/** The browser's preferred language tag; null if it is missing or invalid. */
export function preferredTag(acceptLanguage: string | undefined): string | null {
  const [first = ''] = (acceptLanguage ?? '').split(/[,;]/)
  return Check(LanguageTag, first.trim()) ? first.trim() : null
}
