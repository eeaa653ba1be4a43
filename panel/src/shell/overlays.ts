import { createStore } from '@parley/client/state/store'

/** The open overlay. Both are lazy chunks and may be requested before they load. */
export const overlay = createStore<'none' | 'palette' | 'help'>('none')

/** The palette's query, also before its field has the focus. */
export const paletteQuery = createStore('')

/**
 * What receives the keys for the palette: the entry field (palette-entry.tsx) until the palette's own field is focused. `entered`:
 * Enter was pressed in the entry field.
 */
export const paletteKeys = createStore<'entry' | 'entered' | 'palette'>('palette')

/**
 * Focused again when the overlay closes. Mantine would focus the palette's entry field, which is gone by then, and does not know
 * what had the focus before an overlay that was mounted open.
 */
let opener: Element | null = null
/** The opener of an overlay that has just been closed, for example by a command that opens the other one. */
let returning: Element | null = null

/** As in Mantine: a command may move the focus first (ms). */
const returnFocusAfterMs = 10

export function openPalette(): void {
  paletteQuery.set('')
  if (overlay.get() === 'palette') return
  opener = document.activeElement
  paletteKeys.set('entry')
  overlay.set('palette')
}

export function openHelp(): void {
  opener = returning ?? document.activeElement
  overlay.set('help')
}

export function closeOverlay(): void {
  overlay.set('none')
  if (!(opener instanceof HTMLElement)) return
  const returnTo = opener
  const { activeElement: left } = document
  opener = null
  returning = returnTo
  setTimeout(() => {
    returning = null
    const { activeElement: focused, body } = document
    if (focused === null || focused === body || focused === left) returnTo.focus({ preventScroll: true })
  }, returnFocusAfterMs)
}
