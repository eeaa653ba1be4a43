/** Copies of protocol/src/contrast.ts, because the widget takes the protocol as types only. theme.test.ts compares them. */
export function luminance(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16)
  const part = (shift: number) => {
    const share = ((value >> shift) & 255) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
}

export const contrast = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
