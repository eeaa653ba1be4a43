/**
 * Serializes a POST request (RFC 9112). The body is the signed bytes, unchanged.
 * @throws if a header contains a control or non-ASCII character, which could inject a line; no header value is user input
 */
export function requestBytes(url: URL, headers: Record<string, string>, body: Buffer): Buffer {
  let head = `POST ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: keep-alive\r\n`
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\x20-\x7e]*$/.test(value))
      throw new Error(`Header ${name} contains a character that cannot be sent`)
    head += `${name}: ${value}\r\n`
  }
  return Buffer.concat([Buffer.from(`${head}Content-Length: ${body.length}\r\n\r\n`, 'latin1'), body])
}
