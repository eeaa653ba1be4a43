import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

/** Debian installs it outside the default PATH. */
const candidates = ['nats-server', '/usr/sbin/nats-server']

/** Path of `nats-server`; undefined if it is not installed. */
export const natsServerProgram = candidates.find((program) => spawnSync(program, ['--version']).status === 0)

/** Starts a NATS server on 127.0.0.1, with one user. */
export async function startNatsServer(program: string, login: { user: string; pass: string }) {
  const options = ['-a', '127.0.0.1', '-p', '-1', '--user', login.user, '--pass', login.pass]
  const child = spawn(program, options, { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'exit')
  let output = ''
  const port = await new Promise<number>((resolve, reject) => {
    child.stderr.on('data', (text: Buffer) => {
      output += text.toString()
      const found = /client connections on 127\.0\.0\.1:(\d+)/.exec(output)?.[1]
      if (found !== undefined && output.includes('Server is ready')) resolve(Number(found))
    })
    child.on('exit', () => reject(new Error(`nats-server ended: ${output}`)))
  })
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill()
      await ended
    },
  }
}
