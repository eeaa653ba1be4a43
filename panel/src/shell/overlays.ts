import { createStore } from '@parley/client/state/store'

/** The open overlay. Both are lazy chunks and may be requested before they load. */
export const overlay = createStore<'none' | 'palette' | 'help'>('none')

/** The palette's query, also before its field has focus. */
export const paletteQuery = createStore('')

export function openPalette(): void {
  paletteQuery.set('')
  overlay.set('palette')
}
export const openHelp = () => overlay.set('help')
export const closeOverlay = () => overlay.set('none')
