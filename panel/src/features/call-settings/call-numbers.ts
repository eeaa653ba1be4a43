import type { CallSettings } from '@parley/protocol/call-settings'

/** The settings that are typed as numbers. */
export type NumberField =
  | 'recording_days'
  | 'team_seconds'
  | 'offer_seconds'
  | 'queue_seconds'
  | 'connect_seconds'
  | 'grace_seconds'
  | 'wrap_up_seconds'
  | 'max_minutes'

/** The ranges the service accepts (protocol/src/call-settings.ts), inclusive. */
export const numberRanges: Record<NumberField, readonly [from: number, to: number]> = {
  recording_days: [1, 3650],
  team_seconds: [10, 300],
  offer_seconds: [10, 45],
  queue_seconds: [30, 600],
  connect_seconds: [10, 60],
  grace_seconds: [10, 120],
  wrap_up_seconds: [0, 300],
  max_minutes: [5, 480],
}

const numberFields = Object.keys(numberRanges).filter((key): key is NumberField =>
  Object.hasOwn(numberRanges, key),
)

/** The form's values: numbers as typed. */
export type CallForm = Omit<CallSettings, NumberField> & Record<NumberField, string>

export function formOf(settings: CallSettings): CallForm {
  const typed = Object.fromEntries(numberFields.map((field) => [field, String(settings[field])]))
  return { ...settings, ...(typed as Record<NumberField, string>) }
}

/** The typed whole number, or null if it is not valid or out of range. */
export function readNumber(field: NumberField, typed: string): number | null {
  const text = typed.trim()
  if (!/^\d{1,6}$/.test(text)) return null
  const [from, to] = numberRanges[field]
  const value = Number(text)
  return value >= from && value <= to ? value : null
}

/** Whether the form shows the field. */
function isShown(field: NumberField, { mode, recording, ring }: CallForm): boolean {
  if (mode === 'off') return false
  if (field === 'recording_days') return recording !== 'off'
  return field !== 'team_seconds' || ring === 'team_first'
}

/** The settings to save; null while a shown number is missing or out of range. Others that are not valid stay as stored. */
export function settingsOf(form: CallForm, stored: CallSettings): CallSettings | null {
  const numbers: Partial<Record<NumberField, number>> = {}
  for (const field of numberFields) {
    const value = readNumber(field, form[field]) ?? (isShown(field, form) ? null : stored[field])
    if (value === null) return null
    numbers[field] = value
  }
  return { ...form, ...(numbers as Record<NumberField, number>) }
}
