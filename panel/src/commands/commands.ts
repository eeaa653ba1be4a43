import { useEffect, useSyncExternalStore } from 'react'
import type { Icon } from '@tabler/icons-react'

/**
 * Everything that can be done from the keyboard. Whoever is on the screen registers its commands; the palette
 * (Ctrl/Cmd+K), the key handler and the help overlay (?) all read this one list.
 */
export interface Command {
  /** Unique, like `inbox.next`. The last one registered under an id counts. */
  id: string
  title: string
  /** Heading in palette and help. */
  group: string
  icon?: Icon
  /** `j`, `Enter`, `?`, `mod+k`, or two keys after one another: `g i`. Lower case but for named keys. */
  shortcut?: string
  /** More words under which the palette finds it. */
  keywords?: string[]
  /** Only for the keyboard: the palette does not list it (say, `j` for the next row). */
  keyboardOnly?: boolean
  run: () => void
}

const sets = new Set<readonly Command[]>()
const listeners = new Set<() => void>()
let current: readonly Command[] = []

function publish() {
  const byId = new Map<string, Command>()
  for (const set of sets) for (const command of set) byId.set(command.id, command)
  current = [...byId.values()]
  for (const listener of listeners) listener()
}

/** Adds commands until the returned function is called. */
export function registerCommands(commands: readonly Command[]): () => void {
  const own = [...commands]
  sets.add(own)
  publish()
  return () => {
    sets.delete(own)
    publish()
  }
}

export const currentCommands = () => current

/** Registers while the component is there. Pass a memoized array: a new array is a new registration. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => registerCommands(commands), [commands])
}

export function useAllCommands(): readonly Command[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, currentCommands)
}
