import { createStore } from '@parley/client/state/store'
import type { ComponentType } from 'react'
import { loadCode } from '../api/load-code.ts'

export type Overlay = ComponentType<{ opened: boolean; onClose: () => void }>

/**
 * An overlay whose code is loaded when needed. Not with `lazy`: React shows the content of a suspended boundary 300 ms after its
 * fallback at the earliest, even if the code was preloaded.
 */
function loadedLater(download: () => Promise<Overlay>) {
  /** null: not loaded. */
  const component = createStore<Overlay | null>(null)
  return { component, load: () => loadCode(download).then(component.set) }
}

export const overlayCode = {
  palette: loadedLater(() => import('./palette.tsx').then(({ Palette }) => Palette)),
  help: loadedLater(() => import('./keyboard-help.tsx').then(({ KeyboardHelp }) => KeyboardHelp)),
}
