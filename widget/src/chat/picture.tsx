import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useChat, useStore } from './chat-context.ts'

/** Seen once on this page: its content security policy lets no <img> of ours through. */
let imagesForbidden = false

/**
 * A picture from an address. Where the page's policy forbids images (img-src), the tools paint it. `fallback` stands in
 * until they are there, and when both fail. Give it the address as `key`, so that a new one is tried afresh.
 */
export function Picture(props: {
  src: string
  alt: string
  fallback: ComponentChildren
  onFail?: () => void
}) {
  const { parts } = useChat()
  const tools = useStore(parts.tools)
  const [way, setWay] = useState<'image' | 'canvas' | 'none'>(imagesForbidden ? 'canvas' : 'image')

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
  if (way === 'none' || !tools) return <>{props.fallback}</>
  return (
    <tools.Painted
      src={props.src}
      alt={props.alt}
      onPainted={() => (imagesForbidden = true)}
      onFail={() => {
        setWay('none')
        props.onFail?.()
      }}
    />
  )
}
