import type { Language } from '@parley/protocol/provider'

export interface MailText {
  subject: string
  /** Paragraphs. `{host}`, `{link}`, `{email}` and `{organization}` are placeholders, also in `subject`; `{link}` is a paragraph of its own. */
  text: string[]
}

export type AccountMailKind = 'reset' | 'confirmEmail' | 'passwordReset' | 'emailChanged' | 'invitation'

export const accountMailTexts: Record<Language, Record<AccountMailKind, MailText>> = {
  en: {
    invitation: {
      subject: 'Join {organization}',
      text: [
        'You are invited to answer customers of {organization} at {host}. Accept the invitation within 7 days:',
        '{link}',
        'If you do not know {organization}, ignore this message.',
      ],
    },
    reset: {
      subject: 'Reset your password',
      text: [
        'Someone asked to reset the password of your account at {host}.',
        'Open this link within an hour to set a new password:',
        '{link}',
        'If it was not you, ignore this message. Your password stays the same.',
      ],
    },
    confirmEmail: {
      subject: 'Confirm your e-mail address',
      text: [
        'Open this link within 24 hours to use this address for your account at {host}:',
        '{link}',
        'If you did not ask for this, ignore this message.',
      ],
    },
    passwordReset: {
      subject: 'Your password was changed',
      text: [
        'The password of your account at {host} was changed with a one-time link, and all its sessions were ended.',
        'If it was not you, reset your password now or contact an admin of your organization.',
      ],
    },
    emailChanged: {
      subject: 'Your e-mail address was changed',
      text: [
        'Your account at {host} now uses the address {email}. This address no longer signs in there.',
        'If it was not you, contact an admin of your organization.',
      ],
    },
  },
  tr: {
    invitation: {
      subject: '{organization} ekibine katılın',
      text: [
        '{host} adresinde {organization} müşterilerini yanıtlamaya davet edildiniz. Daveti 7 gün içinde kabul edin:',
        '{link}',
        '{organization} size tanıdık gelmiyorsa bu iletiyi yok sayın.',
      ],
    },
    reset: {
      subject: 'Parolanızı sıfırlayın',
      text: [
        'Birisi {host} adresindeki hesabınızın parolasını sıfırlamak istedi.',
        'Yeni bir parola belirlemek için bir saat içinde bu bağlantıyı açın:',
        '{link}',
        'Bunu siz istemediyseniz bu iletiyi yok sayın. Parolanız değişmez.',
      ],
    },
    confirmEmail: {
      subject: 'E-posta adresinizi onaylayın',
      text: [
        'Bu adresi {host} adresindeki hesabınızda kullanmak için 24 saat içinde bu bağlantıyı açın:',
        '{link}',
        'Bunu siz istemediyseniz bu iletiyi yok sayın.',
      ],
    },
    passwordReset: {
      subject: 'Parolanız değiştirildi',
      text: [
        '{host} adresindeki hesabınızın parolası tek kullanımlık bir bağlantıyla değiştirildi ve tüm oturumlar kapatıldı.',
        'Bunu siz yapmadıysanız parolanızı hemen sıfırlayın ya da kuruluşunuzun bir yöneticisine başvurun.',
      ],
    },
    emailChanged: {
      subject: 'E-posta adresiniz değiştirildi',
      text: [
        '{host} adresindeki hesabınız artık {email} adresini kullanıyor. Bu adresle oturum açılamaz.',
        'Bunu siz yapmadıysanız kuruluşunuzun bir yöneticisine başvurun.',
      ],
    },
  },
  de: {
    invitation: {
      subject: 'Einladung zu {organization}',
      text: [
        'Sie sind eingeladen, bei {host} Kunden von {organization} zu antworten. Nehmen Sie die Einladung innerhalb von 7 Tagen an:',
        '{link}',
        'Wenn Sie {organization} nicht kennen, ignorieren Sie diese Nachricht.',
      ],
    },
    reset: {
      subject: 'Passwort zurücksetzen',
      text: [
        'Jemand möchte das Passwort Ihres Kontos bei {host} zurücksetzen.',
        'Öffnen Sie diesen Link innerhalb einer Stunde, um ein neues Passwort festzulegen:',
        '{link}',
        'Wenn Sie das nicht waren, ignorieren Sie diese Nachricht. Ihr Passwort bleibt unverändert.',
      ],
    },
    confirmEmail: {
      subject: 'E-Mail-Adresse bestätigen',
      text: [
        'Öffnen Sie diesen Link innerhalb von 24 Stunden, um diese Adresse für Ihr Konto bei {host} zu verwenden:',
        '{link}',
        'Wenn Sie das nicht angefordert haben, ignorieren Sie diese Nachricht.',
      ],
    },
    passwordReset: {
      subject: 'Ihr Passwort wurde geändert',
      text: [
        'Das Passwort Ihres Kontos bei {host} wurde mit einem Link geändert, und alle Sitzungen wurden beendet.',
        'Wenn Sie das nicht waren, setzen Sie Ihr Passwort sofort zurück oder wenden Sie sich an einen Admin Ihrer Organisation.',
      ],
    },
    emailChanged: {
      subject: 'Ihre E-Mail-Adresse wurde geändert',
      text: [
        'Ihr Konto bei {host} verwendet jetzt die Adresse {email}. Mit dieser Adresse können Sie sich dort nicht mehr anmelden.',
        'Wenn Sie das nicht waren, wenden Sie sich an einen Admin Ihrer Organisation.',
      ],
    },
  },
  es: {
    invitation: {
      subject: 'Únase a {organization}',
      text: [
        'Le han invitado a responder a los clientes de {organization} en {host}. Acepte la invitación antes de 7 días:',
        '{link}',
        'Si no conoce {organization}, ignore este mensaje.',
      ],
    },
    reset: {
      subject: 'Restablezca su contraseña',
      text: [
        'Alguien ha pedido restablecer la contraseña de su cuenta en {host}.',
        'Abra este enlace antes de una hora para elegir una contraseña nueva:',
        '{link}',
        'Si no ha sido usted, ignore este mensaje. Su contraseña no cambia.',
      ],
    },
    confirmEmail: {
      subject: 'Confirme su dirección de correo',
      text: [
        'Abra este enlace antes de 24 horas para usar esta dirección en su cuenta de {host}:',
        '{link}',
        'Si no lo ha pedido, ignore este mensaje.',
      ],
    },
    passwordReset: {
      subject: 'Su contraseña ha cambiado',
      text: [
        'La contraseña de su cuenta en {host} se ha cambiado con un enlace y se han cerrado todas las sesiones.',
        'Si no ha sido usted, restablezca su contraseña ahora o avise a un administrador de su organización.',
      ],
    },
    emailChanged: {
      subject: 'Su dirección de correo ha cambiado',
      text: [
        'Su cuenta en {host} usa ahora la dirección {email}. Con esta dirección ya no se puede iniciar sesión.',
        'Si no ha sido usted, avise a un administrador de su organización.',
      ],
    },
  },
  fr: {
    invitation: {
      subject: 'Rejoignez {organization}',
      text: [
        'Vous êtes invité à répondre aux clients de {organization} sur {host}. Acceptez l’invitation dans les 7 jours :',
        '{link}',
        'Si vous ne connaissez pas {organization}, ignorez ce message.',
      ],
    },
    reset: {
      subject: 'Réinitialisez votre mot de passe',
      text: [
        'Quelqu’un a demandé la réinitialisation du mot de passe de votre compte sur {host}.',
        'Ouvrez ce lien dans l’heure pour choisir un nouveau mot de passe :',
        '{link}',
        'Si ce n’est pas vous, ignorez ce message. Votre mot de passe ne change pas.',
      ],
    },
    confirmEmail: {
      subject: 'Confirmez votre adresse e-mail',
      text: [
        'Ouvrez ce lien dans les 24 heures pour utiliser cette adresse avec votre compte sur {host} :',
        '{link}',
        'Si vous ne l’avez pas demandé, ignorez ce message.',
      ],
    },
    passwordReset: {
      subject: 'Votre mot de passe a été modifié',
      text: [
        'Le mot de passe de votre compte sur {host} a été modifié avec un lien, et toutes les sessions ont été fermées.',
        'Si ce n’est pas vous, réinitialisez votre mot de passe ou prévenez un administrateur de votre organisation.',
      ],
    },
    emailChanged: {
      subject: 'Votre adresse e-mail a été modifiée',
      text: [
        'Votre compte sur {host} utilise désormais l’adresse {email}. Celle-ci ne permet plus de s’y connecter.',
        'Si ce n’est pas vous, prévenez un administrateur de votre organisation.',
      ],
    },
  },
  ar: {
    invitation: {
      subject: 'انضم إلى {organization}',
      text: [
        'أنت مدعو للرد على عملاء {organization} على {host}. اقبل الدعوة خلال 7 أيام:',
        '{link}',
        'إذا كنت لا تعرف {organization} فتجاهل هذه الرسالة.',
      ],
    },
    reset: {
      subject: 'إعادة تعيين كلمة المرور',
      text: [
        'طلب شخص ما إعادة تعيين كلمة مرور حسابك على {host}.',
        'افتح هذا الرابط خلال ساعة لتعيين كلمة مرور جديدة:',
        '{link}',
        'إذا لم تكن أنت من طلب ذلك، فتجاهل هذه الرسالة. لن تتغير كلمة مرورك.',
      ],
    },
    confirmEmail: {
      subject: 'تأكيد عنوان بريدك الإلكتروني',
      text: [
        'افتح هذا الرابط خلال 24 ساعة لاستخدام هذا العنوان في حسابك على {host}:',
        '{link}',
        'إذا لم تطلب ذلك، فتجاهل هذه الرسالة.',
      ],
    },
    passwordReset: {
      subject: 'تم تغيير كلمة مرورك',
      text: [
        'تم تغيير كلمة مرور حسابك على {host} عبر رابط يُستخدم لمرة واحدة، وأُنهيت جميع الجلسات.',
        'إذا لم تكن أنت من فعل ذلك، فأعد تعيين كلمة المرور الآن أو تواصل مع أحد مديري مؤسستك.',
      ],
    },
    emailChanged: {
      subject: 'تم تغيير عنوان بريدك الإلكتروني',
      text: [
        'يستخدم حسابك على {host} الآن العنوان {email}. لم يعد بالإمكان تسجيل الدخول بهذا العنوان.',
        'إذا لم تكن أنت من فعل ذلك، فتواصل مع أحد مديري مؤسستك.',
      ],
    },
  },
}
