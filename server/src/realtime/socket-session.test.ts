import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { commandTable, type Handlers } from './command-table.ts'
import { startHeartbeat } from './heartbeat.ts'
import { SocketSession } from './socket-session.ts'

describe('a session', () => {
  afterEach(() => void vi.useRealTimers())

  function fakeSocket() {
    const listeners = new Map<string, (...args: never[]) => void>()
    return {
      bufferedAmount: 0,
      sent: [] as string[],
      closedWith: null as number | null,
      on: (event: string, listener: (...args: never[]) => void) => void listeners.set(event, listener),
      send(frame: string) {
        this.sent.push(frame)
      },
      close(code: number) {
        this.closedWith = code
      },
      terminate() {},
      emit: (event: string, ...args: unknown[]) => listeners.get(event)?.(...(args as never[])),
    }
  }

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
