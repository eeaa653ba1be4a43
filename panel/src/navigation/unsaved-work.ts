/** Work that would be lost with the page. While there is any, the browser asks before it closes the tab. */
const unsaved = new Set<symbol>()

const ask = (event: Event) => event.preventDefault()

/** Returns a function that ends the guard, once the work is saved or discarded. */
export function guardUnsavedWork(): () => void {
  const work = Symbol()
  unsaved.add(work)
  addEventListener('beforeunload', ask)
  return () => {
    unsaved.delete(work)
    if (unsaved.size === 0) removeEventListener('beforeunload', ask)
  }
}

export const hasUnsavedWork = () => unsaved.size > 0

/** The agent was asked and leaves anyway. */
export function abandonUnsavedWork(): void {
  unsaved.clear()
  removeEventListener('beforeunload', ask)
}
