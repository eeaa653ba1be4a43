import { createStore } from '@parley/client/state/store'

/** Which overlay of the shell is open. Both are chunks of their own, so it may be wanted before it is there. */
export const overlay = createStore<'none' | 'palette' | 'help'>('none')

/** What is typed into the palette, also before its field has the focus. */
export const paletteQuery = createStore('')

export function openPalette(): void {
  paletteQuery.set('')
  overlay.set('palette')
}
export const openHelp = () => overlay.set('help')
export const closeOverlay = () => overlay.set('none')
