import { useRef } from 'preact/hooks'

/** Twice the size of an image in a bubble, for screens with two pixels per CSS pixel. */
const previewSidePx = 560

/** Whether the page's content security policy blocks <img>. Determined once: each attempt is a violation in the page's console. */
export let imagesForbidden = false

interface CanvasImageProps {
  src: string
  alt: string
  /** Keeps the image's resolution. */
  full?: boolean | undefined
  /** <img> failed for another reason, which is over. */
  onLoad(): void
  onFail(): void
}

/** An image where the page's content security policy blocks <img>: fetched (connect-src) and drawn on a canvas. */
export function CanvasImage({ src, alt, full, onLoad, onFail }: CanvasImageProps) {
  const begunRef = useRef(false)
  const paint = async (canvas: HTMLCanvasElement) => {
    await paintFrom(src, canvas, full ? Infinity : previewSidePx)
    if (imagesForbidden) return
    const image = new Image()
    image.referrerPolicy = 'no-referrer'
    image.src = src
    await image.decode().then(onLoad, () => {
      imagesForbidden = true
    })
  }
  const begin = (canvas: HTMLCanvasElement | null) => {
    if (!canvas || begunRef.current) return
    begunRef.current = true
    paint(canvas).catch(onFail)
  }
  return <canvas role="img" aria-label={alt} ref={begin} />
}

async function paintFrom(address: string, canvas: HTMLCanvasElement, maxSidePx: number): Promise<void> {
  const response = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' })
  if (!response.ok) throw new Error(`The image request failed with status ${response.status}`)
  await paintBlob(await response.blob(), canvas, maxSidePx)
}

/** A canvas keeps four bytes per pixel, so the image is drawn with at most `maxSidePx` pixels per side. */
export async function paintBlob(blob: Blob, canvas: HTMLCanvasElement, maxSidePx: number): Promise<void> {
  const bitmap = await createImageBitmap(blob)
  const scale = Math.min(1, maxSidePx / Math.max(bitmap.width, bitmap.height))
  canvas.width = Math.max(1, bitmap.width * scale)
  canvas.height = Math.max(1, bitmap.height * scale)
  const drawing = canvas.getContext('2d')
  if (drawing) {
    drawing.imageSmoothingQuality = 'high'
    drawing.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  }
  bitmap.close()
}
