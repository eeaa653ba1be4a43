/** The parts of XMLHttpRequest that uploads use. The test controls the network. */
export class FakeXhr extends EventTarget {
  readonly upload = new EventTarget()
  readonly headers: Record<string, string> = {}
  status = 0
  responseText = ''
  method = ''
  url = ''
  body: unknown = null
  aborted = false
  timeout = 0

  open(method: string, url: string): void {
    this.method = method
    this.url = url
  }

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }

  send(body: unknown): void {
    this.body = body
  }

  abort(): void {
    this.aborted = true
    this.#end()
  }

  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
  }

  answer(status: number, body: object | string): void {
    this.status = status
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
    this.#end()
  }

  /** A network error, or a timeout. */
  breakOff(): void {
    this.#end()
  }

  #end(): void {
    this.dispatchEvent(new Event('loadend'))
  }
}
