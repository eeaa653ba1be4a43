import { freePort } from '@parley/server/core/free-port'
import { spawn, type ChildProcess } from 'node:child_process'
import { randomFillSync, randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findCoturn } from '../find-coturn.ts'

const secret = 'the secret of a relay that only tests know'

/** A real coturn on loopback that can be killed and restarted on the same port. */
export interface Relay {
  /** Environment of a service that uses it. */
  environment: Record<string, string>
  /** Sends SIGKILL: all allocations are lost. */
  kill: () => Promise<void>
  start: () => Promise<void>
}

export async function startRelay(): Promise<Relay> {
  const program = findCoturn()
  if (program === undefined) throw new Error('There is no coturn: `npm run e2e` installs one.')
  const port = await freePort(0)
  const folder = path.join(tmpdir(), `parley-relay-${randomUUID()}`)
  const words = [
    '-n',
    '--no-cli',
    '--no-tls',
    '--no-dtls',
    '--listening-ip=127.0.0.1',
    '--relay-ip=127.0.0.1',
    '--allow-loopback-peers',
    `--listening-port=${port}`,
    '--use-auth-secret',
    `--static-auth-secret=${secret}`,
    '--realm=parley.test',
    '--log-file=stdout',
    '--simple-log',
    `--pidfile=${path.join(folder, 'pid')}`,
  ]
  let child: ChildProcess | undefined

  async function start() {
    await mkdir(folder)
    child = spawn(program!, words, { cwd: folder, stdio: 'ignore' })
    const ended = once(child, 'close').then(() => 'ended')
    if ((await Promise.race([answers(port), ended])) === 'ended') throw new Error('coturn did not start')
  }

  async function kill() {
    const dying = child
    child = undefined
    if (!dying || dying.exitCode !== null) return
    dying.kill('SIGKILL')
    await once(dying, 'close')
    await rm(folder, { recursive: true, force: true })
  }

  await start()
  return {
    environment: { PARLEY_TURN_URLS: `turn:127.0.0.1:${port}?transport=udp`, PARLEY_TURN_SECRET: secret },
    start,
    kill,
  }
}

/** Resolves when a STUN server responds on this port (RFC 8489: repeated binding requests). */
async function answers(port: number): Promise<void> {
  const request = Buffer.alloc(20)
  request.writeUInt16BE(0x0001, 0)
  request.writeUInt32BE(0x2112a442, 4)
  randomFillSync(request, 8)
  const socket = createSocket('udp4')
  // Nothing listens on the port yet.
  socket.on('error', () => {})
  const ask = () => socket.send(request, port, '127.0.0.1')
  const timer = setInterval(ask, 100)
  ask()
  await once(socket, 'message')
  clearInterval(timer)
  socket.close()
}
