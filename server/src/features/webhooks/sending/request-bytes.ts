/**
 * Serializes a POST request (RFC 9112). The body is the signed bytes, unchanged.
 * @throws if a header contains a control or non-ASCII character, which could inject a line; no header value is user input
 */
export function requestBytes(url: URL, headers: Record<string, string>, body: Buffer): Buffer {
  const head = requestHead('POST', url, {
    Connection: 'keep-alive',
    ...headers,
    'Content-Length': `${body.length}`,
  })
  return Buffer.concat([head, body])
}

/** Serializes a GET request on a connection of its own. @throws as `requestBytes` */
export const getRequestBytes = (url: URL, headers: Record<string, string>): Buffer =>
  requestHead('GET', url, { Connection: 'close', ...headers })

function requestHead(method: string, url: URL, headers: Record<string, string>): Buffer {
  let head = `${method} ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n`
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\x20-\x7e]*$/.test(value))
      throw new Error(`Header ${name} contains a character that cannot be sent`)
    head += `${name}: ${value}\r\n`
  }
  return Buffer.from(`${head}\r\n`, 'latin1')
}
