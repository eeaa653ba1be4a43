import type { MediaRecord } from '@parley/protocol/media'

/** Image types that every browser displays. Others, including SVG, are downloads. */
const drawable = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

export const isImage = ({ mime }: Pick<MediaRecord, 'mime'>): boolean => drawable.has(mime)

/** Maximum size of an image in the timeline, in pixels. */
const largest = { width: 320, height: 320 }

/** Display size of an image: scaled down in proportion, square if its size is unknown. */
export function imageSize({ width, height }: Pick<MediaRecord, 'width' | 'height'>): {
  width: number
  height: number
} {
  if (width === null || height === null || width <= 0 || height <= 0) return { width: 240, height: 240 }
  const scale = Math.min(1, largest.width / width, largest.height / height)
  return { width: Math.max(48, Math.round(width * scale)), height: Math.max(48, Math.round(height * scale)) }
}

/** `PDF`, `ZIP`: the file extension, else the subtype. */
export function fileKind({ name, mime }: Pick<MediaRecord, 'name' | 'mime'>): string {
  const ending = /\.([\p{L}\p{N}]{1,8})$/u.exec(name)?.[1]
  return (ending ?? mime.split('/')[1]?.split(/[+;.-]/)[0] ?? mime).toLocaleUpperCase()
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** `512 bytes`, `1.2 MB`, in steps of 1,000 as file managers show it. */
export function fileSize(bytes: number, locale: string): string {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step < 2 ? 0 : 1,
  }).format(bytes / 1000 ** step)
}

/** Whether a signed link has expired. `now` in milliseconds. */
export function linkExpired(url: string, now = Date.now()): boolean {
  if (!URL.canParse(url, 'https://parley.invalid')) return false
  const expiration = new URL(url, 'https://parley.invalid').searchParams.get('_expiration')
  return expiration !== null && Number(expiration) * 1000 <= now
}
