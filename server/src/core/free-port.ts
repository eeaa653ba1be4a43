import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { errorCode } from './error-code.ts'

/** Below the ports from which systems choose those of outgoing connections, which could take it before it is used. */
const first = 20_000
const afterLast = 32_768
const maxAttempts = 100

/** Returns a free port on 127.0.0.1: the preferred one if possible (0: any). */
export async function freePort(preferred: number): Promise<number> {
  if (preferred !== 0 && (await isFree(preferred))) return preferred
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const port = randomInt(first, afterLast)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port from ${first} to ${afterLast - 1} on 127.0.0.1`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch (error) {
    if (['EADDRINUSE', 'EACCES'].includes(errorCode(error) ?? '')) return false
    throw error
  }
  server.close()
  await once(server, 'close')
  return true
}
