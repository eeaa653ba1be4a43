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
    this.dispatchEvent(new Event('abort'))
  }

  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
  }

  answer(status: number, body: object | string): void {
    this.status = status
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
    this.dispatchEvent(new Event('load'))
  }

  breakOff(): void {
    this.dispatchEvent(new Event('error'))
  }

  asXhr(): XMLHttpRequest {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stand-in has only what is used
    return this as unknown as XMLHttpRequest
  }
}
