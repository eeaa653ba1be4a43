import { subprotocol } from '@parley/protocol/rpc'
import { connect } from 'node:net'

/** Callbacks of a connection: `opened` at the 101, `frame` for each text frame, `closing` for a close frame. */
export interface Talk {
  opened?: (send: (text: string) => void) => void
  frame?: (text: string, send: (text: string) => void) => void
  closing?: (code: number) => void
}

/**
 * A minimal WebSocket client on a plain connection: the generator shares two cores with the server, and a full
 * client costs as much as the server. `end` closes with a reset, so that no ports remain in TIME_WAIT.
 */
export function openRawSocket(
  address: { port: number; path: string; origin: string; cookie?: string },
  talk: Talk,
) {
  const socket = connect(address.port, '127.0.0.1')
  const closed = Promise.withResolvers<void>()
  socket.once('close', () => closed.resolve())
  const send = (text: string) => socket.write(maskedFrame(text))
  let unread: Buffer = Buffer.alloc(0)
  let upgraded = false
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.write(
    `GET ${address.path} HTTP/1.1\r\nHost: 127.0.0.1:${address.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      (address.cookie === undefined ? '' : `Cookie: ${address.cookie}\r\n`) +
      `Origin: ${address.origin}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n` +
      `Sec-WebSocket-Protocol: ${subprotocol}\r\n\r\n`,
  )
  socket.on('data', (chunk: Buffer) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk])
    if (!upgraded) {
      const end = unread.indexOf('\r\n\r\n')
      if (end < 0) return
      if (!unread.subarray(0, 12).equals(accepted)) return closed.reject(new Error(unread.toString()))
      upgraded = true
      unread = unread.subarray(end + 4)
      talk.opened?.(send)
    }
    for (let frame = takeFrame(); frame !== null; frame = takeFrame()) {
      if (frame.opcode === closeOpcode)
        talk.closing?.(frame.body.length < 2 ? 1005 : frame.body.readUInt16BE(0))
      else talk.frame?.(frame.body.toString(), send)
    }
  })

  function takeFrame(): { opcode: number; body: Buffer } | null {
    if (unread.length < 2) return null
    const short = (unread[1] as number) & 127
    const start = short === 127 ? 10 : short === 126 ? 4 : 2
    if (unread.length < start) return null
    const length = short === 127 ? unread.readUIntBE(4, 6) : short === 126 ? unread.readUInt16BE(2) : short
    if (unread.length < start + length) return null
    const body = unread.subarray(start, start + length)
    const opcode = (unread[0] as number) & 15
    unread = unread.subarray(start + length)
    return { opcode, body }
  }

  return {
    end: () => socket.resetAndDestroy(),
    closed: closed.promise,
    /** The benchmark ends with this. */
    fail: (error: Error) => closed.reject(error),
  }
}

const closeOpcode = 8
const accepted = Buffer.from('HTTP/1.1 101')

/** RFC 6455, 5.3: clients mask frames. A key of zeros leaves the text unchanged. */
function maskedFrame(text: string): Buffer {
  const body = Buffer.from(text)
  const head = Buffer.alloc(body.length < 126 ? 6 : 8)
  head[0] = 0x81
  head[1] = 128 | Math.min(body.length, 126)
  if (body.length >= 126) head.writeUInt16BE(body.length, 2)
  return Buffer.concat([head, body])
}
