/** Linear red, green and blue (0 to 1) of `#rrggbb`. Anything else counts as black. */
export function linearRgb(hex: string): [red: number, green: number, blue: number] {
  const value = Number.parseInt(hex.slice(1), 16) || 0
  const part = (shift: number) => {
    const share = ((value >> shift) & 255) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return [part(16), part(8), part(0)]
}

/** WCAG 2.2 relative luminance (0 to 1). */
export function luminance(hex: string): number {
  const [red, green, blue] = linearRgb(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG contrast of two luminances, 1 to 21. */
export function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/**
 * White if it has a contrast of 4.5:1 on this colour, else black, which then has at least 4.6:1.
 */
export function readableOn(hex: string): '#fff' | '#000' {
  return contrast(luminance(hex), 1) >= 4.5 ? '#fff' : '#000'
}
