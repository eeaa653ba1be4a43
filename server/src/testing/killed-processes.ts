import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** Resolves when the process has exited. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

export const postmasterFileIn = (dataDir: string): string =>
  path.join(dataDir, 'postgres/data/postmaster.pid')

export async function postmasterPidIn(dataDir: string): Promise<number | undefined> {
  const content = await readFile(postmasterFileIn(dataDir), 'utf8').catch(() => '')
  return Number(content.split('\n')[0]) || undefined
}

/** Like a power failure: at once, and its lock file stays. */
export async function killPostmasterIn(dataDir: string): Promise<void> {
  const pid = await postmasterPidIn(dataDir)
  if (pid === undefined) return
  signal(pid, 'SIGKILL')
  while (signal(pid, 0)) await new Promise(setImmediate)
}

/** Returns whether the process exists. */
function signal(pid: number, name: 'SIGKILL' | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
