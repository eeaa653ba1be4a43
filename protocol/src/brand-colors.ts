import { contrast, linearRgb, luminance, readableOn } from './contrast.ts'
import type { BrandColors } from './provider.ts'

/** Of each scheme: the background with the least contrast to brand text (grey 4 of tokens.css), and the window. */
const schemes = {
  light: { hardest: '#e8ecef', window: '#fdfdfe', edge: '#8a949b', step: -0.01 },
  dark: { hardest: '#272e33', window: '#101417', edge: '#667078', step: 0.01 },
}

export function brandColors(brand: string): BrandColors {
  const on_brand = readableOn(brand)
  const [lightness, chroma, hue] = toOklch(brand)
  const brand_hover = fromOklch(lightness + (on_brand === '#fff' ? -0.05 : 0.04), chroma, hue)
  function inScheme({ hardest, window, edge, step }: (typeof schemes)['light']): BrandColors['light'] {
    let text = lightness
    while (
      text >= 0 &&
      text <= 1 &&
      contrast(luminance(fromOklch(text, chroma, hue)), luminance(hardest)) < 4.5
    ) {
      text += step
    }
    return {
      brand_text: fromOklch(text, chroma, hue),
      brand_edge: contrast(luminance(brand), luminance(window)) < 1.3 ? edge : 'transparent',
    }
  }
  return {
    both: { brand, on_brand, brand_hover },
    light: inScheme(schemes.light),
    dark: inScheme(schemes.dark),
  }
}

/** Björn Ottosson's Oklab (2020), in polar form: lightness 0 to 1, chroma, hue in radians. */
function toOklch(hex: string): [lightness: number, chroma: number, hue: number] {
  const [r, g, b] = linearRgb(hex)
  const l = Math.cbrt(0.412221 * r + 0.536333 * g + 0.051446 * b)
  const m = Math.cbrt(0.211903 * r + 0.6807 * g + 0.107397 * b)
  const s = Math.cbrt(0.088302 * r + 0.281719 * g + 0.629979 * b)
  const greenRed = 1.977998 * l - 2.428592 * m + 0.450594 * s
  const blueYellow = 0.025904 * l + 0.782772 * m - 0.808676 * s
  return [
    0.210454 * l + 0.793618 * m - 0.004072 * s,
    Math.hypot(greenRed, blueYellow),
    Math.atan2(blueYellow, greenRed),
  ]
}

/** Returns `#rrggbb`, clipped to sRGB. */
function fromOklch(lightness: number, chroma: number, hue: number): string {
  const greenRed = chroma * Math.cos(hue)
  const blueYellow = chroma * Math.sin(hue)
  const l = (lightness + 0.396338 * greenRed + 0.215804 * blueYellow) ** 3
  const m = (lightness - 0.105561 * greenRed - 0.063854 * blueYellow) ** 3
  const s = (lightness - 0.089484 * greenRed - 1.291486 * blueYellow) ** 3
  const part = (linear: number) => {
    const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
    const byte = Math.round(Math.min(1, Math.max(0, value)) * 255)
    return byte.toString(16).padStart(2, '0')
  }
  return `#${part(4.076742 * l - 3.307712 * m + 0.23097 * s)}${part(
    -1.268438 * l + 2.609757 * m - 0.341319 * s,
  )}${part(-0.004196 * l - 0.703419 * m + 1.707615 * s)}`
}
