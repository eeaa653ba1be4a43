import { describe, expect, it } from 'vitest'
import { verificationOf } from './mail-authentication.ts'
import { mailHeaders } from './mail-headers.ts'
import { unreadableMail } from './mail-reader.ts'

const verdict = (lines: string[], server: string | null, from = 'ada@shop.example') =>
  verificationOf(
    mailHeaders(
      lines.map((line) => ({
        key: line.slice(0, line.indexOf(':')).toLowerCase(),
        value: line.slice(line.indexOf(':') + 1).trim(),
      })),
    ),
    from,
    server,
  )
const field = (results: string, server = 'mx.example') => `Authentication-Results: ${server}; ${results}`

describe('the verdict of the receiving server', () => {
  it('is unknown without a field, from another server, and below a Received field where no server is named', () => {
    expect(verdict([], 'mx.example')).toBe('unknown')
    expect(verdict([field('dmarc=pass header.from=shop.example', 'evil.example')], 'mx.example')).toBe(
      'unknown',
    )
    expect(verdict([field('dmarc=pass header.from=shop.example')], null)).toBe('unknown')
    expect(verdict(['Received: by mx.example', field('dmarc=pass')], null)).toBe('unknown')
    expect(verdict([field('dmarc=pass header.from=other.example')], 'mx.example')).toBe('unknown')
  })

  it.for([
    ['a failed policy', 'dkim=pass header.d=shop.example; dmarc=fail header.from=shop.example'],
    ['a policy that failed and passed', 'dmarc=pass header.from=shop.example; dmarc=fail'],
    ['a signature of the domain that does not fit', 'dkim=fail header.d=shop.example'],
    [
      'a server that the domain excludes',
      'spf=fail smtp.mailfrom=ada@shop.example; dmarc=temperror header.from=shop.example',
    ],
  ])('is failed for %s', ([_title, results]) => {
    expect(verdict([field(results as string)], 'mx.example')).toBe('failed')
  })

  it.for([
    [
      'a mailing service without a policy of the domain',
      'dkim=pass header.i=@esp.example header.s=a header.b=Ab; spf=pass smtp.mailfrom=bounce@esp.example',
    ],
    ['a signature of a top-level domain', 'dkim=pass header.d=example'],
    ['a forwarding server', 'spf=fail smtp.mailfrom=list@lists.example; dkim=none header.d=none; dmarc=none'],
    ['a broken signature of another domain', 'dkim=fail header.d=esp.example; spf=softfail'],
    ['errors', 'dkim=temperror header.d=shop.example; spf=permerror; dmarc=temperror'],
    ['a guess', 'spf=pass smtp.mailfrom=bounce.shop.example; dmarc=bestguesspass header.from=shop.example'],
    ['a signature below the domain', 'dkim=pass header.i=ada@mail.shop.example'],
    [
      'a verdict within the address of the envelope',
      'spf=pass smtp.mailfrom="x; dmarc=pass header.from=shop.example ; "@evil.example',
    ],
    [
      'a signature within the identity of another one',
      'dkim=pass header.i="x\\"; dkim=pass header.d=shop.example "@evil.example',
    ],
    ['a comment that never ends', 'dmarc=pass header.from=shop.example; spf=pass (a'],
    ['a verdict in a comment', 'spf=none (a (nested) ; dmarc=pass header.from=shop.example) smtp.helo=x'],
  ])('is unknown for %s', ([_title, results]) => {
    expect(verdict([field(results as string)], 'mx.example')).toBe('unknown')
  })

  it.for([
    [
      'Gmail',
      'dkim=pass header.i=@shop.example header.s=a header.b=Ab; spf=pass smtp.mailfrom=b@esp.example',
    ],
    ['Microsoft', 'dkim=pass (a) header.d=shop.example; dmarc=bestguesspass header.from=shop.example'],
    ['a look-up that failed', 'dkim=pass header.d=shop.example; dmarc=temperror header.from=shop.example'],
    ['a policy with an error', 'spf=pass smtp.mailfrom=shop.example; dmarc=permerror'],
    ['several signatures', 'dkim=fail header.d=esp.example; dkim=pass header.d=shop.example; dmarc=none'],
    ['quotes', 'spf=pass (a; \\) b) smtp.mailfrom="a;b@shop.example" reason="a (b"'],
  ])('is verified by a signature or a server of the domain: %s', ([_title, results]) => {
    expect(verdict([field(results as string)], 'mx.example')).toBe('verified')
  })

  it('reads fields without the name of a server only where no sender can write, as those of Microsoft', () => {
    const results = 'spf=pass (sender IP is 1.2.3.4) smtp.mailfrom=shop.example; other.example; dmarc=none'
    const lines = [`Authentication-Results: ${results}`, 'Received: by mx.example']
    expect(verdict(lines, null)).toBe('verified')
    expect(verdict(lines, 'spf=pass')).toBe('unknown')
  })

  it('is verified by the policy, or by an aligned signature or server', () => {
    expect(verdict([field('dmarc=pass (p=REJECT; dis=NONE) header.from=shop.example')], 'MX.example')).toBe(
      'verified',
    )
    expect(verdict([field('dmarc=pass header.from=shop.example'), 'Received: by mx.example'], null)).toBe(
      'verified',
    )
    expect(verdict([field('dkim=pass header.d=shop.example')], 'mx.example')).toBe('verified')
    expect(verdict([field('spf=pass smtp.mailfrom=bounce@shop.example; dmarc=none')], 'mx.example')).toBe(
      'verified',
    )
  })
})

describe('a field that the sender has made ambiguous', () => {
  const forged = field('dmarc=pass header.from=shop.example')
  const signatures = Array.from(
    { length: 40 },
    (_, index) => `dkim=pass (2048-bit key) header.d=${'long-name.'.repeat(24)}evil${index}.example`,
  )

  it.for([
    ['a comment that does not end', 'spf=pass smtp.mailfrom=a(b@evil.example;'],
    ['a quote that does not end', 'spf=pass smtp.mailfrom=a"b@evil.example;'],
    ['an escaped end of a quote', 'spf=pass smtp.mailfrom="a\\"@evil.example;'],
    ['the end of a comment', 'spf=pass smtp.mailfrom=a)b@evil.example;'],
    ['a comment within a comment', 'spf=pass (domain of a(b@evil.example) smtp.mailfrom=x@evil.example;'],
    ['more results than are read', `${signatures.join('; ')};`],
    ['results that are cut within a comment', `${'dkim=none; '.repeat(725)} dkim=pass (${'a'.repeat(90)});`],
  ])('is failed by its policy, whatever follows below: %s', ([_title, results]) => {
    const genuine = field(`${results} dmarc=fail header.from=shop.example`)
    for (const below of [[], [forged], ['Received: by mx.example', forged]]) {
      expect(verdict([genuine, ...below], 'mx.example')).toBe('failed')
      expect(verdict([genuine, 'Received: by mx.example', ...below], null)).toBe('failed')
    }
  })

  it.for([
    [
      'a comment over the verdict',
      'spf=pass smtp.mailfrom=a(b; dmarc=fail; dkim=pass header.i=)@shop.example',
    ],
    [
      'a second envelope address',
      'spf=pass smtp.mailfrom="a" smtp.mailfrom=shop.example x=""@evil.example; dmarc=none',
    ],
    ['a quote in a comment', 'spf=pass (domain of "x); dkim=pass header.d=shop.example ("@evil.example)'],
    ['a backslash outside of quotes', 'spf=pass smtp.mailfrom=a\\"; dkim=pass header.d=shop.example x="'],
    [
      'an address that the server has quoted again',
      'spf=pass smtp.mailfrom="";dkim=pass header.d=shop.example;""@evil.example; dmarc=none',
    ],
    [
      'a quoted address within one',
      'spf=pass smtp.mailfrom="a"@evil.example;dkim=pass header.d=shop.example;x="b"@evil.example; dmarc=none',
    ],
    ['a verdict beyond what is read', `dkim=pass header.d=shop.example; ${'x=none; '.repeat(1100)}`],
  ])('is never verified: %s', ([_title, results]) => {
    expect(verdict([field(results as string), forged], 'mx.example')).not.toBe('verified')
  })

  it('is never verified by any short combination of special characters', () => {
    const pieces = ['"', '\\', '(', ')', ';', ' ', '=', '@', 'a', 'dmarc=pass']
    let locals = ['']
    for (let length = 1; length <= 4; length += 1) {
      locals = locals.flatMap((before) => pieces.map((piece) => before + piece))
      for (const local of locals) {
        const results = [
          `spf=pass smtp.mailfrom=${local}@evil.example; dmarc=fail header.from=shop.example`,
          `spf=pass (domain of ${local}@evil.example) smtp.mailfrom="${local}"@evil.example; dmarc=fail`,
          `dkim=pass header.i=${local}@evil.example; spf=none (${local}); dmarc=fail (p=none)`,
        ]
        for (const each of results)
          if (verdict([field(each), forged], 'mx.example') === 'verified') expect.unreachable(each)
      }
    }
  })

  it('is never verified by the quoted part of an address without its escapes', () => {
    const pieces = [
      '"',
      '\\',
      '(',
      ')',
      ';',
      ' ',
      '@',
      'a',
      ';dkim=pass header.d=shop.example',
      ';dmarc=pass',
    ]
    let locals = ['']
    for (let length = 1; length <= 4; length += 1) {
      locals = locals.flatMap((before) => pieces.map((piece) => before + piece))
      for (const local of locals)
        for (const each of [
          `spf=pass smtp.mailfrom="${local}"@evil.example; dmarc=none`,
          `spf=pass (domain of ${local}@evil.example) smtp.mailfrom="${local}"@evil.example`,
        ])
          if (verdict([field(each), forged], 'mx.example') === 'verified') expect.unreachable(each)
    }
  })

  it('belongs to its server, however it continues', () => {
    for (const name of [
      'mx.example',
      ' MX.example ',
      'mx.example 1',
      '(a (b) \\) c) mx.example(d)',
      '"mx.example"',
    ])
      for (const end of ['(', '"', '"\\', '(\\'])
        expect(verdict([field(`spf=none ${end}`, name), forged], 'mx.example')).toBe('unknown')
  })
})

describe('a mail that cannot be parsed', () => {
  const verificationIn = (from: string, ...results: string[]) => {
    const header = [
      'Authentication-Results: mx.example;',
      ...results,
      'Received: by mx.example',
      `From: ${from}`,
      '',
      '',
    ]
    const source = Buffer.from(header.join('\r\n'))
    const raw = { uid: 1, size: source.length, receivedAt: 0, source, isWhole: true }
    const settings = { address: 'support@other.example', authenticationServer: 'mx.example' }
    return unreadableMail(raw, settings)?.payload.verification
  }
  const ada = 'ada@shop.example'
  const signature = ' dkim=pass header.d=shop.example;'
  const forged = '\tdmarc=fail header.from=shop.example'

  it('has the verdict of its whole field', () => {
    expect(verificationIn(ada, signature)).toBe('verified')
    expect(verificationIn(ada, signature, forged)).toBe('failed')
    expect(verificationIn(ada, `${signature} spf=none (a\rb`)).toBe('unknown')
    expect(verificationIn(ada, signature, ` spf=none (${'a'.repeat(3000)}`)).toBe('unknown')
  })

  it('with several senders can be forged, but not verified', () => {
    const both = `${ada}, eve@other.example`
    expect(verificationIn(both, signature)).toBe('unknown')
    expect(verificationIn(both, signature, forged)).toBe('failed')
  })
})
