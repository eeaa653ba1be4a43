/** What a word or phrase means in a time. */
export type Meaning =
  | { kind: 'skip' | 'in' | 'clock' | 'am' | 'pm' }
  | { kind: 'unit'; unit: TimeUnit }
  | { kind: 'number'; value: number }
  | { kind: 'span'; amount: number; unit: TimeUnit }
  | { kind: 'day'; ahead: number }
  | { kind: 'part'; hour: number }
  | { kind: 'next'; unit: 'week' | 'month' }
  | { kind: 'weekday'; day: number }
  | { kind: 'month'; month: number }
export type TimeUnit = 'minute' | 'hour' | 'day' | 'week' | 'month'

/** Phrases of one language by meaning, separated by `|`. Weekdays and months come from the browser. */
interface Words {
  skip: string
  /** Before an amount: "in", "after". A unit that follows alone counts once. */
  in: string
  /** The number next to it is an hour. */
  clock: string
  am?: string
  pm?: string
  units: Record<TimeUnit, string>
  /** From 1 upwards. */
  numbers: string[]
  spans: [words: string, amount: number, unit: TimeUnit][]
  /** Today, tomorrow, the day after. */
  days: [string, string, string]
  /** Morning, noon, afternoon, evening. */
  parts: [string, string, string, string]
  nextWeek: string
  nextMonth: string
}

export type TimeLanguage = 'en' | 'tr' | 'de' | 'es' | 'fr' | 'ar'

export const timeWords: Record<TimeLanguage, Words> = {
  en: {
    skip: 'on|the|this|next|coming|from now|later|of|and|time',
    in: 'in|after',
    clock: 'at|by|around|o clock|oclock',
    am: 'am|a m',
    pm: 'pm|p m',
    units: {
      minute: 'm|min|mins|minute|minutes',
      hour: 'h|hr|hrs|hour|hours',
      day: 'd|day|days',
      week: 'w|week|weeks',
      month: 'month|months',
    },
    numbers: ['a|an|one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
    spans: [['half an hour|half hour', 30, 'minute']],
    days: ['today', 'tomorrow|tmrw|tmr', 'day after tomorrow'],
    parts: ['morning', 'noon|midday', 'afternoon', 'evening|tonight|night'],
    nextWeek: 'next week',
    nextMonth: 'next month',
  },
  tr: {
    skip: 'sonra|içinde|günü|da|de|ta|te|a|e|ya|ye|bu|gelecek|önümüzdeki',
    in: '',
    clock: 'saat',
    units: {
      minute: 'dk|dakika',
      hour: 'sa|saat',
      day: 'gün',
      week: 'hafta',
      month: 'ay',
    },
    numbers: ['bir', 'iki', 'üç', 'dört', 'beş', 'altı', 'yedi', 'sekiz', 'dokuz', 'on'],
    spans: [['yarım saat', 30, 'minute']],
    days: ['bugün', 'yarın', 'öbür gün|yarından sonra'],
    parts: ['sabah', 'öğle|öğlen|öğlende', 'öğleden sonra', 'akşam|akşama|gece'],
    nextWeek: 'haftaya|gelecek hafta|önümüzdeki hafta',
    nextMonth: 'gelecek ay|önümüzdeki ay',
  },
  de: {
    skip: 'am|den|der|dem|diesen|nächsten|nächster|kommenden|an|von jetzt|und',
    in: 'in|nach',
    clock: 'um|uhr|gegen|ab',
    units: {
      minute: 'm|min|minute|minuten',
      hour: 'h|std|stunde|stunden',
      day: 'tag|tage|tagen',
      week: 'woche|wochen',
      month: 'monat|monate|monaten',
    },
    numbers: [
      'ein|eins|eine|einer|einem|einen',
      'zwei',
      'drei',
      'vier',
      'fünf',
      'sechs',
      'sieben',
      'acht',
      'neun',
      'zehn',
    ],
    spans: [['halbe stunde|halben stunde|einer halben stunde|eine halbe stunde', 30, 'minute']],
    days: ['heute', 'morgen', 'übermorgen'],
    parts: [
      'morgen|morgens|früh|vormittag|vormittags',
      'mittag|mittags',
      'nachmittag|nachmittags',
      'abend|abends',
    ],
    nextWeek: 'nächste woche|kommende woche',
    nextMonth: 'nächsten monat|nächster monat|kommenden monat',
  },
  es: {
    skip: 'el|la|los|por|de|este|esta|próximo|que viene|y',
    in: 'en|dentro de|después de',
    clock: 'a las|a la|sobre las|las',
    am: 'am|a m',
    pm: 'pm|p m',
    units: {
      minute: 'm|min|minuto|minutos',
      hour: 'h|hora|horas',
      day: 'día|días',
      week: 'semana|semanas',
      month: 'mes|meses',
    },
    numbers: ['un|una|uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez'],
    spans: [['media hora', 30, 'minute']],
    days: ['hoy', 'mañana', 'pasado mañana'],
    parts: ['mañana', 'mediodía', 'tarde', 'noche'],
    nextWeek: 'próxima semana|semana próxima|semana que viene',
    nextMonth: 'próximo mes|mes próximo|mes que viene',
  },
  fr: {
    skip: 'le|la|l|ce|cet|cette|du|de|au|prochain|prochaine|et',
    in: 'dans|après|d ici',
    clock: 'à|vers|heures pile',
    units: {
      minute: 'm|min|minute|minutes',
      hour: 'h|heure|heures',
      day: 'j|jour|jours',
      week: 'semaine|semaines',
      month: 'mois',
    },
    numbers: ['un|une', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix'],
    spans: [['demi heure|une demi heure', 30, 'minute']],
    days: ['aujourd hui', 'demain', 'après demain'],
    parts: ['matin', 'midi', 'après midi', 'soir'],
    nextWeek: 'semaine prochaine',
    nextMonth: 'mois prochain',
  },
  ar: {
    skip: 'في|القادم|القادمة|المقبل|المقبلة|من الآن|و',
    in: 'بعد|خلال',
    clock: 'الساعة|عند',
    am: 'صباحا|ص',
    pm: 'مساء|م',
    units: {
      minute: 'دقيقة|دقائق',
      hour: 'ساعة|ساعات',
      day: 'يوم|أيام',
      week: 'أسبوع|أسابيع',
      month: 'شهر|أشهر|شهور',
    },
    numbers: [
      'واحد|واحدة',
      'اثنان|اثنتان',
      'ثلاث|ثلاثة',
      'أربع|أربعة',
      'خمس|خمسة',
      'ست|ستة',
      'سبع|سبعة',
      'ثماني|ثمانية',
      'تسع|تسعة',
      'عشر|عشرة',
    ],
    spans: [
      ['نصف ساعة', 30, 'minute'],
      ['دقيقتين|دقيقتان', 2, 'minute'],
      ['ساعتين|ساعتان', 2, 'hour'],
      ['يومين|يومان', 2, 'day'],
      ['أسبوعين|أسبوعان', 2, 'week'],
      ['شهرين|شهران', 2, 'month'],
    ],
    days: ['اليوم', 'غدا|غد|بكرة', 'بعد غد|بعد بكرة'],
    parts: ['الصباح|صباح', 'ظهرا|الظهر', 'عصرا|العصر|بعد الظهر', 'المساء|الليلة'],
    nextWeek: 'الأسبوع القادم|الأسبوع المقبل',
    nextMonth: 'الشهر القادم|الشهر المقبل',
  },
}
