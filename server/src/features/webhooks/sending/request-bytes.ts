/**
 * One POST as it goes over the wire (RFC 9112). The body's bytes are those that were signed, untouched.
 * @throws when a header could end its line: none of what is sent comes from a person
 */
export function requestBytes(url: URL, headers: Record<string, string>, body: Buffer): Buffer {
  let head = `POST ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: keep-alive\r\n`
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\x20-\x7e]*$/.test(value))
      throw new Error(`The header ${name} has a character that cannot be sent`)
    head += `${name}: ${value}\r\n`
  }
  return Buffer.concat([Buffer.from(`${head}Content-Length: ${body.length}\r\n\r\n`, 'latin1'), body])
}
