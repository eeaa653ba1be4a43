import { useEffect } from 'react'
import { currentCommands } from '../commands/commands.ts'
import { isComposing } from '../ui/is-composing.ts'
import { createKeyReader } from './key-reader.ts'
import { overlay, paletteQuery } from './overlays.ts'
import { createTypingGuard } from './typing-guard.ts'

/** Runs registered commands by their shortcuts, except while typing in a field. */
export function Keyboard() {
  useEffect(() => {
    const read = createKeyReader(() => performance.now())
    const typing = createTypingGuard()
    // Before others handle the key, which may remove its field or stop the event.
    const onEveryKey = (event: KeyboardEvent) => {
      if (overlay.get() !== 'none') typing.forget()
      else if (typing.ignores(event, typedInto(event.target))) event.preventDefault()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event)) return
      const withModifier = event.ctrlKey || event.metaKey
      if (overlay.get() === 'palette' && !withModifier && !isField(event.target)) {
        addToQuery(event)
        return
      }
      if (!withModifier && (usesKeyItself(event.target, event.key) || hasOpenOverlay())) return
      const command = read(event, currentCommands())
      if (command === undefined) return
      event.preventDefault()
      // Key repeat moves through lists but does not run other commands repeatedly.
      if (!event.repeat || command.keyboardOnly === true) command.run()
    }
    addEventListener('keydown', onEveryKey, { capture: true })
    addEventListener('pointerdown', typing.forget, { capture: true })
    addEventListener('keydown', onKeyDown)
    return () => {
      removeEventListener('keydown', onEveryKey, { capture: true })
      removeEventListener('pointerdown', typing.forget, { capture: true })
      removeEventListener('keydown', onKeyDown)
    }
  }, [])
  return null
}

/** What is typed after a click beside the palette's field goes into the field. */
function addToQuery(event: KeyboardEvent): void {
  if (event.key.length !== 1) return
  event.preventDefault()
  paletteQuery.set(paletteQuery.get() + event.key)
}

/** Whether the focused element handles this key: fields all keys, buttons and checkboxes Enter and Space. */
function usesKeyItself(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (isField(target)) return true
  const pressed = key === 'Enter' || key === ' '
  return pressed && target.closest(pressable) !== null
}

function typedInto(target: EventTarget | null): HTMLElement | 'body' | null {
  if (target === document.body) return 'body'
  return target instanceof HTMLElement && isField(target) ? target : null
}

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.closest(fields) !== null
}

const pressable = 'a, button, summary, [role=button], [role=tab], [role=option], [type=checkbox]'
/** With radios: after choosing between reply and note, an agent may start typing before the field has the focus. */
const fields = 'input:not([type=checkbox]), textarea, select, [role=textbox]'

/** An open dialog, menu, list, note or form being saved captures all keys, and so does a dialog about to open. */
const hasOpenOverlay = () =>
  overlay.get() !== 'none' || [...document.querySelectorAll(overlays)].some((each) => each.checkVisibility())

const overlays = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [data-holds-shortcuts]'
