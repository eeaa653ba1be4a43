import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/** Calls `leave` when the pointer is pressed or the focus moves outside of the element. */
export function useOutside(element: RefObject<HTMLElement | null>, active: boolean, leave: () => void): void {
  useEffect(() => {
    const root = element.current?.getRootNode()
    if (!active || !root) return undefined
    const look = (event: Event) => {
      if (element.current && !event.composedPath().includes(element.current)) leave()
    }
    document.addEventListener('pointerdown', look)
    root.addEventListener('focusin', look)
    return () => {
      document.removeEventListener('pointerdown', look)
      root.removeEventListener('focusin', look)
    }
  }, [element, active, leave])
}
