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
    text: text === null ? null : containsAny(message ?? '', text.words) === (text.match === 'contains'),
    hours: hours === null ? null : isOpen === (hours === 'open'),
  }
  return { ...test, matches: test.filter && test.text !== false && test.hours !== false }
}

function containsAny(message: string, words: string[]): boolean {
  const folded = fold(message)
  return words.some((word) => folded.includes(fold(word)))
}

/** Without case, accents and repeated spaces: `ÜRÜN İADE` contains `ürün iade`, and a dotless i is an i. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .replaceAll(/\s+/g, ' ')
    .trim()
