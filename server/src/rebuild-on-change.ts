import { spawn } from 'node:child_process'
import { watch } from 'node:fs'

/** Editors write a file in several steps, and a branch switch changes many files. */
const debounceMs = 100

/** Runs the command now and after changes in these folders, one run at a time. */
export function rebuildOnChange(
  folders: readonly string[],
  { cwd, command: [program, ...args] }: { cwd: string; command: [program: string, ...args: string[]] },
): { stop(): void } {
  let state: 'idle' | 'building' | 'changed while building' | 'stopped' = 'idle'
  let debounce: NodeJS.Timeout | undefined

  function build(): void {
    if (state === 'stopped') return
    if (state !== 'idle') {
      state = 'changed while building'
      return
    }
    state = 'building'
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
    child.once('close', () => {
      const isOutdated = state === 'changed while building'
      if (state !== 'stopped') state = 'idle'
      if (isOutdated) build()
    })
  }

  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, () => {
      clearTimeout(debounce)
      debounce = setTimeout(build, debounceMs)
    }),
  )
  build()
  return {
    stop() {
      state = 'stopped'
      clearTimeout(debounce)
      for (const watcher of watchers) watcher.close()
    },
  }
}
