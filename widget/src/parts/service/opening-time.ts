const weekMs = 6 * 86_400_000

/** `9:00 AM`, with the weekday unless it is today, or with the date if that is not within a week. */
export function openingTime(at: Date, language: string, now = new Date()): string {
  const day: Intl.DateTimeFormatOptions =
    at.toDateString() === now.toDateString()
      ? {}
      : at.getTime() - now.getTime() < weekMs
        ? { weekday: 'long' }
        : { day: 'numeric', month: 'long' }
  const text = new Intl.DateTimeFormat(language, { ...day, hour: 'numeric', minute: '2-digit' }).format(at)
  // `9:00 AM` stays on one line.
  return text.replace(/[ \u202f](?=\S+$)/, '\u00a0')
}
