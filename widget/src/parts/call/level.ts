import type { Store } from '@parley/client/store'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** Keeps `--level` (0 to 1) of an element as loud as somebody is, without drawing anything anew. */
export function useLevel<E extends HTMLElement>(level: Store<number>): RefObject<E | null> {
  const elementRef = useRef<E>(null)
  useEffect(
    () => level.subscribe(() => elementRef.current?.style.setProperty('--level', level.get().toFixed(2))),
    [level],
  )
  return elementRef
}
