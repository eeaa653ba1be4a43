import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { processorSeconds, startFlags } from '../processes.ts'

const program = fileURLToPath(new URL('../../../server/dist/parley.js', import.meta.url))

/** The bundle that `npm start`, the image and the package run, always at the same port. */
export interface Service {
  pid: number
  /** Resolves with the processor time (s) that the process has used. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number>
}

/** Resolves when `/readyz` returns 200. */
export async function startService(port: number, environment: Record<string, string>): Promise<Service> {
  const child = spawn(process.execPath, [...(await startFlags()), program], {
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const pid = child.pid ?? 0
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}`)
    await pause()
  }
  return {
    pid,
    async end(signal) {
      const used = processorSeconds(pid)
      const gone = once(child, 'exit')
      child.kill(signal)
      // As a load balancer does: the service waits until those that have checked have seen that it is stopping.
      if (signal === 'SIGTERM') while (await isReady(port)) await pause()
      await gone
      return used
    },
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 5))

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )
