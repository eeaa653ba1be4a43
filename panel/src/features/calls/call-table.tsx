import { VisuallyHidden } from '@mantine/core'
import { IconNote, IconPlayerPlay } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Call } from '@parley/protocol/call'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { displayName } from '../../people/customer-labels.ts'
import { MemberBadge } from '../../people/member-badge.tsx'
import type { CallSearch } from '../../queries/call-search.ts'
import { clockDuration } from '../../time/clock-duration.ts'
import { CallOutcome, reasonText } from '../../ui/call-outcome.tsx'
import record from '../../ui/record-table.module.css'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { CallBackButton } from './call-back-button.tsx'
import classes from './call-table.module.css'

/** A row opens its call. `search`: the current filters, kept when the call is closed. */
export function CallTable(props: {
  calls: readonly Call[]
  search: CallSearch
  current: string | undefined
}) {
  const texts = useTexts().calls.history
  const columns = [
    texts.outcome,
    texts.customer,
    texts.agent,
    texts.waited,
    texts.talked,
    texts.kept,
    texts.when,
  ]
  return (
    <table className={record.table}>
      <VisuallyHidden component="caption">{texts.list}</VisuallyHidden>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.calls.map((call) => (
          <Row key={call.id} call={call} search={props.search} current={call.id === props.current} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ call, search, current }: { call: Call; search: CallSearch; current: boolean }) {
  const t = useTexts()
  const texts = t.calls.history
  const locale = useLocale()
  const { organization } = useMembership()
  const seconds = (value: number | null) => (value === null ? '–' : clockDuration(value, locale))
  return (
    <tr className={record.row} aria-current={current ? 'true' : undefined}>
      <td className={classes.outcome}>
        {call.status === null ? null : <CallOutcome status={call.status} />}
        <span className={classes.reason}>
          {call.status === 'ended' && call.reason === null ? null : reasonText(t.calls, call)}
        </span>
      </td>
      <td className={classes.customer}>
        <Link
          className={record.link}
          to="/o/$organizationId/calls/$callId"
          params={{ organizationId: organization.id, callId: call.id }}
          search={search}
        >
          <bdi>{displayName(t.inbox.customers, call.customer)}</bdi>
        </Link>{' '}
        <MemberBadge of={call.customer.auth_provider} />
      </td>
      <td className={classes.agent}>
        {call.agent === null ? (
          <span className={classes.soft}>{texts.nobody}</span>
        ) : (
          <bdi>{call.agent.name}</bdi>
        )}
      </td>
      <td className={classes.waited} data-label={texts.waited}>
        {seconds(call.hold_duration)}
      </td>
      <td
        className={classes.talked}
        data-label={texts.talked}
        data-none={call.talk_duration === null || undefined}
      >
        {seconds(call.talk_duration)}
      </td>
      <td className={classes.kept}>
        {call.status === null || call.status === 'ended' ? null : <CallBackButton call={call} />}
        <CallExtras call={call} />
      </td>
      <td className={classes.when}>
        <RelativeTime at={call.created_at} />
      </td>
    </tr>
  )
}

/** Icons for recordings and a note, with text alternatives. */
function CallExtras({ call }: { call: Call }) {
  const { history } = useTexts().calls
  const marks = [
    ...(call.recording_count > 0
      ? [{ icon: IconPlayerPlay, text: history.recordings(call.recording_count) }]
      : []),
    ...(call.note === '' ? [] : [{ icon: IconNote, text: history.hasNote }]),
  ]
  return (
    <span className={classes.marks}>
      {marks.map(({ icon: IconComponent, text }) => (
        <span key={text} title={text}>
          <IconComponent size={18} stroke={1.75} aria-label={text} role="img" />
        </span>
      ))}
    </span>
  )
}
