import { describe, expect, test } from 'vitest'
import { parseTime } from './parse-time.ts'
import type { TimeLanguage } from './time-words.ts'

/** A Wednesday. */
const now = new Date(2026, 3, 15, 14, 20)

const pad = (value: number) => String(value).padStart(2, '0')
function read(text: string, language: TimeLanguage): string | null {
  const moment = parseTime(text, language, now)
  if (moment === null) return null
  const day = `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`
  return `${day} ${pad(moment.getHours())}:${pad(moment.getMinutes())}`
}

const tomorrowAtNine = '2026-04-16 09:00'
const inTwoHours = '2026-04-15 16:20'
const mondayAtNine = '2026-04-20 09:00'

const phrases: Record<TimeLanguage, Record<string, string>> = {
  en: {
    'tomorrow 9am': tomorrowAtNine,
    'Tomorrow at 9:00': tomorrowAtNine,
    tomorrow: tomorrowAtNine,
    'in 2 hours': inTwoHours,
    '2h': inTwoHours,
    'in an hour': '2026-04-15 15:20',
    'half an hour': '2026-04-15 14:50',
    '45 min': '2026-04-15 15:05',
    '1 hour 30 minutes': '2026-04-15 15:50',
    'in 3 days at 8am': '2026-04-18 08:00',
    'in a week': '2026-04-22 14:20',
    monday: mondayAtNine,
    'next Monday': mondayAtNine,
    wednesday: '2026-04-22 09:00',
    'fri 5:30 pm': '2026-04-17 17:30',
    'next week': mondayAtNine,
    'next month': '2026-05-01 09:00',
    'tomorrow afternoon': '2026-04-16 15:00',
    'this evening': '2026-04-15 18:00',
    'tomorrow 3 in the afternoon': '2026-04-16 15:00',
    'at 16:00': '2026-04-15 16:00',
    '9am': tomorrowAtNine,
    '12am': '2026-04-16 00:00',
    'day after tomorrow noon': '2026-04-17 12:00',
    '24 Dec': '2026-12-24 09:00',
    'December 24 at 10': '2026-12-24 10:00',
    '2026-06-01 08:30': '2026-06-01 08:30',
    'March 3': '2027-03-03 09:00',
  },
  de: {
    'morgen 9 Uhr': tomorrowAtNine,
    'morgen um 9': tomorrowAtNine,
    'morgen früh': tomorrowAtNine,
    'in 2 Stunden': inTwoHours,
    'in einer halben Stunde': '2026-04-15 14:50',
    übermorgen: '2026-04-17 09:00',
    'Montag 14:30': '2026-04-20 14:30',
    'nächste Woche': mondayAtNine,
    'heute Abend': '2026-04-15 18:00',
    '24.12. 8:00': '2026-12-24 08:00',
    '3. Mai': '2026-05-03 09:00',
    'in zwei Wochen': '2026-04-29 14:20',
  },
  tr: {
    'yarın 9': tomorrowAtNine,
    "yarın saat 9'da": tomorrowAtNine,
    'YARIN SABAH': tomorrowAtNine,
    '2 saat sonra': inTwoHours,
    'yarım saat sonra': '2026-04-15 14:50',
    pazartesi: mondayAtNine,
    'haftaya salı': '2026-04-21 09:00',
    'öğleden sonra 4': '2026-04-15 16:00',
    'saat 17:30': '2026-04-15 17:30',
    '3 gün sonra': '2026-04-18 14:20',
    'cuma günü 10.30': '2026-04-17 10:30',
  },
  es: {
    'mañana a las 9': tomorrowAtNine,
    'mañana por la mañana': tomorrowAtNine,
    'manana 9': tomorrowAtNine,
    'en 2 horas': inTwoHours,
    'dentro de media hora': '2026-04-15 14:50',
    'pasado mañana': '2026-04-17 09:00',
    'el lunes': mondayAtNine,
    'la próxima semana': mondayAtNine,
    'esta tarde a las 5': '2026-04-15 17:00',
    '24 de diciembre': '2026-12-24 09:00',
  },
  fr: {
    'demain 9h': tomorrowAtNine,
    'demain à 9h00': tomorrowAtNine,
    'demain matin': tomorrowAtNine,
    'dans 2 heures': inTwoHours,
    'dans 2h': inTwoHours,
    'dans une demi-heure': '2026-04-15 14:50',
    'après-demain': '2026-04-17 09:00',
    'lundi 14h30': '2026-04-20 14:30',
    'la semaine prochaine': mondayAtNine,
    'ce soir': '2026-04-15 18:00',
    '24/12 à 8h': '2026-12-24 08:00',
  },
  ar: {
    'غداً 9 صباحاً': tomorrowAtNine,
    'غدا الساعة ٩': tomorrowAtNine,
    'بعد ساعتين': inTwoHours,
    'بعد 2 ساعات': inTwoHours,
    'بعد ساعة': '2026-04-15 15:20',
    'بعد نصف ساعة': '2026-04-15 14:50',
    'بعد غد': '2026-04-17 09:00',
    'يوم الإثنين': mondayAtNine,
    'الأسبوع القادم': mondayAtNine,
    'غدا مساء': '2026-04-16 18:00',
    'بعد يومين': '2026-04-17 14:20',
  },
}

describe.each(Object.keys(phrases) as TimeLanguage[])('in %s', (language) => {
  const unreadable = ['', 'later', 'shoe', '9', 'tomorrow tomorrow', '99:99', '1999-01-01', 'in 3 years']
  test.each(unreadable)('“%s” is not a time', (text) => {
    expect(read(text, language)).toBeNull()
  })

  test.each(Object.entries(phrases[language]))('“%s” is %s', (text, expected) => {
    expect(read(text, language)).toBe(expected)
  })
})

test('a time today that has passed is rejected', () => {
  expect(read('today 9am', 'en')).toBeNull()
  expect(read('today', 'en')).toBeNull()
})

test('a date that does not exist is rejected', () => {
  expect(read('31 April', 'en')).toBeNull()
})
