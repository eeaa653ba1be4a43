import type { Language } from '@parley/protocol/provider'

/** Sample texts of the preview in each language. */
export interface Sample {
  greeting: string
  replies: string
  question: string
  answer: string
  write: string
}

export const samples: Record<Language, Sample> = {
  en: {
    greeting: 'Hello! How can we help?',
    replies: 'Usually replies in 4 minutes',
    question: 'Do you ship to Norway?',
    answer: 'We do! It takes three to five days.',
    write: 'Write a message',
  },
  tr: {
    greeting: 'Merhaba! Size nasıl yardımcı olabiliriz?',
    replies: 'Genellikle 4 dakikada yanıt verir',
    question: 'Norveç’e gönderiyor musunuz?',
    answer: 'Evet! Üç ila beş gün sürer.',
    write: 'Mesaj yazın',
  },
  de: {
    greeting: 'Hallo! Wie können wir helfen?',
    replies: 'Antwortet meist in 4 Minuten',
    question: 'Liefern Sie nach Norwegen?',
    answer: 'Ja! Es dauert drei bis fünf Tage.',
    write: 'Nachricht schreiben',
  },
  es: {
    greeting: '¡Hola! ¿En qué podemos ayudarle?',
    replies: 'Suele responder en 4 minutos',
    question: '¿Envían a Noruega?',
    answer: '¡Sí! Tarda de tres a cinco días.',
    write: 'Escriba un mensaje',
  },
  fr: {
    greeting: 'Bonjour ! Comment pouvons-nous vous aider ?',
    replies: 'Répond en général en 4 minutes',
    question: 'Livrez-vous en Norvège ?',
    answer: 'Oui ! Comptez trois à cinq jours.',
    write: 'Écrivez un message',
  },
  ar: {
    greeting: 'مرحبًا! كيف يمكننا مساعدتك؟',
    replies: 'الرد عادةً خلال 4 دقائق',
    question: 'هل تشحنون إلى النرويج؟',
    answer: 'نعم! يستغرق ذلك من ثلاثة إلى خمسة أيام.',
    write: 'اكتب رسالة',
  },
}

export const isSampleLanguage = (tag: string): tag is Language => Object.hasOwn(samples, tag)

/** Language names in their own language. */
export const sampleLanguages: { value: Language; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'tr', label: 'Türkçe' },
  { value: 'de', label: 'Deutsch' },
  { value: 'es', label: 'Español' },
  { value: 'fr', label: 'Français' },
  { value: 'ar', label: 'العربية' },
]
