import { useEffect, useSyncExternalStore } from 'react'
import type { Icon } from '@tabler/icons-react'

/**
 * Everything that can be done from the keyboard. Mounted components register their commands; the palette
 * (Ctrl/Cmd+K), the key handler and the help overlay (?) read this list.
 */
export interface Command {
  /** Unique, like `inbox.next`. The last registration under an id wins, except over a fallback. */
  id: string
  title: string
  /** A second line in the palette. */
  detail?: string
  /** Heading in palette and help. */
  group: string
  icon?: Icon
  /** `j`, `Enter`, `?`, `mod+k`, or two keys in sequence: `g i`. Lower case except for named keys. */
  shortcut?: string
  /** Additional search terms for the palette. */
  keywords?: string[]
  /** Not listed in the palette, for example `j` for the next row. */
  keyboardOnly?: boolean
  /** Applies only while no other command has this id, also if it is registered again later. */
  fallback?: boolean
  run: () => void
}

const sets = new Set<readonly Command[]>()
const listeners = new Set<() => void>()
let current: readonly Command[] = []

function publish() {
  const byId = new Map<string, Command>()
  for (const command of [...sets].flat()) {
    const known = byId.get(command.id)
    if (known === undefined || known.fallback === true || command.fallback !== true)
      byId.set(command.id, command)
  }
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

/** Registers commands while mounted. Pass a memoized array: a new array registers again. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => registerCommands(commands), [commands])
}

export function useAllCommands(): readonly Command[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, currentCommands)
}
