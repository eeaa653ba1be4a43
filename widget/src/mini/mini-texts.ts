import type { Language } from '@parley/protocol/provider'

interface MiniTexts {
  outside: string
  openTelegram: string
  refused: string
  off: string
  closed: string
  signedOut: string
  offline: string
  noCalls: string
  again: string
  ok: string
}

export const miniTexts: Record<Language, MiniTexts> = {
  en: {
    outside: 'This chat opens in Telegram.',
    openTelegram: 'Open Telegram',
    refused: 'This sign-in is no longer valid. Close this window and open the chat again.',
    off: 'This chat is not available.',
    closed: 'This account was closed. Close this window and open the chat again to sign in.',
    signedOut: 'You are signed out. Close this window and open the chat again to sign in.',
    offline: 'The service cannot be reached. Check your connection.',
    noCalls: 'Telegram does not allow calls in this window. Update Telegram, or call from our website.',
    again: 'Try again',
    ok: 'OK',
  },
  tr: {
    outside: 'Bu sohbet Telegram’da açılır.',
    openTelegram: 'Telegram’ı aç',
    refused: 'Bu oturum artık geçerli değil. Bu pencereyi kapatıp sohbeti yeniden açın.',
    off: 'Bu sohbet kullanılamıyor.',
    closed: 'Bu hesap kapatıldı. Giriş yapmak için bu pencereyi kapatıp sohbeti yeniden açın.',
    signedOut: 'Oturumunuz kapatıldı. Giriş yapmak için bu pencereyi kapatıp sohbeti yeniden açın.',
    offline: 'Hizmete ulaşılamıyor. Bağlantınızı kontrol edin.',
    noCalls:
      'Telegram bu pencerede aramaya izin vermiyor. Telegram’ı güncelleyin veya web sitemizden arayın.',
    again: 'Yeniden dene',
    ok: 'Tamam',
  },
  de: {
    outside: 'Dieser Chat öffnet sich in Telegram.',
    openTelegram: 'Telegram öffnen',
    refused:
      'Diese Anmeldung ist nicht mehr gültig. Schließen Sie dieses Fenster und öffnen Sie den Chat erneut.',
    off: 'Dieser Chat ist nicht verfügbar.',
    closed:
      'Dieses Konto wurde geschlossen. Schließen Sie dieses Fenster und öffnen Sie den Chat erneut, um sich anzumelden.',
    signedOut:
      'Sie sind abgemeldet. Schließen Sie dieses Fenster und öffnen Sie den Chat erneut, um sich anzumelden.',
    offline: 'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung.',
    noCalls:
      'Telegram erlaubt in diesem Fenster keine Anrufe. Aktualisieren Sie Telegram oder rufen Sie über unsere Website an.',
    again: 'Erneut versuchen',
    ok: 'OK',
  },
  es: {
    outside: 'Este chat se abre en Telegram.',
    openTelegram: 'Abrir Telegram',
    refused: 'Este inicio de sesión ya no es válido. Cierre esta ventana y abra el chat de nuevo.',
    off: 'Este chat no está disponible.',
    closed: 'Esta cuenta se cerró. Cierre esta ventana y abra el chat de nuevo para iniciar sesión.',
    signedOut: 'Ha cerrado la sesión. Cierre esta ventana y abra el chat de nuevo para iniciar sesión.',
    offline: 'No se puede acceder al servicio. Compruebe su conexión.',
    noCalls:
      'Telegram no permite llamadas en esta ventana. Actualice Telegram o llame desde nuestro sitio web.',
    again: 'Reintentar',
    ok: 'Aceptar',
  },
  fr: {
    outside: 'Ce chat s’ouvre dans Telegram.',
    openTelegram: 'Ouvrir Telegram',
    refused: 'Cette connexion n’est plus valable. Fermez cette fenêtre et rouvrez le chat.',
    off: 'Ce chat n’est pas disponible.',
    closed: 'Ce compte a été fermé. Fermez cette fenêtre et rouvrez le chat pour vous connecter.',
    signedOut: 'Vous êtes déconnecté. Fermez cette fenêtre et rouvrez le chat pour vous connecter.',
    offline: 'Le service est injoignable. Vérifiez votre connexion.',
    noCalls:
      'Telegram n’autorise pas les appels dans cette fenêtre. Mettez Telegram à jour ou appelez depuis notre site.',
    again: 'Réessayer',
    ok: 'OK',
  },
  ar: {
    outside: 'تُفتح هذه المحادثة في تيليجرام.',
    openTelegram: 'فتح تيليجرام',
    refused: 'لم يعد تسجيل الدخول هذا صالحًا. أغلق هذه النافذة وافتح المحادثة من جديد.',
    off: 'هذه المحادثة غير متاحة.',
    closed: 'أُغلق هذا الحساب. أغلق هذه النافذة وافتح المحادثة من جديد لتسجيل الدخول.',
    signedOut: 'تم تسجيل خروجك. أغلق هذه النافذة وافتح المحادثة من جديد لتسجيل الدخول.',
    offline: 'يتعذر الوصول إلى الخدمة. تحقق من اتصالك.',
    noCalls: 'لا يسمح تيليجرام بالمكالمات في هذه النافذة. حدّث تيليجرام أو اتصل من موقعنا.',
    again: 'حاول مجددًا',
    ok: 'حسنًا',
  },
}
