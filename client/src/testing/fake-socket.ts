import type { Socket } from '../browser/platform.ts'

export interface ServerEnd {
  url: string
  subprotocol: string
  send: (frame: object) => void
  close: (code: number) => void
}

export interface ServerEars {
  opened: (end: ServerEnd) => void
  received: (end: ServerEnd, frame: string) => void
  closed: (end: ServerEnd) => void
}

/** Both ends of a socket. Frames are delivered in order, each in its own task, as in a browser. */
export class FakeSocket implements Socket {
  readonly #listeners: { type: string; listener: (event: { data: unknown; code: number }) => void }[] = []
  readonly #ears: ServerEars
  readonly #end: ServerEnd
  #over = false
  readyState = 0

  constructor(url: string, subprotocol: string, ears: ServerEars, reachable: boolean) {
    this.#ears = ears
    this.#end = {
      url,
      subprotocol,
      send: (frame) => this.#later(() => this.#emit('message', { data: JSON.stringify(frame), code: 0 })),
      close: (code) => {
        // As in a browser, the state changes before the event, and earlier frames are still delivered in between.
        this.readyState = 2
        this.#later(() => this.#finish(code))
      },
    }
    this.#later(() => {
      if (!reachable) return this.#finish(1006)
      this.readyState = 1
      this.#emit('open')
      ears.opened(this.#end)
    })
  }

  addEventListener(type: string, listener: (event: { data: unknown; code: number }) => void): void {
    this.#listeners.push({ type, listener })
  }

  send(frame: string): void {
    if (this.readyState !== 1) throw new DOMException(`Sent in state ${this.readyState}`, 'InvalidStateError')
    this.#later(() => this.#ears.received(this.#end, frame))
  }

  close(): void {
    this.#later(() => this.#finish(1005))
  }

  #later(run: () => void) {
    setImmediate(() => {
      if (!this.#over) run()
    })
  }

  #emit(type: string, event: { data: unknown; code: number } = { data: null, code: 0 }) {
    for (const one of this.#listeners) if (one.type === type) one.listener(event)
  }

  #finish(code: number) {
    this.#over = true
    this.readyState = 3
    this.#ears.closed(this.#end)
    this.#emit('close', { data: null, code })
  }
}
