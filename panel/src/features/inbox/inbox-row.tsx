import { Checkbox, VisuallyHidden } from '@mantine/core'
import { IconClock, IconPaperclip, IconZzz } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { Conversation } from '@parley/protocol/conversation'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import type { InboxSearch } from '../../navigation/inbox-location.ts'
import { displayName, countryName, flagOf } from '../../people/customer-labels.ts'
import { ColleagueLooks } from '../../people/colleague-looks.tsx'
import { MemberBadge } from '../../people/member-badge.tsx'
import { exactTime, momentText, shortWhen, waitingText } from '../../time/times.ts'
import { useNow } from '../../time/use-now.ts'
import { ChannelIcon } from '../../ui/channel-icon.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { DueMark } from '../../ui/due-mark.tsx'
import { PriorityMark } from '../../ui/priority-mark.tsx'
import classes from './inbox-row.module.css'
import { RowLabels } from './row-labels.tsx'
import { RowTeam } from './row-team.tsx'
import type { Prefetch } from './use-prefetch.ts'

interface InboxRowProps {
  row: Conversation
  organizationId: string
  view: string
  /** Of the list, so that it stays. The same object until the list changes. */
  search: InboxSearch
  /** Open next to the list. */
  current: boolean
  prefetch: Prefetch
  /** The agent has unsent text here. */
  hasDraft: boolean
  selected: boolean
  /** `range`: also the rows since the last one selected. */
  onSelect: (id: string, range: boolean) => void
}

/** One conversation in the list: a link, so that it can open in another tab. */
export const InboxRow = memo(function InboxRow(props: InboxRowProps) {
  const { row, organizationId, view, search, current, prefetch, selected, onSelect } = props
  const texts = useTexts().inbox
  const locale = useLocale()
  const now = useNow()
  const { customer } = row
  const name = displayName(texts.customers, customer)
  const flag = customer.name === null ? flagOf(customer.country_code) : ''
  const country = flag === '' ? null : countryName(customer.country_code, locale)
  const unread = row.unread > 0

  return (
    <li className={classes.item} data-selected={selected || undefined}>
      <Checkbox
        className={classes.select}
        size="sm"
        checked={selected}
        aria-label={texts.bulk.select(name)}
        // A change event does not tell whether Shift is pressed.
        onClick={(event) => onSelect(row.id, event.shiftKey)}
        onChange={ignore}
      />
      <Link
        to="/o/$organizationId/inbox/$view/$conversationId"
        params={{ organizationId, view, conversationId: row.id }}
        search={search}
        className={classes.row}
        data-row={row.id}
        data-unread={unread || undefined}
        aria-current={current ? 'true' : undefined}
        onPointerEnter={() => prefetch.soon(row)}
        onPointerLeave={prefetch.cancel}
        onPointerDown={() => prefetch.now(row)}
        onFocus={() => prefetch.soon(row)}
        onBlur={prefetch.cancel}
      >
        <Avatar
          id={customer.id}
          name={customer.name}
          avatarUrl={customer.avatar_url}
          size={40}
          online={customer.online}
        />
        <span className={classes.body}>
          <span className={classes.top}>
            <span className={classes.name}>
              <bdi>{name}</bdi>
              <MemberBadge of={customer.auth_provider} />
              <ChannelIcon of={row.channel} />
              {flag !== '' && (
                <span className={classes.flag} aria-hidden="true">
                  {flag}
                </span>
              )}
              {country !== null && <VisuallyHidden>, {country}</VisuallyHidden>}
              {customer.online && <VisuallyHidden>, {texts.row.online}</VisuallyHidden>}
            </span>
            <time
              className={classes.when}
              dateTime={row.updated_at}
              title={exactTime(row.updated_at, locale)}
            >
              {shortWhen(row.last_message?.created_at ?? row.updated_at, locale, now)}
            </time>
          </span>
          <span className={classes.bottom}>
            {props.hasDraft && <span className={classes.draft}>{texts.writing.draft}</span>}
            <LastLine row={row} />
            <ColleagueLooks customerId={customer.id} size={18} />
            {unread && (
              <span className={classes.unread} title={texts.row.unread(row.unread)}>
                <span aria-hidden="true">{row.unread > 99 ? '99+' : row.unread}</span>
                <VisuallyHidden>{texts.row.unread(row.unread)}</VisuallyHidden>
              </span>
            )}
          </span>
          {(row.waiting_since !== null ||
            row.sla !== null ||
            row.priority !== null ||
            row.snooze !== null ||
            customer.is_blocked ||
            row.label_ids.length > 0 ||
            row.team_id !== null ||
            showsAgent(row, view)) && (
            <span className={classes.marks}>
              {row.waiting_since !== null && row.status === 'open' && (
                <span
                  className={classes.waiting}
                  title={texts.row.waitingLong(waitingText(row.waiting_since, locale, now))}
                >
                  <IconClock size={14} stroke={1.75} aria-hidden="true" />
                  {texts.row.waiting(waitingText(row.waiting_since, locale, now))}
                </span>
              )}
              {row.sla !== null && <DueMark due={row.sla} />}
              {customer.is_blocked && <span className={classes.blocked}>{texts.row.blocked}</span>}
              {row.priority !== null && <PriorityMark priority={row.priority} />}
              {row.snooze !== null && (
                <span className={classes.snooze}>
                  <IconZzz size={14} stroke={1.75} aria-hidden="true" />
                  {row.snooze.until === null
                    ? texts.triage.rowUntilReply
                    : texts.triage.rowUntil(momentText(row.snooze.until, locale))}
                </span>
              )}
              <RowLabels organizationId={organizationId} ids={row.label_ids} />
              {row.team_id !== null && <RowTeam organizationId={organizationId} id={row.team_id} />}
              {showsAgent(row, view) && row.agent !== null && (
                <span className={classes.agent}>
                  <Avatar
                    id={row.agent.id}
                    name={row.agent.name}
                    avatarUrl={row.agent.avatar_url}
                    size={20}
                  />
                  <bdi>{row.agent.name}</bdi>
                </span>
              )}
            </span>
          )}
        </span>
      </Link>
    </li>
  )
})

/** React requires a handler for a controlled checkbox; onClick does the work. */
const ignore = () => {}

/** "Mine" and "unassigned" imply the agent. */
const showsAgent = (row: Conversation, view: string) =>
  row.agent !== null && (view === 'open' || view === 'closed')

function LastLine({ row }: { row: Conversation }) {
  const { row: texts, changes } = useTexts().inbox
  const last = row.last_message
  if (last === null) return <span className={classes.last}>{texts.noMessages}</span>
  const ours =
    last.sender_type === 'agent' ? texts.team : last.sender_type === 'ai_agent' ? texts.assistant : null
  return (
    <span className={classes.last}>
      {ours !== null && <span>{ours}</span>}
      {last.media_count > 0 && (
        <IconPaperclip size={14} stroke={1.75} className={classes.clip} aria-hidden="true" />
      )}
      <span className={classes.preview} dir="auto">
        {last.preview !== ''
          ? last.preview
          : last.media_count > 0
            ? texts.files(last.media_count)
            : // Only a deleted message is empty.
              changes.removed}
      </span>
    </span>
  )
}
