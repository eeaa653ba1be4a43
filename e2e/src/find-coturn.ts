import { isExecutable, onPath } from './executables.ts'

/** coturn's server: one on the PATH, or where Debian puts it, which is not on everybody's PATH. */
export function findCoturn(): string | undefined {
  const elsewhere = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin']
  return [...onPath(['turnserver']), ...elsewhere.map((folder) => `${folder}/turnserver`)].find(isExecutable)
}
