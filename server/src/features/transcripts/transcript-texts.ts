import type { Language } from '@parley/protocol/provider'

export interface TranscriptTexts {
  title: string
  you: string
  /** After the name of an AI agent. */
  ai: string
  attachment: string
  edited: string
  /** The conversation has more messages than a transcript. */
  shortened: string
  /** `{link}` is a paragraph of its own. `textOfAgent`: an agent sent it. */
  mail: { subject: string; text: string[]; textOfAgent: string[] }
}

export const transcriptTexts: Record<Language, TranscriptTexts> = {
  en: {
    title: 'Conversation',
    you: 'You',
    ai: 'AI',
    attachment: 'Attachment',
    edited: 'edited',
    shortened: 'Earlier messages are not included.',
    mail: {
      subject: 'Your conversation',
      text: [
        'You asked for a copy of your conversation with {title}. Download it here within 7 days:',
        '{link}',
        'Anyone with this link can read the conversation. If you did not ask for it, ignore this e-mail.',
      ],
      textOfAgent: [
        '{title} sends you a copy of your conversation. Download it here within 7 days:',
        '{link}',
        'Anyone with this link can read the conversation. If you do not know {title}, ignore this e-mail.',
      ],
    },
  },
  tr: {
    title: 'Konuşma',
    you: 'Siz',
    ai: 'Yapay zekâ',
    attachment: 'Ek',
    edited: 'düzenlendi',
    shortened: 'Daha eski mesajlar dahil değildir.',
    mail: {
      subject: 'Konuşmanız',
      text: [
        '{title} ile konuşmanızın bir kopyasını istediniz. 7 gün içinde buradan indirebilirsiniz:',
        '{link}',
        'Bu bağlantıya sahip olan herkes konuşmayı okuyabilir. Bunu siz istemediyseniz bu e-postayı dikkate almayın.',
      ],
      textOfAgent: [
        '{title} size konuşmanızın bir kopyasını gönderiyor. 7 gün içinde buradan indirebilirsiniz:',
        '{link}',
        'Bu bağlantıya sahip olan herkes konuşmayı okuyabilir. {title} size tanıdık gelmiyorsa bu e-postayı dikkate almayın.',
      ],
    },
  },
  de: {
    title: 'Gespräch',
    you: 'Sie',
    ai: 'KI',
    attachment: 'Anhang',
    edited: 'bearbeitet',
    shortened: 'Frühere Nachrichten sind nicht enthalten.',
    mail: {
      subject: 'Ihr Gespräch',
      text: [
        'Sie haben eine Kopie Ihres Gesprächs mit {title} angefordert. Laden Sie sie innerhalb von 7 Tagen hier herunter:',
        '{link}',
        'Wer diesen Link hat, kann das Gespräch lesen. Wenn Sie sie nicht angefordert haben, ignorieren Sie diese E-Mail.',
      ],
      textOfAgent: [
        '{title} sendet Ihnen eine Kopie Ihres Gesprächs. Laden Sie sie innerhalb von 7 Tagen hier herunter:',
        '{link}',
        'Wer diesen Link hat, kann das Gespräch lesen. Wenn Sie {title} nicht kennen, ignorieren Sie diese E-Mail.',
      ],
    },
  },
  es: {
    title: 'Conversación',
    you: 'Usted',
    ai: 'IA',
    attachment: 'Archivo adjunto',
    edited: 'editado',
    shortened: 'No se incluyen los mensajes anteriores.',
    mail: {
      subject: 'Su conversación',
      text: [
        'Ha pedido una copia de su conversación con {title}. Descárguela aquí en un plazo de 7 días:',
        '{link}',
        'Cualquiera que tenga este enlace puede leer la conversación. Si no la ha pedido, ignore este correo.',
      ],
      textOfAgent: [
        '{title} le envía una copia de su conversación. Descárguela aquí en un plazo de 7 días:',
        '{link}',
        'Cualquiera que tenga este enlace puede leer la conversación. Si no conoce {title}, ignore este correo.',
      ],
    },
  },
  fr: {
    title: 'Conversation',
    you: 'Vous',
    ai: 'IA',
    attachment: 'Pièce jointe',
    edited: 'modifié',
    shortened: 'Les messages précédents ne sont pas inclus.',
    mail: {
      subject: 'Votre conversation',
      text: [
        'Vous avez demandé une copie de votre conversation avec {title}. Téléchargez-la ici dans les 7 jours :',
        '{link}',
        'Toute personne disposant de ce lien peut lire la conversation. Si vous n’avez rien demandé, ignorez cet e-mail.',
      ],
      textOfAgent: [
        '{title} vous envoie une copie de votre conversation. Téléchargez-la ici dans les 7 jours :',
        '{link}',
        'Toute personne disposant de ce lien peut lire la conversation. Si vous ne connaissez pas {title}, ignorez cet e-mail.',
      ],
    },
  },
  ar: {
    title: 'المحادثة',
    you: 'أنت',
    ai: 'ذكاء اصطناعي',
    attachment: 'مرفق',
    edited: 'معدّلة',
    shortened: 'الرسائل الأقدم غير مضمّنة.',
    mail: {
      subject: 'محادثتك',
      text: [
        'طلبت نسخة من محادثتك مع {title}. نزّلها من هنا خلال 7 أيام:',
        '{link}',
        'يمكن لأي شخص لديه هذا الرابط قراءة المحادثة. إذا لم تطلبها فتجاهل هذه الرسالة.',
      ],
      textOfAgent: [
        'يرسل إليك {title} نسخة من محادثتك. نزّلها من هنا خلال 7 أيام:',
        '{link}',
        'يمكن لأي شخص لديه هذا الرابط قراءة المحادثة. إذا كنت لا تعرف {title} فتجاهل هذه الرسالة.',
      ],
    },
  },
}
