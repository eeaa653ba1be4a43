import { Parser } from 'htmlparser2'

const blocks = new Set(
  'address article aside blockquote br center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table tr ul'.split(
    ' ',
  ),
)
const silent = new Set(
  'head script style title template noscript iframe object embed svg math select textarea'.split(' '),
)
const maxHtml = 1_000_000
const maxAddress = 2000
/** The parser takes time for each open element at each new one. Real mails have a few thousand tags. */
const maxTags = 20_000

/** The HTML up to so many tags. */
export function withFewTags(html: string): string {
  const tag = /<[a-z]/gi
  for (let count = 0; count <= maxTags; count += 1) if (!tag.test(html)) return html
  return html.slice(0, tag.lastIndex - 2)
}

/** The text of an HTML mail. Links show their targets; other markup is dropped. */
export function textOfHtml(html: string): string {
  let text = ''
  let silence: { name: string; depth: number } | null = null
  let quotes = 0
  const links: { address: string; label: string }[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      if (silence !== null) {
        if (name === silence.name) silence.depth += 1
        return
      }
      if (silent.has(name)) silence = { name, depth: 1 }
      else if (name === 'a') links.push({ address: attributes.href ?? '', label: '' })
      else if (name === 'blockquote') {
        // Not of quotes within a quote: the text between the marks would look like an answer.
        text += quotes === 0 ? '\n> ' : '\n'
        quotes += 1
      } else if (name === 'li') text += '\n- '
      else if (blocks.has(name)) text += '\n'
      else if (name === 'td' || name === 'th') text += ' '
    },
    ontext(part) {
      if (silence !== null) return
      const shown = part.replaceAll(/[\s\u00a0]+/g, ' ')
      text += shown
      const link = links.at(-1)
      if (link && link.label.length < maxAddress) link.label += shown
    },
    onclosetag(name) {
      if (silence !== null) {
        if (name === silence.name) silence.depth -= 1
        if (silence.depth === 0) silence = null
        return
      }
      if (name === 'blockquote') quotes -= 1
      if (name === 'a') {
        const link = links.pop()
        if (link && /^https?:\/\//i.test(link.address) && !link.label.includes(link.address))
          text += ` (${link.address.slice(0, maxAddress)})`
      } else if (name === 'p') text += '\n\n'
      else if (blocks.has(name) && name !== 'br') text += '\n'
    },
  })
  parser.write(withFewTags(html.slice(0, maxHtml)))
  parser.end()
  return tidy(text)
}

export const tidy = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.trimEnd().replace(/^ (?! )/, ''))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

const separator = /^_{20,}$/
/** Lines that introduce a quoted mail, as the common programs write them. Each pattern needs one pass over a short line. */
const beginning = /^(on|am|le|el|op|il|em|den|på)\b.{5,200}:$/i
const introductions = [
  beginning,
  /^.{5,200}\b(wrote|schrieb|escribió|a écrit|yazdı|كتب)\s?:$/i,
  /^-{2,}\s?(original message|ursprüngliche nachricht|message d'origine|mensaje original|forwarded message|weitergeleitete nachricht|orijinal ileti|الرسالة الأصلية)\s?-{2,}$/i,
  separator,
]
const headerLine = /^(from|von|de|da|gönderen|kimden|من)\s?:\s?\S/i
const nextHeaderLine =
  /^(sent|date|to|gesendet|datum|an|envoyé|à|enviado|para|fecha|gönderildi|tarih|kime|تاريخ|إلى)\s?:/i
/** Rare in forms, unlike the date. */
const sentLine = /^(sent|gesendet|envoyé|enviado|gönderildi)\s?:/i
const subjectLine = /^(subject|betreff|objet|asunto|konu|الموضوع)\s?:/i
/** Also in other languages. */
const anyHeaderLine = /^[^\s:][^:]{0,20}:/
/** `Name <address>`, as mail programs write it. */
const bracketedAddress = /[<[][^\s<>[\]@]+@[^\s<>[\]@]+[>\]]/
const maxHeaderLines = 8
const maxLine = 250
/** Programs that break lines without quoting the rest break them at this width or above. */
const minWrapWidth = 70
const sentenceEnd = /[.?!:;…؟]$/

/**
 * The new part of a reply: without the quoted mail at its end, and without a signature. Returns the whole where nothing would be left.
 * email-reply-parser does more, by regular expressions over the whole mail, which a hostile one can keep busy.
 */
export function newTextOf(whole: string): string {
  const lines = whole.split('\n')
  const lastAnswer = lastAnswerIn(lines)
  let end = lines.findIndex((line, index) => startsQuote(lines, index, { line, lastAnswer }))
  if (end === -1) end = lines.length
  // Quoted lines at the end, without an introduction. Answers between quoted lines stay.
  while (end > 0 && /^\s*(>|$)/.test(lines[end - 1] as string)) end -= 1
  const afterAnswers = lastAnswer < end ? lastAnswer : -1
  const signature = lines.findIndex(
    (line, index) => index > Math.max(0, afterAnswers) && index < end && /^-- ?$/.test(line),
  )
  const text = tidy(lines.slice(0, signature === -1 ? end : signature).join('\n'))
  return text === '' ? tidy(whole) : text
}

interface Line {
  index: number
  text: string
}

/** The last line of an answer between quoted lines; -1 if there is none. */
function lastAnswerIn(lines: readonly string[]): number {
  let last = -1
  let quoted: Line | null = null
  let between: Line[] = []
  for (const [index, line] of lines.entries()) {
    const text = line.trim()
    if (text === '') continue
    if (!text.startsWith('>')) {
      if (quoted) between.push({ index, text })
      continue
    }
    const answer = withoutEnd(between)
    const isBroken = quoted !== null && answer.at(-1)?.index === index - 1 && isRestOf(quoted, answer)
    if (!isBroken) last = answer.at(-1)?.index ?? last
    quoted = { index, text }
    between = []
  }
  return last
}

/** Without a signature, and without the introduction of the next quote. */
function withoutEnd(lines: readonly Line[]): readonly Line[] {
  const signature = lines.findIndex(({ text }) => text === '--')
  if (signature !== -1) return lines.slice(0, signature)
  const [last = '', before = ''] = [lines.at(-1)?.text, lines.at(-2)?.text]
  const isInTwoLines = !beginning.test(last) && beginning.test(`${before} ${last}`)
  return lines.slice(0, lines.length - (isInTwoLines ? 2 : isIntroduction(last) ? 1 : 0))
}

/** Whether these are the other lines of a quoted one, which was too long for the program of the sender. */
function isRestOf(quoted: Line, rest: readonly Line[]): boolean {
  if (sentenceEnd.test(quoted.text)) return false
  let before = quoted
  for (const line of rest) {
    const [firstWord = ''] = line.text.split(' ', 1)
    const isFull = before.text.length + 1 + firstWord.length > minWrapWidth
    if (line.index !== before.index + 1 || !isFull) return false
    before = line
  }
  return before.text.length < quoted.text.length
}

const isIntroduction = (text: string): boolean => introductions.some((pattern) => pattern.test(text))

function startsQuote(
  lines: readonly string[],
  index: number,
  { line, lastAnswer }: { line: string; lastAnswer: number },
): boolean {
  const text = line.trim()
  if (text === '' || text.length > maxLine || text.startsWith('>')) return false
  if (startsHeader(lines, index)) return true
  const next = lineAt(lines, index + 1)
  // Programs break long introductions into two lines. What follows must be quoted, or the end.
  const isInTwoLines = !beginning.test(next) && isIntroduction(`${text} ${next}`)
  const width = isIntroduction(text) ? 1 : isInTwoLines ? 2 : 0
  if (width === 0) return false
  // Without copying what follows: each line of a hostile mail may look like an introduction.
  let after = index + width
  while (after < lines.length && (lines[after] as string).trim() === '') after += 1
  // Forms have such lines too.
  if (separator.test(text)) {
    if (startsHeader(lines, after)) return true
    const { header, isClosed } = headerAt(lines, after)
    return isClosed && header.length > 1 && bracketedAddress.test(header[0] as string)
  }
  if (after < lines.length && (lines[after] as string).trim().startsWith('>')) return after > lastAnswer
  return text.startsWith('--')
}

const lineAt = (lines: readonly string[], index: number): string =>
  (lines[index] ?? '').trim().slice(0, maxLine)

/**
 * The header of the quoted mail. A form may have "From" and "To" too, such as of a journey or a parcel. It is cut only if it has what
 * programs write, and stands alone unless that is certain. Otherwise, the text of the customer would be lost.
 */
function startsHeader(lines: readonly string[], index: number): boolean {
  if (!headerLine.test(lineAt(lines, index)) || !nextHeaderLine.test(lineAt(lines, index + 1))) return false
  const { header, isClosed, isLast } = headerAt(lines, index)
  const has = (pattern: RegExp) => header.some((line) => pattern.test(line))
  // Programs break long lists of recipients, and some write no empty line before.
  if (has(bracketedAddress) && has(sentLine)) return true
  const before = lineAt(lines, index - 1)
  if (before !== '' && !separator.test(before)) return false
  if (isClosed && has(bracketedAddress)) return true
  return (isClosed || isLast) && header.length > 2 && (has(sentLine) || has(subjectLine))
}

/** The lines with a name and a colon. `isClosed`: an empty line follows. `isLast`: nothing follows, such as if only a picture was quoted. */
function headerAt(
  lines: readonly string[],
  index: number,
): { header: string[]; isClosed: boolean; isLast: boolean } {
  const header: string[] = []
  while (header.length < maxHeaderLines && anyHeaderLine.test(lineAt(lines, index + header.length)))
    header.push(lineAt(lines, index + header.length))
  const below = lines[index + header.length]?.trim()
  return { header, isClosed: below === '', isLast: below === undefined }
}
