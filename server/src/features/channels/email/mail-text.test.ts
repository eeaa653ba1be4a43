import { describe, expect, it } from 'vitest'
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
    [
      'quoted lines that the program of the sender has broken',
      `Yes.\n\nOn Mon, 2 Nov 2026, Shop wrote:\n> ${'word '.repeat(14)}that\ncontinues here\n> Is it you?`,
      'Yes.',
    ],
    [
      'a quoted line that the program of the sender has broken twice',
      `Yes.\n\nOn Mon, 2 Nov 2026, Shop wrote:\n> ${'word '.repeat(14)}that\n${'word '.repeat(14)}that\ncontinues here\n> Is it you?`,
      'Yes.',
    ],
    [
      'earlier quotes that are not nested',
      'Yes.\n\nOn Mon, 2 Nov 2026, Shop wrote:\n> Is it you?\n\nOn Sun, 1 Nov 2026, Ada\n<ada@mail.example> wrote:\n> Hi',
      'Yes.',
    ],
    ['an introduction right below the text', 'Hi\nYes.\nOn Mon, 2 Nov 2026, Shop wrote:\n> Hi', 'Hi\nYes.'],
    [
      'an answer before the introduction of an earlier quote',
      'Hi,\n\nOn Mon, 2 Nov 2026, Shop wrote:\n> Size?\n42\nOn Sun, 1 Nov 2026, Ada wrote:\n> Hi',
      'Hi,\n\nOn Mon, 2 Nov 2026, Shop wrote:\n> Size?\n42',
    ],
    [
      'a quote and a signature after the answers between quoted lines',
      'Hi\n-- \nAda\n\nOn Mon, 2 Nov 2026, Shop wrote:\n> Size?\n42\n> Colour?\nBlue\n-- \nAda\n\nOn Sun, 1 Nov 2026, Ada wrote:\n> Hi',
      'Hi\n--\nAda\n\nOn Mon, 2 Nov 2026, Shop wrote:\n> Size?\n42\n> Colour?\nBlue',
    ],
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
      'a German header without an address and a subject',
      'Danke\n\nVon: Shop\nGesendet: Montag\nAn: Ada\n\nHallo',
      'Danke',
    ],
    [
      'a header with further lines',
      'Ok\n\nFrom: Shop\nSent: Monday\nTo: Ada\nSubject:\nImportance: High\n\nHello',
      'Ok',
    ],
    [
      'a header with recipients in two lines',
      'Ok\n\nFrom: Shop <a@b.example>\nSent: Monday\nTo: Ada <ada@mail.example>;\nBea <bea@mail.example>\n\nHello',
      'Ok',
    ],
    [
      'a header with an address in brackets',
      'Ok\n\nFrom: Shop [mailto:a@b.example]\nDate: Monday\n\nHello',
      'Ok',
    ],
    [
      'a separator before a header in another language',
      `Ok\n${'_'.repeat(32)}\n\nVan: Shop <a@b.example>\nVerzonden: maandag\n\nHallo`,
      'Ok',
    ],
    [
      'the header of Outlook without an empty line before it',
      'Ok\nFrom: Shop <a@b.example>\nSent: Monday\nTo: Ada\nSubject: Re\n\nHi',
      'Ok',
    ],
    ['a header with nothing below', 'Ok\n\nVon: Shop\nGesendet: Montag\nAn: Ada\nBetreff: x', 'Ok'],
  ])('%s', ([_title, whole, expected]) => {
    expect(newTextOf(whole as string)).toBe(expected)
  })

  it.for([
    ['answers after an introduction', 'Hi,\n\nOn Mon, 2 Nov 2026, Shop wrote:\n> Size?\n42\n> Colour?\nBlue'],
    [
      'an answer to a long question',
      `Hi,\n\nOn Mon, 2 Nov 2026, Shop wrote:\n> ${'word '.repeat(14)}size?\n42\n> Colour?\nBlue`,
    ],
    ['answers after a separator', 'Hi,\n\n-----Original Message-----\n> Size?\n\n42\n\n> Colour?\nBlue'],
    ['a journey', 'Please change it:\nFrom: Berlin\nTo: Munich\nDate: 3 May\nBooking 123\nThanks'],
    ['a German journey', 'Bitte ändern:\nVon: Berlin\nAn: Hamburg\nIch brauche zwei Plätze'],
    ['a form with lines', `Order\n${'_'.repeat(20)}\nName: Ada\nE-mail: ada@mail.example\nSize: 3`],
    ['a list of what somebody wrote', 'Reviews:\n- what Bea wrote:\nGood\n- what Cem wrote:\nBad'],
    ['a form that begins with an address', `Order\n${'_'.repeat(20)}\nE-mail: ada@mail.example\nSize: 3`],
    [
      'an address of a delivery',
      'Delivery:\nFrom: Ada, ada@mail.example\nTo: Main street 1\nPlease call before.',
    ],
    [
      'an address of a delivery between empty lines',
      'Delivery:\n\nFrom: Ada, ada@mail.example\nTo: Main street 1\n\nPlease call before.',
    ],
    [
      'a journey with a subject',
      'Change:\nFrom: Berlin\nTo: Munich\nDate: 3 May\nSubject: holiday\n\nThanks',
    ],
    ['a journey between empty lines', 'Change:\n\nFrom: Berlin\nTo: Munich\nDate: 3 May\n\nThanks'],
    ['a parcel', 'Where is it?\n\nFrom: Berlin\nSent: 3 May\n\nThanks'],
    ['an address at the end', 'A parcel:\n\nFrom: Ada <ada@mail.example>\nTo: Main street 1\nDate: 3 May'],
    [
      'a form that continues',
      'Form\n\nFrom: Ada <ada@mail.example>\nTo: Shop\nSubject: Size\nIt is too small.',
    ],
  ])('keeps %s whole', ([_title, whole]) => {
    expect(newTextOf(whole as string)).toBe(whole)
  })

  it('takes little time for long hostile lines', () => {
    const started = processorMs()
    newTextOf(`${'on '.repeat(50_000)}:\n${'> '.repeat(50_000)}\n${'-'.repeat(100_000)}\n`.repeat(3))
    expect(processorMs() - started).toBeLessThan(2000)
  })

  it('takes little time with many answers, introductions and signatures', () => {
    const started = processorMs()
    for (const piece of ['On aaaaa:\n> b\nc\n', '-- \n', '> b\nc\n', 'On aaaaa:\n\n'])
      newTextOf(`${piece.repeat(50_000)}> b\nc\n> d\ne`)
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
    [
      'a quote within a quote',
      '<p>Yes.</p>On 2 Nov, Shop wrote:<blockquote>Is it you?<br>Shop<blockquote>Hi</blockquote>x</blockquote>',
      'Yes.',
    ],
    [
      'answers between quotes',
      '<p>Hi,</p>On 2 Nov, Shop wrote:<blockquote>Size?</blockquote>42<blockquote>Colour?</blockquote>Blue',
      'Hi,\n\nOn 2 Nov, Shop wrote:\n> Size?\n42\n> Colour?\nBlue',
    ],
  ])('shows the new text with %s', ([_title, html, text]) => {
    expect(newTextOf(textOfHtml(html as string))).toBe(text)
  })

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
