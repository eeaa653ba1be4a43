import {
  IconLogin2,
  IconMessage,
  IconNote,
  IconPhone,
  IconStar,
  IconTag,
  type Icon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CustomerTimelineItem, CustomerTimelineKind } from '@parley/protocol/customer-timeline'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { clockDuration } from '../../time/clock-duration.ts'
import { dateText, exactTime } from '../../time/times.ts'
import { CallOutcome } from '../../ui/call-outcome.tsx'
import classes from './customer-timeline.module.css'

interface TimelineItemProps {
  item: CustomerTimelineItem
  organizationId: string
  customerId: string
  view: string
}

const icons: Record<CustomerTimelineKind, Icon> = {
  conversation: IconMessage,
  call: IconPhone,
  note: IconNote,
  label: IconTag,
  rating: IconStar,
  sign_in: IconLogin2,
}

/** One line of a timeline. All but sign-ins are links. */
export function TimelineItem({ item, organizationId, customerId, view }: TimelineItemProps) {
  const { inbox: texts, service } = useTexts()
  const locale = useLocale()
  const by = (agent: { name: string } | null) =>
    agent === null ? texts.customers.conversations.nobody : texts.customers.conversations.by(agent.name)

  switch (item.kind) {
    case 'conversation': {
      const { id, status, agent, last_message: last } = item.conversation
      const title = status === 'open' ? texts.timeline.openConversation : texts.timeline.conversation
      return (
        <Link
          className={classes.row}
          to="/o/$organizationId/inbox/$view/$conversationId"
          params={{ organizationId, view, conversationId: id }}
        >
          <Line item={item} title={title} text={[by(agent), last?.preview].filter(Boolean).join(' · ')} />
        </Link>
      )
    }
    case 'call': {
      const { id, agent, talk_duration: talk, status } = item.call
      const facts = [by(agent), ...(talk === null ? [] : [clockDuration(talk, locale)])]
      return (
        <Link
          className={classes.row}
          to="/o/$organizationId/calls/$callId"
          params={{ organizationId, callId: id }}
          search={{ customer_id: customerId }}
        >
          <Line
            item={item}
            title={status === null ? texts.timeline.call : <CallOutcome status={status} />}
            text={facts.join(' · ')}
          />
        </Link>
      )
    }
    case 'note': {
      const { author, content, media, deleted_at, conversation_id: conversationId } = item.note
      const text = deleted_at === null ? content || (media[0]?.name ?? '') : texts.timeline.noteDeleted
      return (
        <Link
          className={classes.row}
          to="/o/$organizationId/inbox/$view/$conversationId"
          params={{ organizationId, view, conversationId }}
        >
          <Line item={item} title={texts.timeline.note(author.name)} text={text} />
        </Link>
      )
    }
    case 'label': {
      const { by: agent, change, label, conversation_id: conversationId } = item
      const who = agent === null ? texts.labels.program : agent.name
      const title = change === 'added' ? texts.labels.added : texts.labels.removed
      return (
        <Link
          className={classes.row}
          to="/o/$organizationId/inbox/$view/$conversationId"
          params={{ organizationId, view, conversationId }}
        >
          <Line item={item} title={title(who, label.name)} text="" />
        </Link>
      )
    }
  }
  if (item.kind === 'rating') {
    const { score, comment, conversation_id: conversationId } = item.rating
    return (
      <Link
        className={classes.row}
        to="/o/$organizationId/inbox/$view/$conversationId"
        params={{ organizationId, view, conversationId }}
      >
        <Line item={item} title={service.ratedTitle(score)} text={comment || service.commentMissing} />
      </Link>
    )
  }
  // A further kind without a case does not compile here.
  return (
    <div className={classes.row}>
      <Line item={item} title={texts.timeline.signIn} text={texts.customers.identity[item.auth_provider]} />
    </div>
  )
}

function Line({ item, title, text }: { item: CustomerTimelineItem; title: ReactNode; text: string }) {
  const locale = useLocale()
  const Symbol = icons[item.kind]
  return (
    <>
      <span className={classes.icon} data-kind={item.kind}>
        <Symbol size={18} stroke={1.75} aria-hidden="true" />
      </span>
      <span className={classes.words}>
        <span className={classes.top}>
          <bdi className={classes.title}>{title}</bdi>
          <time dateTime={item.created_at} title={exactTime(item.created_at, locale)}>
            {dateText(item.created_at, locale)}
          </time>
        </span>
        {text !== '' && (
          <span className={classes.text} dir="auto">
            {text}
          </span>
        )}
      </span>
    </>
  )
}
