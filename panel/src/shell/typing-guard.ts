/** The relevant part of a KeyboardEvent. */
export type TypedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'timeStamp'>

/** The relevant part of a field. */
export type TypedField = Pick<Element, 'isConnected' | 'tagName'>

/** A longer pause between two keys ends typing (ms). */
const pauseMs = 1_500

/**
 * Recognizes keys that were meant for a field which was removed while the agent typed, for example because a colleague closed the
 * conversation: they must not run as shortcuts.
 */
export function createTypingGuard() {
  let typed: { field: TypedField; at: number } | null = null

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
      else if (event.ctrlKey || event.metaKey) return false
      else if (typed === null || typed.field.isConnected || at - typed.at >= pauseMs) typed = null
      else {
        typed.at = at
        // Others, such as F5, are meant for the browser.
        return key.length === 1 || key === 'Enter'
      }
      return false
    },
  }
}

/** Whether the agent expects the field to lose the focus or to disappear. */
function finishes({ key, ctrlKey, metaKey }: TypedKey, target: TypedField | 'body'): boolean {
  if (key === 'Escape' || key === 'Tab') return true
  return key === 'Enter' && target !== 'body' && (ctrlKey || metaKey || target.tagName === 'INPUT')
}

const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])
