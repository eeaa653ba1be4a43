import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import path from 'node:path'

/**
 * Lowers the calling thread. Does nothing on systems other than Linux, which have no priorities of single threads.
 * @param nice 1 to 19 (lowest priority)
 */
export function lowerOwnThread(nice: number): void {
  try {
    setPriority(Number(path.basename(readlinkSync('/proc/thread-self'))), nice)
  } catch {
    // Another system.
  }
}

/**
 * Lowers the threads that collect garbage and compile for all threads of this process (V8's platform workers), unless the process
 * has as low a priority itself. Does nothing on systems other than Linux.
 * @param nice 1 to 19 (lowest priority)
 */
export function lowerHelperThreads(nice: number): void {
  const tasks = '/proc/self/task'
  try {
    if (getPriority() >= nice) return
    for (const id of readdirSync(tasks)) {
      const name = readFileSync(path.join(tasks, id, 'comm'), 'utf8')
      if (name.startsWith('V8Worker')) setPriority(Number(id), nice)
    }
  } catch {
    // Another system.
  }
}
