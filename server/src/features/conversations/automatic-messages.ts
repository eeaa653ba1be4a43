import { sql } from 'kysely'
import { sqlList, waitingSenders } from './sender-rules.ts'

/** SQL: whether a message, named by its table or alias, is an automatic reply such as an out-of-office mail. Only its log entry tells. */
const isAutomatic = (message: string) => `exists (
  select from event_log e
  where e.customer_id = ${message}.customer_id and e.seq = ${message}.seq and e.actor ? 'automatic'
)`

/** Condition of queries on `message`. */
export const isByPerson = sql<boolean>`not ${sql.raw(isAutomatic('message'))}`

/** Since when the customer of a reopened conversation waits: its last message is the customer's, and not automatic. */
export const waitingAgain = sql<
  string | null
>`case when last_sender_type in ${sql.raw(sqlList(waitingSenders))} and not coalesce((
  select ${sql.raw(isAutomatic('m'))} from message m
  where m.customer_id = conversation.customer_id and m.conversation_id = conversation.id
    and m.sender_type in ${sql.raw(sqlList(waitingSenders))}
  order by m.seq desc limit 1
), false) then last_message_at end`
