import { contrast, linearRgb, luminance, readableOn } from './contrast.ts'

export type Scheme = 'light' | 'dark'

/**
 * What becomes of a provider's colour, by the names of the custom properties that the style sheets use. It may be any: what must be read has at least 4.5:1 in both schemes
 * (brand-colors.test.ts goes through a table of colours).
 */
export interface BrandColors {
  /** The visitor's own bubbles, the send button. */
  brand: string
  'on-brand': string
  /** Under the pointer: moved away from its text, so that the contrast grows. */
  'brand-hover': string
  /** The brand's hue as text and icon on the window and on the team's bubbles. */
  'brand-text': string
  /** A line around the brand's surfaces where it would melt into the window; else transparent. */
  'brand-edge': string
}

/** The hardest ground of each scheme that brand text stands on: grey 4 of tokens.css, and the window. */
const grounds = {
  light: { hardest: '#e8ecef', window: '#fdfdfe', edge: '#8a949b' },
  dark: { hardest: '#272e33', window: '#101417', edge: '#667078' },
} as const

export function brandColors(brand: string, scheme: Scheme): BrandColors {
  const { hardest, window, edge } = grounds[scheme]
  const onBrand = readableOn(brand)
  const [lightness, chroma, hue] = toOklch(brand)
  const step = scheme === 'light' ? -0.01 : 0.01
  let text = lightness
  while (
    text >= 0 &&
    text <= 1 &&
    contrast(luminance(fromOklch(text, chroma, hue)), luminance(hardest)) < 4.5
  ) {
    text += step
  }
  return {
    brand,
    'on-brand': onBrand,
    'brand-hover': fromOklch(lightness + (onBrand === '#fff' ? -0.05 : 0.04), chroma, hue),
    'brand-text': fromOklch(text, chroma, hue),
    'brand-edge': contrast(luminance(brand), luminance(window)) < 1.3 ? edge : 'transparent',
  }
}

/** Björn Ottosson's Oklab (2020), in polar form: lightness 0 to 1, chroma, hue in radians. */
function toOklch(hex: string): [lightness: number, chroma: number, hue: number] {
  const [r, g, b] = linearRgb(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const greenRed = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const blueYellow = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    Math.hypot(greenRed, blueYellow),
    Math.atan2(blueYellow, greenRed),
  ]
}

/** Back to `#rrggbb`; what sRGB cannot show is cut off at its edge. */
function fromOklch(lightness: number, chroma: number, hue: number): string {
  const greenRed = chroma * Math.cos(hue)
  const blueYellow = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * greenRed + 0.2158037573 * blueYellow) ** 3
  const m = (lightness - 0.1055613458 * greenRed - 0.0638541728 * blueYellow) ** 3
  const s = (lightness - 0.0894841775 * greenRed - 1.291485548 * blueYellow) ** 3
  const part = (linear: number) => {
    const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
    const byte = Math.round(Math.min(1, Math.max(0, value)) * 255)
    return byte.toString(16).padStart(2, '0')
  }
  return `#${part(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)}${part(
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
  )}${part(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)}`
}
