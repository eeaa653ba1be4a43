import { useEffect, useRef } from 'preact/hooks'

/** Whether the page's content security policy blocks <img>. Determined once: each attempt is a violation in the page's console. */
export let imagesForbidden = false

/** Last address that the page's policy has blocked, not only reported; some browsers report only its origin. No address begins with `#`. */
let blocked = '#'
addEventListener('securitypolicyviolation', ({ disposition, blockedURI }) => {
  if (disposition === 'enforce') blocked = blockedURI
})

/** The attempts to load images as <img>, one after the other: the first may show that they are forbidden. */
let attempts: Promise<unknown> = Promise.resolve()

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
  const canvasRef = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const paint = async (canvas: HTMLCanvasElement) => {
      const response = await fetch(src, { referrerPolicy: 'no-referrer', credentials: 'omit' })
      // In a bubble twice its size, for screens with two pixels per CSS pixel. Rejects what is not an image, such as an error response.
      await paintBlob(await response.blob(), canvas, full ? Infinity : 560)
      attempts = attempts.then(
        () =>
          imagesForbidden ||
          new Promise((resolve) => {
            Object.assign(new Image(), {
              referrerPolicy: 'no-referrer',
              src,
              // It fails also without network. A violation is reported before, but after `decode()` rejects.
              onerror: () => resolve((imagesForbidden = src.startsWith(blocked))),
              onload: () => resolve(onLoad()),
            })
          }),
      )
    }
    paint(canvasRef.current as HTMLCanvasElement).catch(onFail)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: another image has its own component
  }, [])
  return <canvas ref={canvasRef} role="img" aria-label={alt} />
}

/** A canvas keeps four bytes per pixel, so the image is drawn with at most `maxSidePx` pixels per side. */
export async function paintBlob(blob: Blob, canvas: HTMLCanvasElement, maxSidePx: number): Promise<void> {
  const bitmap = await createImageBitmap(blob)
  const scale = Math.min(1, maxSidePx / Math.max(bitmap.width, bitmap.height))
  canvas.width = Math.ceil(bitmap.width * scale)
  canvas.height = Math.ceil(bitmap.height * scale)
  const drawing = canvas.getContext('2d') as CanvasRenderingContext2D
  drawing.imageSmoothingQuality = 'high'
  drawing.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
}
