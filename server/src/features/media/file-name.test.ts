import { create as contentDisposition, parse } from 'content-disposition'
import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanFileName, extensionOf } from './file-name.ts'

describe('the name of an upload', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\system.ini', 'system.ini'],
    ['C:\\fakepath\\photo.jpg', 'photo.jpg'],
    ['/', 'file'],
    ['..', 'file'],
    ['report/..', 'report'],
    ['.htaccess', 'htaccess'],
    ['...', 'file'],
    ['\u0000\u0007', 'file'],
    ['invoice\u202egpj.exe', 'invoicegpj.exe'],
    ['a\r\nSet-Cookie: x=1.txt', 'aSet-Cookie_ x=1.txt'],
    ['<img src=x onerror=alert(1)>.png', '_img src=x onerror=alert(1)_.png'],
    ['"quoted".txt', '_quoted_.txt'],
    ['file.txt:stream', 'file.txt_stream'],
    ['trailing.exe. . ', 'trailing.exe'],
    // Would take a minute with a pattern that begins at each of the dots.
    [`a${'.'.repeat(300_000)}b.txt`, `a${'.'.repeat(192)}….txt`],
    ['NUL.txt', '_NUL.txt'],
    ['com1', '_com1'],
    ['\ud800broken.png', '\ufffdbroken.png'],
  ])('%j becomes %j', (given, clean) => {
    expect(cleanFileName(given)).toBe(clean)
  })

  it('keeps letters of any script and whole emoji', () => {
    for (const name of ['Rechnung März.pdf', 'فاتورة.pdf', 'می‌خواهم.txt', '👩‍👩‍👧.png', '请求.docx']) {
      expect(cleanFileName(name)).toBe(name)
    }
  })

  it('is shortened before its extension, never inside a character', () => {
    const long = cleanFileName(`${'👩‍👩‍👧'.repeat(60)}.jpeg`)
    expect(long).toMatch(/^(👩‍👩‍👧)+…\.jpeg$/u)
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(200)
  })

  it('is safe for any input, and cleaning is idempotent', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 400 }), (given) => {
        const name = cleanFileName(given)
        expect(name).not.toBe('')
        expect(name).not.toMatch(/[\p{Cc}/\\<>"\u202e]|^\.|\.$/u)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
        expect(cleanFileName(name)).toBe(name)
      }),
      { numRuns: 500 },
    )
  })
})

describe('Content-Disposition', () => {
  it('has an ASCII fallback and the exact name', () => {
    expect(contentDisposition('Prüfung "100%".pdf', { type: 'attachment' })).toBe(
      `attachment; filename="Pr?fung \\"100%\\".pdf"; filename*=UTF-8''Pr%C3%BCfung%20%22100%25%22.pdf`,
    )
  })

  it('is printable ASCII and carries the exact name, whatever the upload was called', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 100 }), (given) => {
        const name = cleanFileName(given)
        const header = contentDisposition(name, { type: 'inline' })
        expect(header).toMatch(/^inline; filename[\x20-\x7e]+$/)
        expect(parse(header)).toMatchObject({ type: 'inline', parameters: { filename: name } })
      }),
    )
  })
})

it('the extension is the last one, in lower case', () => {
  expect(extensionOf('a.tar.GZ')).toBe('gz')
  expect(extensionOf('README')).toBe('')
})
