const unit = (value: number, name: 'minute' | 'hour', locale: string) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)

/** A duration in hours and minutes: `45 min`, `2 hr 5 min`, `40 hr`. Not in days, because a day of business hours has fewer hours. */
export function hoursText(seconds: number, locale: string): string {
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return unit(minutes, 'minute', locale)
  return rest === 0
    ? unit(hours, 'hour', locale)
    : `${unit(hours, 'hour', locale)} ${unit(rest, 'minute', locale)}`
}
