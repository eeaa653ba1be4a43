type Unit = 'minute' | 'hour' | 'day' | 'month' | 'year'

const minute = 60_000
const steps: { unit: Unit; length: number; until: number }[] = [
  { unit: 'minute', length: minute, until: 60 * minute },
  { unit: 'hour', length: 60 * minute, until: 24 * 60 * minute },
  { unit: 'day', length: 24 * 60 * minute, until: 30 * 24 * 60 * minute },
  { unit: 'month', length: 30.44 * 24 * 60 * minute, until: 365 * 24 * 60 * minute },
  { unit: 'year', length: 365.25 * 24 * 60 * minute, until: Infinity },
]

/** The distance in its largest unit, negative for the past; null within a minute of now. */
export function relativeParts(at: number, now: number): { value: number; unit: Unit } | null {
  const distance = at - now
  if (!Number.isFinite(distance) || Math.abs(distance) < minute) return null
  const step = steps.find(({ until }) => Math.abs(distance) < until)
  if (step === undefined) return null
  return { value: Math.trunc(distance / step.length) || Math.sign(distance), unit: step.unit }
}
