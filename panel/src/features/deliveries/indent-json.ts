/**
 * Indents JSON; null if it is not JSON. Only white space changes: unlike JSON.parse, this keeps large
 * numbers, member order and duplicates.
 */
export function indentJson(text: string): string | null {
  if (!isJson(text)) return null
  let out = ''
  let depth = 0
  let before = ''
  const line = () => `\n${'  '.repeat(depth)}`
  for (const [token] of text.matchAll(tokens)) {
    const opened = before === '{' || before === '['
    if (token === '}' || token === ']') {
      depth -= 1
      // Empty objects and lists stay on one line.
      out += opened ? token : line() + token
    } else {
      if (opened || before === ',') out += line()
      if (token === '{' || token === '[') depth += 1
      out += token === ':' ? ': ' : token
    }
    if (depth > maxDepth) return null
    before = token
  }
  return out
}

/** 16 KiB of brackets would become 130 MB of white space. */
const maxDepth = 40

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** Only objects and lists: a single value is plain text. */
function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
