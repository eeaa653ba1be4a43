import type { Store } from '@parley/client/state/store'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** Level (0 to 1) above background noise. */
const speechLevel = 0.1

/**
 * Sets `--level` (0 to 1) of an element to the audio level, without rendering.
 * @param setHeard called with true once speech was detected
 */
export function useAudioLevel<E extends HTMLElement>(
  level: Store<number>,
  setHeard?: (update: (was: boolean) => boolean) => void,
): RefObject<E | null> {
  const elementRef = useRef<E>(null)
  useEffect(
    () =>
      level.subscribe(() => {
        const now = level.get()
        elementRef.current?.style.setProperty('--level', now.toFixed(2))
        setHeard?.((was) => was || now > speechLevel)
      }),
    [level, setHeard],
  )
  return elementRef
}
