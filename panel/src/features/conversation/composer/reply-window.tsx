import { IconClock, IconClockOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { channelCapabilities } from '@parley/protocol/channel'
import type { ReplyWindow } from '@parley/protocol/channel-connection'
import type { Conversation } from '@parley/protocol/conversation'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useLocale } from '../../../i18n/use-locale.ts'
import { contactSinceQuery } from '../../../queries/channel-queries.ts'
import { momentText } from '../../../time/times.ts'
import { useNow } from '../../../time/use-now.ts'
import classes from './reply-window.module.css'

/** The messaging window of the customer's channel. null: there is none. Loaded again with each message. */
export function useReplyWindow({ channel, customer, last_message: last }: Conversation): ReplyWindow | null {
  const { organization } = useMembership()
  const { data } = useQuery({
    ...contactSinceQuery(organization.id, customer.id, last?.created_at ?? null),
    enabled: channelCapabilities[channel].windowHours !== null,
  })
  return data?.reply_window ?? null
}

export const isClosed = ({ ends_at: end }: ReplyWindow, now: number): boolean =>
  end === null || Date.parse(end) <= now

/** Until when the customer can be written to, or that it is too late. */
export function ReplyWindowNote({ window }: { window: ReplyWindow }) {
  const texts = useTexts().replyWindow
  const locale = useLocale()
  const now = useNow()
  const closed = isClosed(window, now)
  const Icon = closed ? IconClockOff : IconClock
  return (
    <p className={classes.note} data-closed={closed || undefined} role="status">
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      <span>
        {closed || window.ends_at === null
          ? texts.closed(window.hours)
          : texts.until(momentText(window.ends_at, locale))}
      </span>
    </p>
  )
}
