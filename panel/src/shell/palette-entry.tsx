import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { isComposing } from '../ui/is-composing.ts'
import { closeOverlay, paletteKeys } from './overlays.ts'
import { PaletteField } from './palette-field.tsx'
import classes from './palette-field.module.css'

/**
 * A field for what is typed before the palette is loaded and focused. The palette shows the same text, and runs its first command
 * if Enter was pressed here.
 */
export function PaletteEntry() {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') closeOverlay()
    else if (event.key === 'Enter') paletteKeys.set('entered')
    // As in a dialog with one field.
    if (event.key === 'Tab') event.preventDefault()
  }
  return (
    <div className={classes.entry}>
      <PaletteField ref={field} onKeyDown={onKeyDown} />
    </div>
  )
}
