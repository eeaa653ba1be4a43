import { isExecutable, onPath } from './executables.ts'

/** Path of coturn's server: on the PATH, or Debian's location, which is not on every user's PATH. */
export function findCoturn(): string | undefined {
  const elsewhere = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin']
  return [...onPath(['turnserver']), ...elsewhere.map((folder) => `${folder}/turnserver`)].find(isExecutable)
}
