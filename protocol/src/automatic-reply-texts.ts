import type { AutomaticReplyKind } from './automatic-reply.ts'
import type { Language } from './provider.ts'

/** The built-in automatic replies. */
export const automaticReplyTexts: Record<AutomaticReplyKind, Record<Language, string>> = {
  greeting: {
    en: 'Thanks for your message. We will reply here.',
    tr: 'Mesajınız için teşekkürler. Size buradan yanıt vereceğiz.',
    de: 'Danke für Ihre Nachricht. Wir antworten Ihnen hier.',
    es: 'Gracias por su mensaje. Le responderemos aquí.',
    fr: 'Merci pour votre message. Nous vous répondrons ici.',
    ar: 'شكرًا لرسالتك. سنرد عليك هنا.',
  },
  away: {
    en: 'We are away right now and will reply when we are back.',
    tr: 'Şu anda yerimizde değiliz. Döndüğümüzde yanıt vereceğiz.',
    de: 'Wir sind gerade nicht da und antworten, sobald wir zurück sind.',
    es: 'En este momento no estamos disponibles. Le responderemos a nuestro regreso.',
    fr: 'Nous sommes absents pour le moment et vous répondrons à notre retour.',
    ar: 'نحن غير متاحين الآن وسنرد عليك عند عودتنا.',
  },
}
