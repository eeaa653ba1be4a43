import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fakeSocket } from '../testing/fake-socket.ts'
import { commandTable, type Handlers } from './command-table.ts'
import { startHeartbeat } from './heartbeat.ts'
import { SocketSession } from './socket-session.ts'

describe('a session', () => {
  afterEach(() => void vi.useRealTimers())

  function session(now: () => number = Date.now) {
    const socket = fakeSocket()
    const reasons: string[] = []
    const kind = {
      name: 'widget' as const,
      commands: commandTable({}, {} as Handlers<Record<never, never>, object>),
      rate: { burst: 10, perSecond: 1 },
      now,
      followersOf: () => [],
      onOpen: () => {},
      onCommand: () => {},
      onError: () => {},
      onClose: (_session: unknown, reason: string) => void reasons.push(reason),
    }
    return { socket, reasons, session: new SocketSession(kind, socket as never, new PassThrough(), {}) }
  }

  test('[F6] closes a slow reader with 4431', () => {
    const { socket, session: slow, reasons } = session()
    socket.bufferedAmount = 1024 * 1024 + 1
    slow.notify('ping', { seq: 1 })
    expect(socket.sent).toEqual([])
    expect(socket.closedWith).toBe(4431)
    expect(reasons).toEqual(['slow_reader'])
  })

  test('[O6] frames wait while it is held, but responses do not', () => {
    const { socket, session: held } = session()
    held.notify('ping', { seq: 1 })
    held.hold()
    held.notify('ping', { seq: 2 })
    socket.emit('message', Buffer.from('{"jsonrpc":"2.0","id":1,"method":"fly"}'), false)
    held.notify('ping', { seq: 3 })
    expect(socket.sent.map(shortForm)).toEqual(['seq 1', 'response'])
    held.release()
    held.notify('ping', { seq: 4 })
    expect(socket.sent.map(shortForm)).toEqual(['seq 1', 'response', 'seq 2', 'seq 3', 'seq 4'])
  })

  test('[B2] held frames are sent before the socket is closed', () => {
    const { socket, session: held, reasons } = session()
    held.hold()
    held.notify('draining', { within: 1_000 })
    held.close('restarting')
    expect(socket.sent).toEqual([expect.stringContaining('draining')])
    expect(socket.closedWith).toBe(1012)
    expect(reasons).toEqual(['restarting'])
  })

  test('a held frame counts as dropped when the client leaves, so that nothing waits for it', () => {
    const { socket, session: held } = session()
    const sent = vi.fn<() => void>()
    held.hold()
    held.sendText('{}', sent)
    expect(sent).not.toHaveBeenCalled()
    socket.emit('close')
    expect(sent).toHaveBeenCalledOnce()
    expect(socket.sent).toEqual([])
  })

  test('[F6] held frames count as unsent bytes', () => {
    const { socket, session: held, reasons } = session()
    held.hold()
    for (let i = 0; i < 3; i++) held.sendText('ü'.repeat(200 * 1024))
    expect(socket.closedWith).toBe(4431)
    expect(reasons).toEqual(['slow_reader'])
  })

  test('[B1] is pinged every 25 s, and closed with 4410 after 60 s of silence', () => {
    vi.useFakeTimers()
    const { socket, session: silent, reasons } = session()
    const heartbeat = startHeartbeat({
      sessions: [[silent]],
      catchUp: async () => {},
      settle: () => {},
      onError: () => {},
    })
    vi.advanceTimersByTime(50_000)
    expect(socket.sent.filter((frame) => frame.includes('"ping"'))).toHaveLength(2)
    socket.emit('message', Buffer.from('{"jsonrpc":"2.0","method":"pong"}'), false)
    vi.advanceTimersByTime(50_000)
    expect(reasons).toEqual([])
    // Looked at every 25 s, so at the latest 85 s after the last word.
    vi.advanceTimersByTime(36_000)
    expect(reasons).toEqual(['heartbeat_lost'])
    heartbeat.stop()
  })

  test('[B1] stays open when the system clock is set forward', () => {
    vi.useFakeTimers()
    const { session: open, reasons } = session()
    const heartbeat = startHeartbeat({
      sessions: [[open]],
      catchUp: async () => {},
      settle: () => {},
      onError: () => {},
    })
    vi.setSystemTime(Date.now() + 3_600_000)
    vi.advanceTimersByTime(50_000)
    expect(reasons).toEqual([])
    heartbeat.stop()
  })
})

function shortForm(frame: string): string {
  const { id, params } = JSON.parse(frame) as { id?: number; params?: { seq: number } }
  return id === undefined ? `seq ${params?.seq}` : 'response'
}
