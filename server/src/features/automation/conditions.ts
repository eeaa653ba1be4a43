import type { RuleConditions, RuleTest } from '@parley/protocol/automation'
import { matchesFilter, parseFilter } from '@parley/protocol/conversation-filter'
import type { Conversation } from '@parley/protocol/conversation'
import type { CustomerAttributes } from '@parley/protocol/visitor-context'

/** Input for evaluating a rule's conditions. */
export interface ConditionInput {
  conversation: Conversation
  /** Of the customer. */
  attributes: CustomerAttributes
  /** Milliseconds. */
  now: number
  /** null: there is no message. */
  text: string | null
  isOpen: boolean
}

/** Evaluates each condition; null: the rule has no such condition. */
export function testConditions(
  { filter, text, hours }: RuleConditions,
  { conversation, attributes, now, text: message, isOpen }: ConditionInput,
): RuleTest {
  const test = {
    filter: matchesFilter(conversation, parseFilter(filter), { me: null, now, attributes }),
    text: text === null ? null : testText(text, message ?? ''),
    hours: hours === null ? null : isOpen === (hours === 'open'),
  }
  return { ...test, matches: test.filter && test.text !== false && test.hours !== false }
}

/** Rules of earlier releases can have words that fold to nothing, which every text contains. With no other word the condition never holds. */
function testText({ match, words }: NonNullable<RuleConditions['text']>, message: string): boolean {
  const folded = fold(message)
  const wanted = words.map(fold).filter((word) => word !== '')
  return wanted.length > 0 && wanted.some((word) => folded.includes(word)) === (match === 'contains')
}

/** Without case, accents and repeated spaces: `ÜRÜN İADE` contains `ürün iade`, and a dotless i is an i. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .replaceAll(/\s+/g, ' ')
    .trim()
