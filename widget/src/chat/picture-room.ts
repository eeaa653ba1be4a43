import type { Media } from '@parley/protocol/media'

/** The picture types that every browser shows. Others are files, SVG too: it is a program in disguise. */
const shownTypes = /^image\/(png|jpeg|gif|webp|avif)$/

export const isPicture = ({ mime }: Pick<Media, 'mime'>) => shownTypes.test(mime)

const widest = 240
const tallest = 280

/** The picture's own shape within the bubble's limits; a square of middle size where the shape is not known. */
export function roomFor({ width, height }: Pick<Media, 'width' | 'height'>): {
  width: string
  height: string
} {
  if (!width || !height) return { width: '180px', height: '180px' }
  const scale = Math.min(1, widest / width, tallest / height)
  return {
    width: `${Math.max(44, Math.round(width * scale))}px`,
    height: `${Math.max(44, Math.round(height * scale))}px`,
  }
}
