import { Parser } from 'htmlparser2'
import { withFewTags } from './mail-text.ts'

const allowed = new Set(
  'a abbr address article aside b bdi bdo big blockquote body br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr html i img ins kbd li main mark ol p pre q s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr'.split(
    ' ',
  ),
)
/** Their content is not text of the mail. */
const dropped = new Set(
  'script style head title template noscript iframe object embed applet svg math audio video canvas form select textarea button'.split(
    ' ',
  ),
)
const empty = new Set(['br', 'hr', 'img', 'col', 'wbr'])
const plainAttributes = new Set(
  'align alt bgcolor border cellpadding cellspacing color colspan dir face height lang rowspan size start title valign width'.split(
    ' ',
  ),
)
/** Nothing that loads, covers the page or uses escapes. */
const unsafeStyle = /url|import|expression|@|\\|position|behavior|-moz-binding|var\(|image|attr\(/i
/** Browsers build one element for each; deeper nesting than in any real mail is flattened. */
const maxDepth = 100

/**
 * The HTML of a mail reduced to text with layout: no scripts, forms, styles that load something, or addresses. The page is shown
 * under a policy that forbids all of that too; this also removes what a policy does not cover, such as links and DNS hints.
 */
export function safeHtml(html: string): string {
  let output = ''
  let skipped: { name: string; depth: number } | null = null
  const open: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      if (skipped !== null) {
        if (name === skipped.name) skipped.depth += 1
        return
      }
      if (dropped.has(name)) {
        skipped = { name, depth: 1 }
        return
      }
      if (name === 'html' || name === 'body' || !allowed.has(name) || open.length >= maxDepth) return
      if (name === 'img') {
        output += `<span class="image">${escapeHtml((attributes.alt ?? '').slice(0, 200))}</span>`
        return
      }
      output += `<${name === 'a' ? 'span class="link"' : name}${attributesOf(attributes)}>`
      if (!empty.has(name)) open.push(name)
    },
    ontext(text) {
      if (skipped === null) output += escapeHtml(text)
    },
    onclosetag(name) {
      if (skipped !== null) {
        if (name === skipped.name) skipped.depth -= 1
        if (skipped.depth === 0) skipped = null
        return
      }
      if (open.at(-1) !== name) return
      open.pop()
      output += name === 'a' ? '</span>' : `</${name}>`
    },
  })
  parser.write(withFewTags(html))
  parser.end()
  for (const name of open.toReversed()) output += name === 'a' ? '</span>' : `</${name}>`
  return output
}

function attributesOf(attributes: Record<string, string>): string {
  let text = ''
  for (const [name, value] of Object.entries(attributes)) {
    if (plainAttributes.has(name)) text += ` ${name}="${escapeHtml(value.slice(0, 200))}"`
    else if (name === 'style' && value.length <= 2000 && !unsafeStyle.test(value))
      text += ` style="${escapeHtml(value)}"`
    else if (name === 'href' && /^(https?|mailto):/i.test(value))
      text += ` title="${escapeHtml(value.slice(0, 2000))}"`
  }
  return text
}

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** Nothing is loaded, nothing runs, and the page has an origin of its own. */
export const originalPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox"

export const originalPage = (html: string): string => `<!doctype html>
<html><head><meta charset="utf-8"><title>E-mail</title><style>
:root{color-scheme:light}body{margin:16px;background:#fff;color:#1a1a1a;font:14px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
.link{text-decoration:underline}.image:not(:empty){border:1px dashed #999;padding:2px 4px;color:#666}table{max-width:100%}
</style></head><body>${safeHtml(html)}</body></html>
`
