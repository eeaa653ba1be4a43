import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Infrastructure } from './infrastructure.ts'

/** By then the jobs have started. */
const delayMs = 2_000

/**
 * Collects the garbage of the start once, unless somebody is connected, whom the pause would delay. V8 shrinks its young generation
 * only while a process allocates next to nothing, and ours grew to its limit during the start.
 */
export function collectStartGarbage(
  { lifecycle, sockets }: Pick<Infrastructure, 'lifecycle' | 'sockets'>,
  collect: () => void = collectGarbage,
): void {
  lifecycle.onStart(() => {
    const timer = setTimeout(() => {
      if (sockets.widgets.size + sockets.agents.size === 0) collect()
    }, delayMs)
    lifecycle.signal.addEventListener('abort', () => clearTimeout(timer))
  })
}

/** The flag is set here: on the command line, Node would compile its own modules instead of using the code cache inside its program. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', flavor: 'last-resort' })
}
