import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

/** Seen once on this page: its content security policy lets no <img> of ours through. */
let imagesForbidden = false

/**
 * A picture from an address. Where the page's policy forbids images (img-src), it is fetched, which
 * connect-src allows, and painted. `fallback` stands in when both fail. Give it the address as `key`, so that
 * a new one is tried afresh.
 */
export function Picture(props: {
  src: string
  alt: string
  fallback: ComponentChildren
  onFail?: () => void
}) {
  const [way, setWay] = useState<'image' | 'canvas' | 'none'>(imagesForbidden ? 'canvas' : 'image')

  if (way === 'none') return <>{props.fallback}</>
  if (way === 'image') {
    return (
      <img
        src={props.src}
        alt={props.alt}
        decoding="async"
        referrerpolicy="no-referrer"
        draggable={false}
        onError={() => setWay('canvas')}
      />
    )
  }
  const paint = (canvas: HTMLCanvasElement | null) => {
    if (!canvas || canvas.dataset.src === props.src) return
    canvas.dataset.src = props.src
    paintFrom(props.src, canvas).then(
      () => (imagesForbidden = true),
      () => {
        setWay('none')
        props.onFail?.()
      },
    )
  }
  return <canvas role="img" aria-label={props.alt} ref={paint} />
}

async function paintFrom(address: string, canvas: HTMLCanvasElement): Promise<void> {
  const response = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' })
  if (!response.ok) throw new Error(`The picture was answered with ${response.status}`)
  await paintBlob(await response.blob(), canvas)
}

export async function paintBlob(blob: Blob, canvas: HTMLCanvasElement): Promise<void> {
  const bitmap = await createImageBitmap(blob)
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
}
