import type { Socket } from '../platform.ts'

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

/** Both ends of a socket. Frames travel in order, each in a turn of its own, as a browser delivers them. */
export class FakeSocket implements Socket {
  readonly #listeners: { type: string; listener: (event: { data: unknown; code: number }) => void }[] = []
  readonly #ears: ServerEars
  readonly #end: ServerEnd
  #open = false
  #over = false

  constructor(url: string, subprotocol: string, ears: ServerEars, reachable: boolean) {
    this.#ears = ears
    this.#end = {
      url,
      subprotocol,
      send: (frame) => this.#later(() => this.#emit('message', { data: JSON.stringify(frame), code: 0 })),
      close: (code) => this.#later(() => this.#finish(code)),
    }
    this.#later(() => {
      if (!reachable) return this.#finish(1006)
      this.#open = true
      this.#emit('open')
      ears.opened(this.#end)
    })
  }

  addEventListener(type: string, listener: (event: { data: unknown; code: number }) => void): void {
    this.#listeners.push({ type, listener })
  }

  send(frame: string): void {
    if (!this.#open && !this.#over) throw new DOMException('Still connecting', 'InvalidStateError')
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
    this.#ears.closed(this.#end)
    this.#emit('close', { data: null, code })
  }
}
