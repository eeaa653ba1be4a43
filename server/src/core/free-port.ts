import { once } from 'node:events'
import { createServer } from 'node:net'
import { errorCode } from './error-code.ts'

/** Returns a free port on 127.0.0.1: the preferred one if possible (0: any). */
export async function freePort(preferred: number): Promise<number> {
  const server = createServer()
  try {
    server.listen(preferred, '127.0.0.1')
    await once(server, 'listening')
  } catch (error) {
    if (preferred !== 0 && errorCode(error) === 'EADDRINUSE') return await freePort(0)
    throw error
  }
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : preferred
}
