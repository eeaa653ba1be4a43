import { assert, asyncProperty, constantFrom, nat, uint8Array } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isExecutableName } from './executable.ts'
import { headBytes, isInlineType, readType } from './media-type.ts'
import {
  avif,
  compoundFile,
  gif,
  jpeg,
  linuxProgram,
  mp4,
  pdf,
  png,
  webpExtended,
  windowsProgram,
  zip,
} from '../../testing/sample-files.ts'

/** Detects like an upload, in chunks of `step` bytes. */
async function typeOf(content: Buffer | string, step = 7): Promise<string | undefined> {
  const bytes = Buffer.from(content)
  const reader = await readType(bytes.subarray(0, headBytes))
  if (!reader) return undefined
  for (let at = 0; at < bytes.length; at += step) reader.push(bytes.subarray(at, at + step))
  return reader.verdict()
}

describe('executables are refused, whatever their name:', () => {
  it.each([
    ['a Windows program', windowsProgram],
    ['a Linux program', linuxProgram],
    ['a macOS program', Buffer.from('cffaedfe07000001', 'hex')],
    ['a macOS program for two machines', Buffer.from('cafebabe00000002', 'hex')],
    ['a Java class', Buffer.from('cafebabe00000041', 'hex')],
    ['a shell script', '#!/bin/sh\nrm -rf ~\n'],
    ['a script with a byte order mark', '\ufeff#! /usr/bin/env node\n'],
    ['a Windows shortcut', Buffer.from('4c0000000114020000000000c000000000000046', 'hex')],
    ['an installer', compoundFile('installer', 1)],
    ['an installer whose root entry is far behind', compoundFile('installer', 400)],
  ])('%s', async (_name, content) => {
    expect(await typeOf(content)).toBeUndefined()
  })

  it('also by name, before anything is uploaded', () => {
    for (const name of ['setup.exe', 'x.PS1', 'photo.jpg.scr', 'a.lnk', 'invoice.js', 'console.msc'])
      expect(isExecutableName(name)).toBe(true)
    for (const name of ['notes.txt', 'exe', 'my.exe.zip', 'photo.jpg', 'data.json'])
      expect(isExecutableName(name)).toBe(false)
  })

  it('but not files that only begin like one', async () => {
    expect(await typeOf('MZ is the country code of Mozambique, as everybody knows who has been there.')).toBe(
      'text/plain',
    )
    expect(await typeOf('#![no_std]\nfn main() {}')).toBe('text/plain')
    expect(await typeOf(compoundFile('document', 3))).toBe('application/octet-stream')
  })
})

describe('the type is detected from the content:', () => {
  it.each([
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['image/gif', gif()],
    ['image/webp', webpExtended],
    ['image/avif', avif({ turned: false })],
    ['video/mp4', mp4],
    ['application/pdf', pdf],
    ['application/zip', zip],
    ['text/plain', 'Grüße, 你好, שלום\n\tline two\r\n'],
    ['text/plain', 'a;b;c\n1;2;3\n'],
    ['text/plain', '{"a": 1}'],
    ['text/plain', 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n'],
  ])('%s', async (mime, content) => {
    expect(await typeOf(content)).toBe(mime)
  })

  it('content that could run script in a page is text/plain', async () => {
    for (const content of [
      '<!doctype html><script>alert(1)</script>',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>',
      'export default alert(1)',
    ]) {
      expect(await typeOf(content)).toBe('text/plain')
    }
    expect(isInlineType('text/plain')).toBe(false)
  })

  it('text that begins like another format stays text', async () => {
    expect(await typeOf('GIF89a=1;alert(1)')).toBe('text/plain')
    expect(await typeOf('%PDF-1.4 all in ASCII')).toBe('application/pdf')
  })

  it('an image that is also HTML stays an image', async () => {
    expect(await typeOf(gif('<html><script>alert(1)</script>'))).toBe('image/gif')
  })

  it('invalid UTF-8 and control characters are not text', async () => {
    for (const content of [
      Buffer.from([0x68, 0xe9, 0x6c, 0x6c, 0x6f]),
      Buffer.from('hello\0world'),
      Buffer.from('ends inside a character \xe2\x82', 'latin1'),
      Buffer.from('\ufeffwide', 'utf16le'),
      Buffer.concat([Buffer.alloc(headBytes, 'a'), Buffer.from([0xff])]),
    ]) {
      expect(await typeOf(content)).toBe('application/octet-stream')
    }
  })

  it('a character split between two chunks is still text', async () => {
    expect(await typeOf('€'.repeat(50), 1)).toBe('text/plain')
  })

  it('SVG, HTML and XML are never reported as such', async () => {
    const beginnings = [png, jpeg, gif(), pdf, mp4, zip, webpExtended].map((bytes) => bytes.subarray(0, 24))
    await assert(
      asyncProperty(
        constantFrom(...beginnings),
        nat(24),
        uint8Array({ maxLength: 400 }),
        async (head, cut, rest) => {
          const mime = await typeOf(Buffer.concat([head.subarray(0, cut), rest]))
          expect(mime ?? 'refused').not.toMatch(/html|xml|svg|script|flash/)
        },
      ),
      { numRuns: 400 },
    )
  })
})
