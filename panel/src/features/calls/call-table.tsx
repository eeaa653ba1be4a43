import { VisuallyHidden } from '@mantine/core'
import { IconNote, IconPlayerPlay } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Call } from '@parley/protocol/call'
import { useMembership } from '../../context/membership.tsx'
import { clockDuration } from '../../time/clock-duration.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import record from '../../ui/record-table.module.css'
import { useLocale } from '../../i18n/use-locale.ts'
import { useWords } from '../../i18n/i18n.tsx'
import { calledName } from '../../people/customer-labels.ts'
import { MemberMark } from '../../people/member-mark.tsx'
import { CallOutcome, reasonText } from '../../ui/call-outcome.tsx'
import type { CallSearch } from '../../queries/call-search.ts'
import classes from './call-table.module.css'

/** A row opens its call. `search`: what was looked for, to come back to. */
export function CallTable(props: {
  calls: readonly Call[]
  search: CallSearch
  current: string | undefined
}) {
  const texts = useWords().calls.history
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
  const words = useWords()
  const texts = words.calls.history
  const locale = useLocale()
  const { organization } = useMembership()
  const seconds = (value: number | null) => (value === null ? '–' : clockDuration(value, locale))
  return (
    <tr className={record.row} aria-current={current ? 'true' : undefined}>
      <td className={classes.outcome}>
        {call.status === null ? null : <CallOutcome status={call.status} />}
        <span className={classes.reason}>
          {call.status === 'ended' && call.reason === null ? null : reasonText(words.calls, call)}
        </span>
      </td>
      <td className={classes.customer}>
        <Link
          className={record.link}
          to="/o/$organizationId/calls/$callId"
          params={{ organizationId: organization.id, callId: call.id }}
          search={search}
        >
          <bdi>{calledName(words.inbox.customers, call.customer)}</bdi>
        </Link>{' '}
        <MemberMark of={call.customer.auth_provider} />
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
        <Kept call={call} />
      </td>
      <td className={classes.when}>
        <RelativeTime at={call.created_at} />
      </td>
    </tr>
  )
}

/** What there is of it besides the figures: signs with words for whoever points or hears. */
function Kept({ call }: { call: Call }) {
  const { history } = useWords().calls
  const marks = [
    ...(call.recording_count > 0
      ? [{ icon: IconPlayerPlay, text: history.recordings(call.recording_count) }]
      : []),
    ...(call.note === '' ? [] : [{ icon: IconNote, text: history.hasNote }]),
  ]
  return (
    <span className={classes.marks}>
      {marks.map(({ icon: Picture, text }) => (
        <span key={text} title={text}>
          <Picture size={18} stroke={1.75} aria-label={text} role="img" />
        </span>
      ))}
    </span>
  )
}
