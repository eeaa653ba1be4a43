import type { TLSSocket } from 'node:tls'

/**
 * undici takes a 100 Continue that nobody asked for as the end of the connection, while a client has to read past any
 * 1xx (RFC 9110, 15.2), and a few old servers send it always. Where a read begins with one it is turned into a 102, which undici
 * passes over.
 */
export function readPastContinue(socket: TLSSocket): void {
  const read = socket.read.bind(socket)
  socket.read = (size) => {
    const chunk: unknown = read(size)
    if (Buffer.isBuffer(chunk) && continueLine.equals(chunk.subarray(0, continueLine.length))) {
      chunk.write('2', continueLine.length - 1)
    }
    return chunk
  }
}

const continueLine = Buffer.from('HTTP/1.1 100')
