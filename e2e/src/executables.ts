import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** Candidate paths of these programs on the PATH, in the order of the names. */
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
