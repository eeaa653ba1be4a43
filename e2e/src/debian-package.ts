import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export const isRoot = process.getuid?.() === 0

/** Not Ubuntu: some of its packages are stubs that require snap. */
export function isDebian(): boolean {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

/** Installs packages with apt-get, which requires root. Callers check for the program afterwards. */
export function installPackages(what: string, packages: readonly string[]): void {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const aptGet = (...args: string[]) =>
    run(what, 'apt-get', ['-o', 'DPkg::Lock::Timeout=120', '-q', ...args], environment)
  const add = () => aptGet('install', '-y', '--no-install-recommends', ...packages)
  // Package lists may be missing or name versions that were removed.
  if (!add() && aptGet('update')) add()
}

/** Returns whether it succeeded. Output goes to the terminal, because a download takes a while. */
export function run(what: string, command: string, args: string[], env: NodeJS.ProcessEnv): boolean {
  console.log(`No ${what} here. ${command} ${args.join(' ')}`)
  return spawnSync(command, args, { env, stdio: 'inherit', timeout: 15 * 60_000 }).status === 0
}
