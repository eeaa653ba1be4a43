import { sql } from 'kysely'
import { sqlList, unreadSenders } from './sender-rules.ts'

/** SQL: how many messages of a conversation are beyond `read`, a position of the team. `conversation` names its row. */
export const unreadBeyond = (read: string, conversation: string) => `(
  select count(*) from message m
  where m.customer_id = ${conversation}.customer_id and m.seq > ${read}
    and m.conversation_id = ${conversation}.id and m.sender_type in ${sqlList(unreadSenders)}
)`

const agentsRead = '(select agents_read from customer_log l where l.customer_id = conversation.customer_id)'

/** Messages of a reopened conversation that the team has not read: closing resets the count. Exact while the customer is locked. */
export const unreadByAgents = sql<number>`${sql.raw(unreadBeyond(agentsRead, 'conversation'))}`
