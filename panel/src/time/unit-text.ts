const dayMinutes = 1440
const hourMinutes = 60

/** Minutes in their largest whole unit: 90 minutes, 3 hours, 2 days. */
export function unitText(minutes: number, locale: string): string {
  const [unit, size] =
    minutes % dayMinutes === 0
      ? (['day', dayMinutes] as const)
      : minutes % hourMinutes === 0
        ? (['hour', hourMinutes] as const)
        : (['minute', 1] as const)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(minutes / size)
}

/** Durations offered for a snooze, and a chosen one that is not among them. */
export function snoozeMinutes(chosen: number | null): number[] {
  const offered = [60, 180, 1440, 4320, 10_080]
  return [...new Set([...offered, ...(chosen === null ? [] : [chosen])])].toSorted((a, b) => a - b)
}
