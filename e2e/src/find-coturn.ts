import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** coturn's server: one on the PATH, or where Debian puts it, which is not on everybody's PATH. */
export function findCoturn(): string | undefined {
  const directories = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((directory) => directory !== '')
  return [...directories, '/usr/bin', '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin']
    .map((directory) => path.join(directory, 'turnserver'))
    .find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
