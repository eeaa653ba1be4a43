import { useRef } from 'preact/hooks'

interface CanvasImageProps {
  src: string
  alt: string
  onLoad(): void
  onFail(): void
}

/** An image where the page's content security policy blocks <img>: fetched (connect-src) and drawn on a canvas. */
export function CanvasImage({ src, alt, onLoad, onFail }: CanvasImageProps) {
  const begunRef = useRef(false)
  const paint = (canvas: HTMLCanvasElement | null) => {
    if (!canvas || begunRef.current) return
    begunRef.current = true
    paintFrom(src, canvas).then(onLoad, onFail)
  }
  return <canvas role="img" aria-label={alt} ref={paint} />
}

async function paintFrom(address: string, canvas: HTMLCanvasElement): Promise<void> {
  const response = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' })
  if (!response.ok) throw new Error(`The image request failed with status ${response.status}`)
  await paintBlob(await response.blob(), canvas)
}

export async function paintBlob(blob: Blob, canvas: HTMLCanvasElement): Promise<void> {
  const bitmap = await createImageBitmap(blob)
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
}
