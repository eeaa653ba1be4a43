import { sql } from 'kysely'
import { answeringSenders, sqlList, waitingSenders } from './sender-rules.ts'

/** SQL: whether a message, named by its table or alias, is an automatic reply such as an out-of-office mail. Only its log entry tells. */
const isAutomatic = (message: string) => `exists (
  select from event_log e
  where e.customer_id = ${message}.customer_id and e.seq = ${message}.seq and e.actor ? 'automatic'
)`

/** Condition of queries on `message`. */
export const isByPerson = sql<boolean>`not ${sql.raw(isAutomatic('message'))}`

const ofConversation = (message: string) =>
  `${message}.customer_id = conversation.customer_id and ${message}.conversation_id = conversation.id`

/** Since when the customer of a reopened conversation waits: their last message that is not automatic, unless an answer follows it. */
export const waitingAgain = sql.raw<string | null>(`(
  select m.created_at from message m
  where ${ofConversation('m')} and m.sender_type in ${sqlList(waitingSenders)} and not ${isAutomatic('m')}
    and m.seq > coalesce((
      select max(a.seq) from message a
      where ${ofConversation('a')} and a.sender_type in ${sqlList(answeringSenders)}
    ), 0)
  order by m.seq desc limit 1
)`)
