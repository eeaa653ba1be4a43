import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { phone } from '../phone.ts'

/**
 * Whether the window fills the screen. Then it is held in the visual viewport, which the keyboard makes
 * smaller: the layout viewport, which CSS knows, stays as it is on iOS.
 */
export function useFullScreen(frame: RefObject<HTMLElement | null>): boolean {
  const [full, setFull] = useState(fillsScreen)
  useEffect(() => {
    const query = matchMedia(phone)
    const viewport = window.visualViewport
    const element = frame.current
    const fit = () => {
      setFull(query.matches)
      // Whoever zooms in with two fingers wants it large, not laid out anew.
      if (!viewport || viewport.scale !== 1) return
      element?.style.setProperty('--height', `${viewport.height}px`)
      element?.style.setProperty('--top', `${viewport.offsetTop}px`)
    }
    fit()
    query.addEventListener('change', fit)
    viewport?.addEventListener('resize', fit)
    viewport?.addEventListener('scroll', fit)
    return () => {
      query.removeEventListener('change', fit)
      viewport?.removeEventListener('resize', fit)
      viewport?.removeEventListener('scroll', fit)
    }
  }, [frame])
  return full
}

export const fillsScreen = () => matchMedia(phone).matches

/** Tab goes around within the window: nothing else is to be seen. */
export function keepFocusInside(event: KeyboardEvent): void {
  if (event.key !== 'Tab') return
  const frame = event.currentTarget as HTMLElement
  const stops = [
    ...frame.querySelectorAll<HTMLElement>('a[href], button, textarea, select, input, [tabindex="0"]'),
  ].filter(
    (stop) =>
      stop.tabIndex >= 0 &&
      stop.getClientRects().length > 0 &&
      !stop.matches(':disabled') &&
      !stop.closest('[inert]'),
  )
  const edge = event.shiftKey ? stops[0] : stops.at(-1)
  const other = event.shiftKey ? stops.at(-1) : stops[0]
  if (event.target !== edge && !(event.shiftKey && event.target === frame)) return
  event.preventDefault()
  other?.focus()
}

/** Files that are dragged over the window. `dropping`: they would be taken if they were dropped now. */
export function useFileDrop(take: (files: FileList) => void) {
  // Entering a child is told before leaving its parent: the difference says whether they are still here.
  const [depth, setDepth] = useState(0)
  const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
  const move = (step: number) => (event: DragEvent) => {
    if (carriesFiles(event)) setDepth((before) => Math.max(0, before + step))
  }
  return {
    dropping: depth > 0,
    onDragEnter: move(1),
    onDragLeave: move(-1),
    onDragOver(event: DragEvent) {
      if (carriesFiles(event)) event.preventDefault()
    },
    onDrop(event: DragEvent) {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setDepth(0)
      if (event.dataTransfer) take(event.dataTransfer.files)
    },
  }
}
