import type { RichBlock, RichBlockListItem, RichMessage, RichText } from '@grammyjs/types'
import { cleanText } from '../clean-text.ts'
import { linkText } from './telegram-text.ts'

/** Text of a rich message (https://core.telegram.org/bots/api#richmessage), without markup. Files in it are named, not received. */
export const richText = ({ blocks }: RichMessage): string => cleanText(blocksText(blocks))

const blocksText = (blocks: RichBlock[]): string => lines(blocks.map(blockText))

function blockText(block: RichBlock): string {
  switch (block.type) {
    case 'list':
      return lines(block.items.map(itemText))
    case 'blockquote':
      return lines([blocksText(block.blocks), textOf(block.credit)])
    case 'details':
      return lines([textOf(block.summary), blocksText(block.blocks)])
    case 'collage':
    case 'slideshow':
      return lines([blocksText(block.blocks), captionText(block.caption)])
    case 'table':
      return lines([textOf(block.caption), ...block.cells.map(rowText)])
    case 'buttons':
      return lines(block.buttons.map(({ text }) => textOf(text)))
    case 'mathematical_expression':
      return block.expression
    case 'divider':
    case 'anchor':
      return ''
    case 'map':
    case 'animation':
    case 'audio':
    case 'document':
    case 'photo':
    case 'video':
    case 'voice_note':
      return lines([`📎 ${block.type.replace('_', ' ')} (cannot be shown here)`, captionText(block.caption)])
    default:
      return lines([
        textOf(block.text),
        'blocks' in block ? blocksText(block.blocks as RichBlock[]) : '',
        'credit' in block ? textOf(block.credit) : '',
      ])
  }
}

function itemText(item: RichBlockListItem): string {
  const box = item.has_checkbox ? (item.is_checked ? '☑ ' : '☐ ') : ''
  return `${item.label} ${box}${blocksText(item.blocks)}`.trim()
}

const rowText = (cells: { text?: RichText }[]): string => cells.map(({ text }) => textOf(text)).join(' | ')

const captionText = (caption: { text: RichText; credit?: RichText } | undefined): string =>
  lines([textOf(caption?.text), textOf(caption?.credit)])

function textOf(text: RichText | undefined): string {
  if (text === undefined) return ''
  if (typeof text === 'string') return text
  if (Array.isArray(text)) return text.map(textOf).join('')
  switch (text.type) {
    case 'url':
      return linkText(textOf(text.text), text.url)
    case 'email_address':
      return linkText(textOf(text.text), text.email_address)
    case 'phone_number':
      return linkText(textOf(text.text), text.phone_number)
    case 'button':
      return textOf(text.button.text)
    case 'custom_emoji':
      return text.alternative_text
    case 'mathematical_expression':
      return text.expression
    case 'anchor':
      return ''
    default:
      return textOf(text.text)
  }
}

const lines = (texts: string[]): string => texts.filter(Boolean).join('\n')
