import type { NotificationKind } from '@parley/protocol/notification'
import type { Language } from '@parley/protocol/provider'

export interface NotificationMailTexts {
  /** A customer without a name. */
  visitor: string
  subject: (count: number, organization: string) => string
  /** Notifications that are not listed. */
  more: (count: number) => string
  settings: string
  why: (organization: string) => string
  unsubscribe: string
  /** `actor` is null if no colleague caused it. As in the panel's list. */
  kinds: Record<NotificationKind, (customer: string, actor: string | null) => string>
  /** The page behind the link. */
  page: Record<'question' | 'hint' | 'confirm' | 'done' | 'doneHint' | 'expired' | 'expiredHint', string>
}

export const notificationMailTexts: Record<Language, NotificationMailTexts> = {
  en: {
    visitor: 'a visitor',
    subject: (count, organization) =>
      `${count} unread notification${count === 1 ? '' : 's'} in ${organization}`,
    more: (count) => `And ${count} more.`,
    settings: 'Notification settings',
    why: (organization) =>
      `You get this e-mail because notifications by e-mail are on for your account at ${organization}.`,
    unsubscribe: 'Turn off these e-mails',
    kinds: {
      mention: (customer, actor) => `${actor ?? 'A colleague'} mentioned you in a note about ${customer}`,
      assigned: (customer, actor) =>
        actor === null
          ? `The conversation with ${customer} was assigned to you`
          : `${actor} assigned the conversation with ${customer} to you`,
      missed_call: (customer) => `Missed call from ${customer}`,
      low_rating: (customer) => `Low rating from ${customer}`,
      sla_warning: (customer) => `The conversation with ${customer} is due soon`,
      sla_breach: (customer) => `The conversation with ${customer} is overdue`,
      snooze_over: (customer) => `The conversation with ${customer} is back from snooze`,
    },
    page: {
      question: 'Turn off notifications by e-mail?',
      hint: 'You will still see notifications in the panel.',
      confirm: 'Turn off',
      done: 'Notifications by e-mail are off',
      doneHint: 'You can turn them on again in your profile.',
      expired: 'This link is no longer valid',
      expiredHint: 'You can turn off notifications by e-mail in your profile.',
    },
  },
  tr: {
    visitor: 'bir ziyaretçi',
    subject: (count, organization) => `${organization}: ${count} okunmamış bildirim`,
    more: (count) => `Ve ${count} tane daha.`,
    settings: 'Bildirim ayarları',
    why: (organization) =>
      `${organization} hesabınızda e-posta bildirimleri açık olduğu için bu e-postayı alıyorsunuz.`,
    unsubscribe: 'Bu e-postaları kapat',
    kinds: {
      mention: (customer, actor) =>
        `${actor ?? 'Bir ekip arkadaşınız'} bir notta sizden bahsetti: ${customer}`,
      assigned: (customer, actor) =>
        actor === null
          ? `Size bir konuşma atandı: ${customer}`
          : `${actor} size bir konuşma atadı: ${customer}`,
      missed_call: (customer) => `Cevapsız çağrı: ${customer}`,
      low_rating: (customer) => `Düşük puan: ${customer}`,
      sla_warning: (customer) => `${customer} ile konuşmanın süresi doluyor`,
      sla_breach: (customer) => `${customer} ile konuşma gecikti`,
      snooze_over: (customer) => `${customer} ile ertelenen konuşma geri döndü`,
    },
    page: {
      question: 'E-posta bildirimleri kapatılsın mı?',
      hint: 'Bildirimleri panelde görmeye devam edersiniz.',
      confirm: 'Kapat',
      done: 'E-posta bildirimleri kapalı',
      doneHint: 'Profilinizden yeniden açabilirsiniz.',
      expired: 'Bu bağlantı artık geçerli değil',
      expiredHint: 'E-posta bildirimlerini profilinizden kapatabilirsiniz.',
    },
  },
  de: {
    visitor: 'einem Besucher',
    subject: (count, organization) =>
      `${count} ungelesene Benachrichtigung${count === 1 ? '' : 'en'} bei ${organization}`,
    more: (count) => `Und ${count} weitere.`,
    settings: 'Benachrichtigungseinstellungen',
    why: (organization) =>
      `Sie erhalten diese E-Mail, weil Benachrichtigungen per E-Mail für Ihr Konto bei ${organization} eingeschaltet sind.`,
    unsubscribe: 'Diese E-Mails ausschalten',
    kinds: {
      mention: (customer, actor) => `${actor ?? 'Jemand'} hat Sie in einer Notiz zu ${customer} erwähnt`,
      assigned: (customer, actor) =>
        actor === null
          ? `Das Gespräch mit ${customer} wurde Ihnen zugewiesen`
          : `${actor} hat Ihnen das Gespräch mit ${customer} zugewiesen`,
      missed_call: (customer) => `Verpasster Anruf von ${customer}`,
      low_rating: (customer) => `Schlechte Bewertung von ${customer}`,
      sla_warning: (customer) => `Das Gespräch mit ${customer} ist bald fällig`,
      sla_breach: (customer) => `Das Gespräch mit ${customer} ist überfällig`,
      snooze_over: (customer) => `Das zurückgestellte Gespräch mit ${customer} ist wieder da`,
    },
    page: {
      question: 'Benachrichtigungen per E-Mail ausschalten?',
      hint: 'Im Panel sehen Sie Benachrichtigungen weiterhin.',
      confirm: 'Ausschalten',
      done: 'Benachrichtigungen per E-Mail sind ausgeschaltet',
      doneHint: 'Sie können sie in Ihrem Profil wieder einschalten.',
      expired: 'Dieser Link ist nicht mehr gültig',
      expiredHint: 'Sie können Benachrichtigungen per E-Mail in Ihrem Profil ausschalten.',
    },
  },
  es: {
    visitor: 'un visitante',
    subject: (count, organization) =>
      `${count} ${count === 1 ? 'notificación' : 'notificaciones'} sin leer en ${organization}`,
    more: (count) => `Y ${count} más.`,
    settings: 'Ajustes de notificaciones',
    why: (organization) =>
      `Recibe este correo porque las notificaciones por correo están activadas en su cuenta de ${organization}.`,
    unsubscribe: 'Desactivar estos correos',
    kinds: {
      mention: (customer, actor) => `${actor ?? 'Alguien'} le ha mencionado en una nota sobre ${customer}`,
      assigned: (customer, actor) =>
        actor === null
          ? `Se le ha asignado la conversación con ${customer}`
          : `${actor} le ha asignado la conversación con ${customer}`,
      missed_call: (customer) => `Llamada perdida de ${customer}`,
      low_rating: (customer) => `Valoración baja de ${customer}`,
      sla_warning: (customer) => `La conversación con ${customer} vence pronto`,
      sla_breach: (customer) => `La conversación con ${customer} ha vencido`,
      snooze_over: (customer) => `La conversación pospuesta con ${customer} ha vuelto`,
    },
    page: {
      question: '¿Desactivar las notificaciones por correo?',
      hint: 'Seguirá viendo las notificaciones en el panel.',
      confirm: 'Desactivar',
      done: 'Las notificaciones por correo están desactivadas',
      doneHint: 'Puede volver a activarlas en su perfil.',
      expired: 'Este enlace ya no es válido',
      expiredHint: 'Puede desactivar las notificaciones por correo en su perfil.',
    },
  },
  fr: {
    visitor: 'un visiteur',
    subject: (count, organization) =>
      `${count} ${count > 1 ? 'notifications non lues' : 'notification non lue'} dans ${organization}`,
    more: (count) => `Et ${count} de plus.`,
    settings: 'Réglages des notifications',
    why: (organization) =>
      `Vous recevez cet e-mail parce que les notifications par e-mail sont activées pour votre compte chez ${organization}.`,
    unsubscribe: 'Désactiver ces e-mails',
    kinds: {
      mention: (customer, actor) =>
        `${actor ?? 'Une personne de votre équipe'} vous a mentionné dans une note sur ${customer}`,
      assigned: (customer, actor) =>
        actor === null
          ? `La conversation avec ${customer} vous a été attribuée`
          : `${actor} vous a attribué la conversation avec ${customer}`,
      missed_call: (customer) => `Appel manqué de ${customer}`,
      low_rating: (customer) => `Note basse de ${customer}`,
      sla_warning: (customer) => `La conversation avec ${customer} arrive à échéance`,
      sla_breach: (customer) => `La conversation avec ${customer} est en retard`,
      snooze_over: (customer) => `La conversation reportée avec ${customer} est de retour`,
    },
    page: {
      question: 'Désactiver les notifications par e-mail ?',
      hint: 'Vous verrez toujours les notifications dans le panneau.',
      confirm: 'Désactiver',
      done: 'Les notifications par e-mail sont désactivées',
      doneHint: 'Vous pouvez les réactiver dans votre profil.',
      expired: 'Ce lien n’est plus valable',
      expiredHint: 'Vous pouvez désactiver les notifications par e-mail dans votre profil.',
    },
  },
  ar: {
    visitor: 'زائر',
    subject: (count, organization) => `إشعارات غير مقروءة في ${organization}: ${count}`,
    more: (count) => `وهناك المزيد: ${count}`,
    settings: 'إعدادات الإشعارات',
    why: (organization) =>
      `تصلك هذه الرسالة لأن الإشعارات عبر البريد الإلكتروني مفعّلة لحسابك في ${organization}.`,
    unsubscribe: 'إيقاف هذه الرسائل',
    kinds: {
      mention: (customer, actor) => `${actor ?? 'أحد الزملاء'} أشار إليك في ملاحظة عن ${customer}`,
      assigned: (customer, actor) =>
        actor === null ? `أُسندت إليك المحادثة مع ${customer}` : `${actor} أسند إليك المحادثة مع ${customer}`,
      missed_call: (customer) => `مكالمة فائتة من ${customer}`,
      low_rating: (customer) => `تقييم منخفض من ${customer}`,
      sla_warning: (customer) => `اقترب موعد المحادثة مع ${customer}`,
      sla_breach: (customer) => `تأخرت المحادثة مع ${customer}`,
      snooze_over: (customer) => `عادت المحادثة المؤجلة مع ${customer}`,
    },
    page: {
      question: 'هل تريد إيقاف الإشعارات عبر البريد الإلكتروني؟',
      hint: 'ستظل ترى الإشعارات في اللوحة.',
      confirm: 'إيقاف',
      done: 'الإشعارات عبر البريد الإلكتروني متوقفة',
      doneHint: 'يمكنك تفعيلها مجددًا من ملفك الشخصي.',
      expired: 'لم يعد هذا الرابط صالحًا',
      expiredHint: 'يمكنك إيقاف الإشعارات عبر البريد الإلكتروني من ملفك الشخصي.',
    },
  },
}
