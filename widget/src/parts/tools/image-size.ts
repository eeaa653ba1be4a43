import type { Media } from '@parley/protocol/media'

/** Image types that all browsers show. SVG is treated as a file, because it can contain scripts. */
const shownTypes = /^image\/(png|jpeg|gif|webp|avif)$/

export const isImage = ({ mime }: Pick<Media, 'mime'>) => shownTypes.test(mime)

const maxWidthPx = 240
const maxHeightPx = 280

/** Scales the image to the limits of a bubble; a square if its size is unknown. */
export function displaySize({ width, height }: Pick<Media, 'width' | 'height'>): {
  width: string
  height: string
} {
  if (!width || !height) return { width: '180px', height: '180px' }
  const scale = Math.min(1, maxWidthPx / width, maxHeightPx / height)
  return {
    width: `${Math.max(44, Math.round(width * scale))}px`,
    height: `${Math.max(44, Math.round(height * scale))}px`,
  }
}
