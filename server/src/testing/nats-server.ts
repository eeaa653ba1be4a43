import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Debian installs it outside the default PATH. */
const candidates = ['nats-server', '/usr/sbin/nats-server']

/** Path of `nats-server`; undefined if it is not installed. */
export const natsServerProgram = candidates.find((program) => spawnSync(program, ['--version']).status === 0)

/** Starts a NATS server on 127.0.0.1, with one user. */
export const startNatsServer = (program: string, login: { user: string; pass: string }) =>
  launch(program, ['--user', login.user, '--pass', login.pass])

/** Starts a NATS server on 127.0.0.1 that is in a cluster with the one behind `routePort`, if any. */
export async function startClusteredNatsServer(program: string, routePort: number | null) {
  const routes = routePort === null ? [] : ['--routes', `nats://127.0.0.1:${routePort}`]
  const options = ['--cluster_name', 'test', '--cluster', 'nats://127.0.0.1:-1', ...routes]
  // After it says that it is ready.
  const listening = /route connections on 127\.0\.0\.1:(\d+)\s/
  const { port, output, stop } = await launch(program, options, listening)
  return { port, routePort: Number(listening.exec(output())?.[1]), stop }
}

export interface NatsUser {
  user: string
  pass: string
  /** May publish to and subscribe to these. */
  publish: string[]
  subscribe: string[]
}

/** Starts a NATS server on 127.0.0.1 whose users have permissions, which can be changed. */
export async function startRestrictedNatsServer(program: string, users: NatsUser[]) {
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-nats-'))
  const file = path.join(directory, 'nats.conf')
  const write = (current: NatsUser[]) =>
    writeFile(
      file,
      JSON.stringify({
        authorization: {
          users: current.map(({ user, pass, publish, subscribe }) => ({
            user,
            password: pass,
            permissions: { publish, subscribe },
          })),
        },
      }),
    )
  await write(users)
  const { port, reload, stop } = await launch(program, ['-c', file])
  return {
    port,
    async change(current: NatsUser[]) {
      await write(current)
      await reload()
    },
    async stop() {
      await stop()
      await rm(directory, { recursive: true })
    },
  }
}

async function launch(program: string, options: string[], ready = /Server is ready/) {
  const child = spawn(program, ['-a', '127.0.0.1', '-p', '-1', ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  let output = ''
  const port = await new Promise<number>((resolve, reject) => {
    child.stderr.on('data', (text: Buffer) => {
      output += text.toString()
      const found = /client connections on 127\.0\.0\.1:(\d+)/.exec(output)?.[1]
      if (found !== undefined && ready.test(output)) resolve(Number(found))
    })
    child.on('exit', () => reject(new Error(`nats-server ended: ${output}`)))
  })
  return {
    port,
    pid: child.pid ?? 0,
    output: () => output,
    /** Resolves once the configuration is reloaded: until then the server refuses clients that are logging in. */
    async reload() {
      const reloaded = new Promise<void>((resolve, reject) => {
        child.once('exit', () => reject(new Error(`nats-server ended: ${output}`)))
        const before = output.length
        child.stderr.on('data', function look() {
          if (!output.slice(before).includes('Reloaded server configuration')) return
          child.stderr.off('data', look)
          resolve()
        })
      })
      child.kill('SIGHUP')
      await reloaded
    },
    async stop() {
      child.kill()
      await ended
    },
  }
}
