import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export const isRoot = process.getuid?.() === 0

/** Ubuntu is another case: some of its packages are only stubs that ask for snap. */
export function isDebian(): boolean {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

/** Installs packages by apt-get, which needs root. Whether it worked shows in what is there afterwards. */
export function installPackages(what: string, packages: readonly string[]): void {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const aptGet = (...args: string[]) =>
    run(what, 'apt-get', ['-o', 'DPkg::Lock::Timeout=120', '-q', ...args], environment)
  const add = () => aptGet('install', '-y', '--no-install-recommends', ...packages)
  // A fresh machine knows no packages yet; an old one knows versions that are gone.
  if (!add() && aptGet('update')) add()
}

/** Whether it succeeded. What it prints goes to the terminal: a download takes a while. */
export function run(what: string, command: string, args: string[], env: NodeJS.ProcessEnv): boolean {
  console.log(`No ${what} here. ${command} ${args.join(' ')}`)
  return spawnSync(command, args, { env, stdio: 'inherit', timeout: 15 * 60_000 }).status === 0
}
