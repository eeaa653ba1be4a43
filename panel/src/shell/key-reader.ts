import type { Command } from '../commands/commands.ts'

/** The relevant part of a KeyboardEvent. */
export type Key = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Maximum time between two keys of a sequence (ms). */
const sequenceTimeoutMs = 1_000

/**
 * Matches keys to commands, including two-key sequences (`g i`).
 * @param now a clock in milliseconds
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

/** `mod` is Ctrl, or Command on Apple devices. Undefined for modifier keys. */
function keyName({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Key): string | undefined {
  if (altKey || key === 'Control' || key === 'Meta' || key === 'Shift') return undefined
  const plain = latin(key, code, shiftKey)
  return ctrlKey || metaKey ? `mod+${plain}` : plain
}

/** The Latin character of the key for other layouts: `j` is at J's position and `?` at that of the slash, also in Arabic. */
function latin(key: string, code: string, shiftKey: boolean): string {
  if (key.length > 1) return key
  if (code === 'Slash' && key > '\u007F') return shiftKey ? '?' : '/'
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return letter !== undefined && !/[a-z]/i.test(key) ? letter.toLowerCase() : key.toLowerCase()
}
