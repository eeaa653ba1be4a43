/** A property of an event. Parameters are not kept: the form of a value says whether it is a date. */
export interface Property {
  name: string
  /** As written: texts are still escaped. */
  value: string
}

export type CalendarEvent = Property[]

/** A folded line: the rest follows on the next one, after a space or a tab. */
const folds = /\r?\n[ \t]/g

/**
 * Returns the events of an iCalendar file (RFC 5545), without the components inside them, such as alarms. null: not a calendar. Lines
 * that are not valid are skipped, because a calendar with a broken description still has its dates.
 */
export function readEvents(file: Buffer): CalendarEvent[] | null {
  // Before decoding: lines are folded by bytes, also within a character.
  const unfolded = Buffer.from(file.toString('latin1').replace(folds, ''), 'latin1')
  const text = new TextDecoder().decode(unfolded)
  const events: CalendarEvent[] = []
  let event: CalendarEvent | null = null
  /** Components that are open inside the event. */
  let depth = 0
  let begun = false
  for (const line of lines(text)) {
    const property = readLine(line)
    const { name } = property
    const component = property.value.trim().toUpperCase()
    if (!begun) {
      if (name !== 'BEGIN' || component !== 'VCALENDAR') return null
      begun = true
    } else if (event === null) {
      if (name === 'BEGIN' && component === 'VEVENT') event = []
    } else if (name === 'BEGIN') depth += 1
    else if (name === 'END' && depth > 0) depth -= 1
    else if (name === 'END') {
      events.push(event)
      event = null
    } else if (depth === 0) event.push(property)
  }
  return begun ? events : null
}

function* lines(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start)
    const line = text.slice(start, end === -1 ? text.length : end)
    start += line.length + 1
    if (line.trim() !== '') yield line.endsWith('\r') ? line.slice(0, -1) : line
  }
}

const propertyName = /^[A-Za-z0-9-]+/

/** `NAME;PARAMETER="a:b":value` */
function readLine(line: string): Property {
  const name = propertyName.exec(line)?.[0]
  if (name === undefined || (line[name.length] !== ':' && line[name.length] !== ';')) return invalid
  let quoted = false
  for (let at = name.length; at < line.length; at += 1) {
    if (line[at] === '"') quoted = !quoted
    else if (line[at] === ':' && !quoted) return { name: name.toUpperCase(), value: line.slice(at + 1) }
  }
  return invalid
}

/** Only the first line of a file must be valid. */
const invalid: Property = { name: '', value: '' }

const escapes = /\\([\\;,nN])/g
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu

/** A text for people: unescaped, in one line, without characters that change the order of others. At most `maxLength` UTF-16 units. */
export function readText(value: string, maxLength: number): string {
  // Bounded first: an event may have one name of a megabyte.
  const text = value
    .slice(0, 10 * maxLength)
    .replaceAll(escapes, (_, escaped: string) => (/n/i.test(escaped) ? ' ' : escaped))
    .replaceAll(unprintable, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return text
    .slice(0, maxLength)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trim()
}
