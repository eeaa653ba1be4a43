const two = (value: number) => String(value).padStart(2, '0')

/** Formats seconds as a clock: `0:07`, `12:30`, `1:02:03`. Never negative. */
export function clockDuration(seconds: number, locale: string): string {
  const whole = Math.max(0, Math.floor(seconds))
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  const text = shown.map((part, index) => (index === 0 ? String(part) : two(part))).join(':')
  return inDigitsOf(text, locale)
}

/** Uses the locale's digits. */
function inDigitsOf(text: string, locale: string): string {
  const zero = new Intl.NumberFormat(locale).format(0)
  if (zero === '0') return text
  return text.replaceAll(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 48) + Number(digit)))
}
