import { describe, expect, it } from 'vitest'
import { verificationOf } from './mail-authentication.ts'
import { mailHeaders } from './mail-headers.ts'
import { safeHtml } from './mail-original.ts'
import { newTextOf, textOfHtml } from './mail-text.ts'

/** Processor time of this process, so that a busy machine does not count. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

describe('the new text of a reply', () => {
  it.for([
    ['no quote at all', 'Thank you!', 'Thank you!'],
    [
      'a quote with an introduction',
      'Yes.\n\nOn Mon, 2 Nov 2026 at 10:00, Shop <a@b.example> wrote:\n> Is it you?\n> Shop',
      'Yes.',
    ],
    [
      'an introduction in two lines',
      'Yes.\n\nOn Mon, 2 Nov 2026 at 10:00, A very long name of a shop\n<support@shop.example> wrote:\n> Hi',
      'Yes.',
    ],
    ['a German introduction', 'Ja.\n\nAm 2. November 2026 um 10:00 schrieb Shop:\n> Hallo', 'Ja.'],
    [
      'the header of Outlook',
      'Ok\n\nFrom: Shop <a@b.example>\nSent: Monday\nTo: Ada\nSubject: Re\n\nHello',
      'Ok',
    ],
    ['a line that separates', 'Ok\n\n-----Original Message-----\nHello', 'Ok'],
    ['a signature', 'Ok\n-- \nAda Lovelace\nCountess', 'Ok'],
    ['answers between quoted lines', '> One?\nFirst\n> Two?\nSecond', '> One?\nFirst\n> Two?\nSecond'],
    ['only a quote', '> Hello', '> Hello'],
    ['a sentence that looks like an introduction', 'My friend wrote:\nbuy it', 'My friend wrote:\nbuy it'],
    ['a list with colons', 'From: Berlin\nTo Hamburg', 'From: Berlin\nTo Hamburg'],
    [
      'the header of Outlook without addresses',
      'Ok\n\nFrom: Shop\nSent: Monday\nTo: Ada\nCc: Bea\nSubject: Re\n\nHello',
      'Ok',
    ],
    [
      'a German header with an address and without a subject',
      'Ok\n\nVon: Shop <a@b.example>\nGesendet: Montag\n\nHallo',
      'Ok',
    ],
    ['a separator before a header', `Ok\n${'_'.repeat(32)}\nFrom: Shop\nSent: Monday\nSubject: Re\n`, 'Ok'],
    [
      'a separator before a header in another language',
      `Ok\n${'_'.repeat(32)}\n\nVan: Shop <a@b.example>\nVerzonden: maandag\n\nHallo`,
      'Ok',
    ],
  ])('%s', ([_title, whole, expected]) => {
    expect(newTextOf(whole as string)).toBe(expected)
  })

  it.for([
    ['a journey', 'Please change it:\nFrom: Berlin\nTo: Munich\nDate: 3 May\nBooking 123\nThanks'],
    ['a German journey', 'Bitte ändern:\nVon: Berlin\nAn: Hamburg\nIch brauche zwei Plätze'],
    ['a form with lines', `Order\n${'_'.repeat(20)}\nName: Ada\nE-mail: ada@mail.example\nSize: 3`],
    ['a list of what somebody wrote', 'Reviews:\n- what Bea wrote:\nGood\n- what Cem wrote:\nBad'],
  ])('keeps %s whole', ([_title, whole]) => {
    expect(newTextOf(whole as string)).toBe(whole)
  })

  it('takes little time for long hostile lines', () => {
    const started = processorMs()
    newTextOf(`${'on '.repeat(50_000)}:\n${'> '.repeat(50_000)}\n${'-'.repeat(100_000)}\n`.repeat(3))
    expect(processorMs() - started).toBeLessThan(2000)
  })

  it('takes little time where every line looks like an introduction', () => {
    const lines = 'On aaaaa:\n'.repeat(20_000)
    const started = processorMs()
    expect(newTextOf(lines)).toBe(lines.trim())
    expect(processorMs() - started).toBeLessThan(2000)
  })
})

describe('HTML as text', () => {
  it.for([
    ['<p>One</p><p>Two<br>Three</p>', 'One\n\nTwo\nThree'],
    ['<a href="https://shop.example/x">our shop</a>', 'our shop (https://shop.example/x)'],
    ['<a href="https://shop.example">https://shop.example</a>', 'https://shop.example'],
    ['<style>p{}</style><script>x</script><title>t</title>Text &amp; more', 'Text & more'],
    ['<ul><li>a<li>b</ul>', '- a\n- b'],
  ])('%s', ([html, text]) => {
    expect(textOfHtml(html as string)).toBe(text)
  })

  it.for([
    ['nested elements', '<b>'.repeat(160_000)],
    ['links', Array.from({ length: 20_000 }, (_, index) => `<a href=http://x${index}>t</a>`).join('')],
  ])('takes little time for a great number of %s', ([_title, html]) => {
    const started = processorMs()
    textOfHtml(html as string)
    safeHtml(html as string)
    expect(processorMs() - started).toBeLessThan(2000)
  })

  it('ends after 20,000 tags, and not within one', () => {
    expect(textOfHtml(`${'<b>x</b>'.repeat(20_000)}<b>y`)).toBe('x'.repeat(20_000))
  })
})

describe('the verdict of the receiving server', () => {
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
    ['quotes', 'spf=pass (a; \\) b) smtp.mailfrom="a;b"@shop.example'],
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
