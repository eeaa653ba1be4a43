/** The parts of a ws socket that a session uses. Frames are kept in `sent`. */
export function fakeSocket() {
  const listeners = new Map<string, (...args: never[]) => void>()
  return {
    bufferedAmount: 0,
    sent: [] as string[],
    closedWith: null as number | null,
    on: (event: string, listener: (...args: never[]) => void) => void listeners.set(event, listener),
    send(frame: string | Buffer) {
      this.sent.push(String(frame))
    },
    close(code: number) {
      this.closedWith = code
    },
    terminate() {},
    emit: (event: string, ...args: unknown[]) => listeners.get(event)?.(...(args as never[])),
  }
}
