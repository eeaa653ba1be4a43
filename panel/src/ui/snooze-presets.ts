import type { Messages } from '../messages/en.ts'

type Texts = Messages['inbox']['triage']['presets']

/** The hour of presets that name a day. */
const morningHour = 9

/** In the browser's time zone. */
export function snoozePresets(texts: Texts, now: Date): { label: string; moment: Date }[] {
  const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  const inDays = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morningHour)
  // getDay() is 0 on Sundays.
  const toMonday = 7 - ((now.getDay() + 6) % 7)
  return [
    { label: texts.hours(1), moment: inHours(1) },
    { label: texts.hours(3), moment: inHours(3) },
    { label: texts.tomorrow, moment: inDays(1) },
    // On Sundays, Monday is tomorrow.
    ...(toMonday > 1 ? [{ label: texts.nextWeek, moment: inDays(toMonday) }] : []),
  ]
}
