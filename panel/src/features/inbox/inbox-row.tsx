import { Checkbox, VisuallyHidden } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { Conversation } from '@parley/protocol/conversation'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import type { InboxSearch } from '../../navigation/inbox-location.ts'
import { displayName, countryName, flagOf } from '../../people/customer-labels.ts'
import { ColleagueLooks } from '../../people/colleague-looks.tsx'
import { MemberBadge } from '../../people/member-badge.tsx'
import { exactTime, shortWhen } from '../../time/times.ts'
import { useNow } from '../../time/use-now.ts'
import { ChannelIcon } from '../../ui/channel-icon.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import classes from './inbox-row.module.css'
import { RowMarks } from './row-marks.tsx'
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
            <RowName row={row} name={name} />
            <time
              className={classes.when}
              dateTime={row.updated_at}
              title={exactTime(row.updated_at, locale)}
            >
              {shortWhen(row.last_message?.created_at ?? row.updated_at, locale, now)}
            </time>
          </span>
          <span className={classes.bottom}>
            <LastLine row={row} />
            <ColleagueLooks customerId={customer.id} size={18} />
            {unread && (
              <span className={classes.unread} title={texts.row.unread(row.unread)}>
                <span aria-hidden="true">{row.unread > 99 ? '99+' : row.unread}</span>
                <VisuallyHidden>{texts.row.unread(row.unread)}</VisuallyHidden>
              </span>
            )}
          </span>
          <RowMarks row={row} organizationId={organizationId} view={view} hasDraft={props.hasDraft} />
        </span>
      </Link>
    </li>
  )
})

/** React requires a handler for a controlled checkbox; onClick does the work. */
const ignore = () => {}

function RowName({ row: { customer, channel }, name }: { row: Conversation; name: string }) {
  const texts = useTexts().inbox.row
  const locale = useLocale()
  const flag = customer.name === null ? flagOf(customer.country_code) : ''
  const country = flag === '' ? null : countryName(customer.country_code, locale)
  return (
    <span className={classes.name}>
      <bdi>{name}</bdi>
      <MemberBadge of={customer.auth_provider} />
      <ChannelIcon of={channel} />
      {flag !== '' && (
        <span className={classes.flag} aria-hidden="true">
          {flag}
        </span>
      )}
      {country !== null && <VisuallyHidden>, {country}</VisuallyHidden>}
      {customer.online && <VisuallyHidden>, {texts.online}</VisuallyHidden>}
    </span>
  )
}

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
