import { useEffect } from 'react'
import { currentCommands } from '../commands/commands.ts'
import { createKeyReader } from './key-reader.ts'
import { overlay, paletteQuery } from './overlays.ts'

/** Runs the commands of src/commands.ts by their keys, wherever the focus is but in a field. */
export function Keyboard() {
  useEffect(() => {
    const read = createKeyReader(() => performance.now())
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const withModifier = event.ctrlKey || event.metaKey
      if (overlay.get() === 'palette' && !withModifier && !isField(event.target)) {
        typeAhead(event)
        return
      }
      if (!withModifier && (usesKeyItself(event.target, event.key) || hasOpenOverlay())) return
      const command = read(event, currentCommands())
      if (command === undefined) return
      event.preventDefault()
      // A key held down walks through a list; it does not close one conversation after the other.
      if (!event.repeat || command.keyboardOnly === true) command.run()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return null
}

/** Who opens the palette types on at once: these are letters for its field, and never commands. */
function typeAhead(event: KeyboardEvent): void {
  if (event.key.length !== 1) return
  event.preventDefault()
  paletteQuery.set(paletteQuery.get() + event.key)
}

/** Whether the focused element has its own use for this key: a field for all, a button for Enter and Space. */
function usesKeyItself(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (isField(target)) return true
  const pressed = key === 'Enter' || key === ' '
  return pressed && target.closest('a, button, summary, [role=button], [role=tab], [role=option]') !== null
}

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.closest('input, textarea, select, [role=textbox]') !== null
}

/** A dialog or an open menu has the keys for itself, also one that is about to open. */
const hasOpenOverlay = () =>
  overlay.get() !== 'none' ||
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
