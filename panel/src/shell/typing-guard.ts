/** The relevant part of a KeyboardEvent. */
export type TypedKey = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'timeStamp'
>

/** The relevant part of a field. */
export type TypedField = Pick<Element, 'isConnected'>

/** A longer pause between two keys ends typing (ms). */
const pauseMs = 1_500

/**
 * Recognizes keys that were meant for a field which was removed while the agent typed, for example because a colleague closed the
 * conversation: they must not run as shortcuts.
 */
export function createTypingGuard() {
  /** `ignored`: the last key that was ignored. */
  let typed: { field: TypedField; at: number; ignored?: string } | null = null

  return {
    /** The agent has turned to something else. */
    forget() {
      typed = null
    },
    /** Reads every key, with the field that receives it or `body` if nothing has the focus. Returns whether it must be ignored. */
    ignores(event: TypedKey, target: TypedField | 'body' | null): boolean {
      const { key, timeStamp: at } = event
      if (modifiers.has(key)) return false
      if (target === null || finishes(event, target)) typed = null
      else if (target !== 'body') typed = { field: target, at }
      else if (event.altKey || event.ctrlKey || event.metaKey) return false
      else if (typed === null || typed.field.isConnected || at - typed.at >= pauseMs) typed = null
      else {
        // Others, such as F5 and the arrows, are meant for the browser.
        if (key.length > 1 && key !== 'Enter') return false
        // The same key again is a shortcut that the agent repeats.
        if (key !== typed.ignored) typed.at = at
        typed.ignored = key
        return true
      }
      return false
    },
  }
}

/** Whether the agent expects the field to lose the focus or to disappear. */
function finishes({ key, altKey, shiftKey }: TypedKey, target: TypedField | 'body'): boolean {
  if (key === 'Escape' || key === 'Tab') return true
  return key === 'Enter' && target !== 'body' && !altKey && !shiftKey
}

const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])
