import { labelColours, maxLabelName, type LabelColour } from '@parley/protocol/label'
import { shortcutPattern } from '@parley/protocol/canned-reply'
import { maxMessageLength } from '@parley/protocol/message'
import { textOf, type Json } from './chatwoot-values.ts'

/** Labels of Chatwoot have any colour: the one of ours with the nearest hue. */
export function labelOf(raw: Json): { name: string; colour: LabelColour } | null {
  const name = textOf(raw['title'], maxLabelName)
  return name === null ? null : { name, colour: colourOf(textOf(raw['color']) ?? '') }
}

/** Hue in degrees of each of our colours. */
const hues: [LabelColour, number][] = [
  ['red', 0],
  ['orange', 25],
  ['amber', 45],
  ['green', 120],
  ['teal', 175],
  ['blue', 215],
  ['purple', 275],
  ['pink', 325],
  ['red', 360],
]

export function colourOf(hex: string): LabelColour {
  const [, red = '', green = '', blue = ''] = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex) ?? []
  const [r, g, b] = [red, green, blue].map((part) => Number.parseInt(part, 16) / 255) as [
    number,
    number,
    number,
  ]
  const max = Math.max(r, g, b)
  const spread = max - Math.min(r, g, b)
  if (!(spread > 0.12)) return labelColours[0]
  const sector =
    max === r ? ((g - b) / spread + 6) % 6 : max === g ? (b - r) / spread + 2 : (r - g) / spread + 4
  const distance = ([, hue]: [LabelColour, number]) => Math.abs(hue - sector * 60)
  return hues.reduce((best, each) => (distance(each) < distance(best) ? each : best))[0]
}

/** Chatwoot's variables under our names. Others remain, and the reply is refused. */
const variables: Record<string, string> = {
  'contact.name': 'customer.name',
  'contact.first_name': 'customer.first_name',
  'contact.last_name': 'customer.last_name',
  'contact.email': 'customer.email',
  'agent.name': 'agent.name',
  'agent.first_name': 'agent.first_name',
  'inbox.name': 'widget.name',
  'account.name': 'organization.name',
  'conversation.id': 'conversation.id',
  'conversation.display_id': 'conversation.id',
}

export function cannedReplyOf(raw: Json): { shortcut: string; content: string } | null {
  const content = textOf(raw['content'])
  const shortcut = (textOf(raw['short_code']) ?? '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, 40)
  if (content === null || !new RegExp(shortcutPattern, 'u').test(shortcut)) return null
  const replaced = content.replace(/\{\{\s*([a-z_]+\.[a-z_]+)\s*\}\}/g, (whole, name: string) =>
    variables[name] === undefined ? whole : `{{${variables[name]}}}`,
  )
  if (replaced.length > maxMessageLength) return null
  return { shortcut, content: replaced }
}
