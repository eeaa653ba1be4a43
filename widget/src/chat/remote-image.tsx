import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useChat, useStore } from './chat-context.ts'

/**
 * An image from a URL. Where the page's content security policy blocks images (img-src), it is drawn on a canvas.
 * `fallback` is shown until then, and when both fail. Use the URL as `key`, so that a new one is tried again.
 */
export function RemoteImage(props: {
  src: string
  alt: string
  /** Keeps the image's resolution on the canvas. */
  full?: boolean
  fallback: ComponentChildren
  onFail?: () => void
}) {
  const { parts } = useChat()
  const tools = useStore(parts.tools)
  const [way, setWay] = useState<'image' | 'canvas' | null>(tools?.imagesForbidden ? 'canvas' : 'image')

  if (way === 'image') {
    return (
      <img
        src={props.src}
        alt={props.alt}
        decoding="async"
        referrerpolicy="no-referrer"
        draggable={false}
        onError={() => {
          parts.fetchTools()
          setWay('canvas')
        }}
      />
    )
  }
  if (!way || !tools) return props.fallback
  return (
    <tools.CanvasImage
      {...props}
      onLoad={() => setWay('image')}
      onFail={() => {
        setWay(null)
        props.onFail?.()
      }}
    />
  )
}
