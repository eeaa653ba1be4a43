import type { Command } from '../commands/commands.ts'

/** What of a KeyboardEvent counts here. */
export type Key = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Two keys after one another belong together within this many milliseconds. */
const sequenceTimeoutMs = 1_000

/**
 * Reads keys one by one and finds the command that they mean, also over two keys (`g i`).
 * @param now milliseconds of any clock
 */
export function createKeyReader(now: () => number) {
  let before = { name: '', at: -Infinity }

  return (key: Key, commands: readonly Command[]): Command | undefined => {
    const name = keyName(key)
    if (name === undefined) return undefined
    const at = now()
    const pair = at - before.at < sequenceTimeoutMs ? `${before.name} ${name}` : name
    before = { name, at }
    const found = commandFor(pair, commands) ?? commandFor(name, commands)
    if (found !== undefined) before = { name: '', at: -Infinity }
    return found
  }
}

const commandFor = (name: string, commands: readonly Command[]) =>
  commands.find(({ shortcut }) => shortcut === name)

/** Ctrl on most systems, Command on Apple's: `mod`. Undefined for keys that are no shortcut of ours. */
function keyName({ key, code, ctrlKey, metaKey, altKey }: Key): string | undefined {
  if (altKey || key === 'Control' || key === 'Meta' || key === 'Shift') return undefined
  const plain = latin(key, code)
  return ctrlKey || metaKey ? `mod+${plain}` : plain
}

/** The letter on the key where the layout writes other letters: `j` is where J is, also in Arabic. */
function latin(key: string, code: string): string {
  if (key.length > 1) return key
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return letter !== undefined && !/[a-z]/i.test(key) ? letter.toLowerCase() : key.toLowerCase()
}
