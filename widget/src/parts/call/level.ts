import type { Store } from '@parley/client/state/store'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** So loud is somebody who speaks; a quiet room is not (0 to 1). */
const speaking = 0.1

/**
 * Keeps `--level` (0 to 1) of an element as loud as somebody is, without drawing anything anew.
 * @param setHeard of a state that becomes true when somebody speaks
 */
export function useLevel<E extends HTMLElement>(
  level: Store<number>,
  setHeard?: (update: (was: boolean) => boolean) => void,
): RefObject<E | null> {
  const elementRef = useRef<E>(null)
  useEffect(
    () =>
      level.subscribe(() => {
        const now = level.get()
        elementRef.current?.style.setProperty('--level', now.toFixed(2))
        setHeard?.((was) => was || now > speaking)
      }),
    [level, setHeard],
  )
  return elementRef
}
