/**
 * JSON with line breaks and indentation; null where it is none. Only white space between tokens changes: numbers keep
 * all their digits, and members their order and doubles, which a trip through JSON.parse would take from them.
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
      // An empty object or list stays on its line.
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

/** 16 KiB of nothing but brackets would be drawn as 130 MB of white space. */
const maxDepth = 40

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** Objects and lists: a lone word or number is a text like any other. */
function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
