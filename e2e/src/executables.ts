import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** Where programs of these names would be, in the order of the names. */
export function onPath(names: readonly string[]): string[] {
  const directories = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((directory) => directory !== '')
  return names.flatMap((name) => directories.map((directory) => path.join(directory, name)))
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
