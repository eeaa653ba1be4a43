import { filterFieldNames, parseFilter, type ConversationFilter } from '@parley/protocol/conversation-filter'
import { AppError } from './app-error.ts'

/**
 * The conditions of a request. The schema has checked their form; a date may still not exist, and a value of an attribute may have
 * an invalid encoding. Without this check such a condition would be ignored, and the filter would match more conversations.
 * @param pointer of the object that contains them
 * @throws AppError invalid_request
 */
export function filterOf(texts: Record<string, unknown>, pointer: string): ConversationFilter {
  const filter = parseFilter(texts)
  const wrong = filterFieldNames.find((field) => texts[field] !== undefined && filter[field] === undefined)
  if (wrong === undefined) return filter
  throw new AppError('invalid_request', {
    detail: 'The date does not exist, or the encoding of a value is invalid.',
    pointer: `${pointer}/${wrong}`,
  })
}
