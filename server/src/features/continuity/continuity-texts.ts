import type { Language } from '@parley/protocol/provider'

export interface ContinuityTexts {
  confirmSubject: string
  /** `{title}`: the name of the widget. */
  confirm: string[]
  messagesSubject: string
  messages: string
  attachment: string
  view: string
  /** On the page behind `view`. */
  chat: string
  reply: string
  noReply: string
  unsubscribe: string
  pages: Record<
    'confirm' | 'unsubscribe' | 'subscribe',
    { title: string; text: string; button: string; done: string }
  >
}

export const continuityTexts: Record<Language, ContinuityTexts> = {
  en: {
    confirmSubject: '{title} has replied to you',
    confirm: [
      '{title} has replied to a message in the chat on its website. Someone, probably you, asked for replies to this address.',
      'Confirm the address to receive them by e-mail:',
      'If it was not you, ignore this e-mail: without a confirmation, no messages are sent here.',
    ],
    messagesSubject: 'New messages from {title}',
    messages: '{title} wrote to you in the chat:',
    attachment: 'Attachment',
    view: 'Read the conversation',
    chat: 'Continue in the chat',
    reply: 'Reply to this e-mail to answer.',
    noReply: 'Replies to this e-mail are not read. Answer in the chat.',
    unsubscribe: 'Stop these e-mails',
    pages: {
      confirm: {
        title: 'Confirm your address',
        text: 'Unread chat messages from {title} will be sent to {email}.',
        button: 'Confirm',
        done: 'Confirmed. You can close this page.',
      },
      unsubscribe: {
        title: 'Stop these e-mails',
        text: 'You will no longer receive chat messages from {title} at {email}.',
        button: 'Stop e-mails',
        done: 'You no longer receive these e-mails. You can close this page.',
      },
      subscribe: {
        title: 'Receive these e-mails again',
        text: 'If you subscribe again, unread chat messages from {title} will be sent to {email}.',
        button: 'Subscribe again',
        done: 'Done. You will receive these e-mails again.',
      },
    },
  },
  tr: {
    confirmSubject: '{title} size yanıt verdi',
    confirm: [
      '{title}, web sitesindeki sohbette bir mesaja yanıt verdi. Biri, muhtemelen siz, yanıtların bu adrese gelmesini istedi.',
      'Yanıtları e-postayla almak için adresi onaylayın:',
      'Siz değilseniz bu e-postayı yok sayın: onay olmadan buraya mesaj gönderilmez.',
    ],
    messagesSubject: '{title}: yeni mesajlar',
    messages: '{title} size sohbette yazdı:',
    attachment: 'Ek',
    view: 'Konuşmayı oku',
    chat: 'Sohbette devam et',
    reply: 'Cevap vermek için bu e-postayı yanıtlayın.',
    noReply: 'Bu e-postaya verilen yanıtlar okunmaz. Sohbette cevap verin.',
    unsubscribe: 'Bu e-postaları durdur',
    pages: {
      confirm: {
        title: 'Adresinizi onaylayın',
        text: '{title} tarafından gönderilen ve sohbette okumadığınız mesajlar {email} adresine gönderilir.',
        button: 'Onayla',
        done: 'Onaylandı. Bu sayfayı kapatabilirsiniz.',
      },
      unsubscribe: {
        title: 'Bu e-postaları durdur',
        text: '{title}, {email} adresine artık sohbet mesajı göndermez.',
        button: 'E-postaları durdur',
        done: 'Bu e-postaları artık almayacaksınız. Bu sayfayı kapatabilirsiniz.',
      },
      subscribe: {
        title: 'Bu e-postaları yeniden al',
        text: 'Yeniden abone olursanız {title} tarafından gönderilen ve sohbette okumadığınız mesajlar {email} adresine gönderilir.',
        button: 'Yeniden abone ol',
        done: 'Tamam. Bu e-postaları yeniden alacaksınız.',
      },
    },
  },
  de: {
    confirmSubject: '{title} hat Ihnen geantwortet',
    confirm: [
      '{title} hat auf eine Nachricht im Chat der Website geantwortet. Jemand, vermutlich Sie, hat um Antworten an diese Adresse gebeten.',
      'Bestätigen Sie die Adresse, um die Antworten per E-Mail zu erhalten:',
      'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Ohne Bestätigung werden keine Nachrichten hierher gesendet.',
    ],
    messagesSubject: 'Neue Nachrichten von {title}',
    messages: '{title} hat Ihnen im Chat geschrieben:',
    attachment: 'Anhang',
    view: 'Gespräch lesen',
    chat: 'Im Chat weiterschreiben',
    reply: 'Sie können direkt auf diese E-Mail antworten.',
    noReply: 'Antworten auf diese E-Mail werden nicht gelesen. Antworten Sie im Chat.',
    unsubscribe: 'Diese E-Mails abbestellen',
    pages: {
      confirm: {
        title: 'Adresse bestätigen',
        text: 'Nachrichten von {title}, die Sie im Chat nicht gelesen haben, werden an {email} gesendet.',
        button: 'Bestätigen',
        done: 'Bestätigt. Sie können diese Seite schließen.',
      },
      unsubscribe: {
        title: 'Diese E-Mails abbestellen',
        text: '{title} sendet keine Nachrichten aus dem Chat mehr an {email}.',
        button: 'Abbestellen',
        done: 'Sie erhalten diese E-Mails nicht mehr. Sie können diese Seite schließen.',
      },
      subscribe: {
        title: 'Diese E-Mails wieder erhalten',
        text: 'Wenn Sie diese E-Mails wieder abonnieren, werden Nachrichten von {title}, die Sie im Chat nicht gelesen haben, an {email} gesendet.',
        button: 'Wieder abonnieren',
        done: 'Erledigt. Sie erhalten diese E-Mails wieder.',
      },
    },
  },
  es: {
    confirmSubject: '{title} le ha respondido',
    confirm: [
      '{title} ha respondido a un mensaje en el chat de su sitio web. Alguien, probablemente usted, pidió recibir las respuestas en esta dirección.',
      'Confirme la dirección para recibirlas por correo electrónico:',
      'Si no fue usted, ignore este correo: sin confirmación no se envían mensajes aquí.',
    ],
    messagesSubject: 'Nuevos mensajes de {title}',
    messages: '{title} le ha escrito en el chat:',
    attachment: 'Archivo adjunto',
    view: 'Leer la conversación',
    chat: 'Continuar en el chat',
    reply: 'Responda a este correo para contestar.',
    noReply: 'Las respuestas a este correo no se leen. Conteste en el chat.',
    unsubscribe: 'No recibir más estos correos',
    pages: {
      confirm: {
        title: 'Confirme su dirección',
        text: 'Los mensajes de {title} que no haya leído en el chat se envían a {email}.',
        button: 'Confirmar',
        done: 'Confirmado. Puede cerrar esta página.',
      },
      unsubscribe: {
        title: 'No recibir más estos correos',
        text: '{title} ya no envía mensajes del chat a {email}.',
        button: 'Dejar de recibir',
        done: 'Ya no recibirá estos correos. Puede cerrar esta página.',
      },
      subscribe: {
        title: 'Volver a recibir estos correos',
        text: 'Si vuelve a suscribirse, los mensajes de {title} que no haya leído en el chat se enviarán a {email}.',
        button: 'Volver a suscribirme',
        done: 'Listo. Volverá a recibir estos correos.',
      },
    },
  },
  fr: {
    confirmSubject: '{title} vous a répondu',
    confirm: [
      '{title} a répondu à un message dans le chat de son site web. Quelqu’un, sans doute vous, a demandé à recevoir les réponses à cette adresse.',
      'Confirmez l’adresse pour les recevoir par e-mail :',
      'Si ce n’était pas vous, ignorez cet e-mail : sans confirmation, aucun message n’est envoyé ici.',
    ],
    messagesSubject: 'Nouveaux messages de {title}',
    messages: '{title} vous a écrit dans le chat :',
    attachment: 'Pièce jointe',
    view: 'Lire la conversation',
    chat: 'Continuer dans le chat',
    reply: 'Vous pouvez répondre directement à cet e-mail.',
    noReply: 'Les réponses à cet e-mail ne sont pas lues. Répondez dans le chat.',
    unsubscribe: 'Ne plus recevoir ces e-mails',
    pages: {
      confirm: {
        title: 'Confirmez votre adresse',
        text: 'Les messages de {title} que vous n’avez pas lus dans le chat sont envoyés à {email}.',
        button: 'Confirmer',
        done: 'C’est confirmé. Vous pouvez fermer cette page.',
      },
      unsubscribe: {
        title: 'Ne plus recevoir ces e-mails',
        text: '{title} n’envoie plus de messages du chat à {email}.',
        button: 'Ne plus recevoir',
        done: 'Vous ne recevrez plus ces e-mails. Vous pouvez fermer cette page.',
      },
      subscribe: {
        title: 'Recevoir de nouveau ces e-mails',
        text: 'Si vous vous réabonnez, les messages de {title} que vous n’avez pas lus dans le chat seront envoyés à {email}.',
        button: 'Se réabonner',
        done: 'C’est fait. Vous recevrez de nouveau ces e-mails.',
      },
    },
  },
  ar: {
    confirmSubject: 'ردّ عليك {title}',
    confirm: [
      'ردّ {title} على رسالة في الدردشة على موقعه. طلب شخص ما، ربما أنت، إرسال الردود إلى هذا العنوان.',
      'أكّد العنوان لتصلك الردود بالبريد الإلكتروني:',
      'إن لم تكن أنت، فتجاهل هذه الرسالة: لا تُرسل أي رسائل إلى هنا من دون تأكيد.',
    ],
    messagesSubject: 'رسائل جديدة من {title}',
    messages: 'كتب إليك {title} في الدردشة:',
    attachment: 'مرفق',
    view: 'اقرأ المحادثة',
    chat: 'تابع في الدردشة',
    reply: 'للإجابة، ردّ على هذه الرسالة.',
    noReply: 'لا تُقرأ الردود على هذه الرسالة. أجب في الدردشة.',
    unsubscribe: 'إيقاف هذه الرسائل',
    pages: {
      confirm: {
        title: 'أكّد عنوانك',
        text: 'تُرسل رسائل {title} التي لم تقرأها في الدردشة إلى {email}.',
        button: 'تأكيد',
        done: 'تم التأكيد. يمكنك إغلاق هذه الصفحة.',
      },
      unsubscribe: {
        title: 'إيقاف هذه الرسائل',
        text: 'لن يرسل {title} رسائل من الدردشة إلى {email} بعد الآن.',
        button: 'إيقاف الرسائل',
        done: 'لن تصلك هذه الرسائل بعد الآن. يمكنك إغلاق هذه الصفحة.',
      },
      subscribe: {
        title: 'استلام هذه الرسائل مجددًا',
        text: 'إذا أعدت الاشتراك، فستُرسل رسائل {title} التي لم تقرأها في الدردشة إلى {email}.',
        button: 'إعادة الاشتراك',
        done: 'تم. ستصلك هذه الرسائل مجددًا.',
      },
    },
  },
}

export const fill = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
