import { IconPhone, IconPhoneOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CallRecord } from '@parley/protocol/call'
import { useMembership } from '../context/membership.tsx'
import { useTexts } from '../i18n/i18n.tsx'
import { useLocale } from '../i18n/use-locale.ts'
import type { Messages } from '../messages/en.ts'
import { agentsQuery } from '../queries/organization-queries.ts'
import { clockDuration } from '../time/clock-duration.ts'
import classes from './call-line.module.css'

/** A call in a conversation's timeline: its outcome and a link to its record. */
export function CallLine({ call }: { call: CallRecord }) {
  const texts = useTexts().calls.line
  const locale = useLocale()
  const { organization } = useMembership()
  const { data: agents } = useQuery(agentsQuery(organization.id))
  const agent = agents?.find(({ id }) => id === call.agent_id)?.name
  const IconComponent = call.status === 'ended' ? IconPhone : IconPhoneOff
  return (
    <span className={classes.line}>
      <IconComponent size={14} stroke={1.75} aria-hidden />
      <span>{lineText(texts, locale, call, agent)}</span>
      <Link
        className={classes.link}
        to="/o/$organizationId/calls/$callId"
        params={{ organizationId: organization.id, callId: call.id }}
      >
        {texts.open}
      </Link>
    </span>
  )
}

function lineText(
  texts: Messages['calls']['line'],
  locale: string,
  call: CallRecord,
  agent: string | undefined,
): string {
  switch (call.status) {
    case 'ended': {
      const duration = clockDuration(secondsOf(call), locale)
      return agent === undefined ? texts.ended(duration) : texts.endedWith(agent, duration)
    }
    case 'missed':
      return texts.missed(clockDuration(call.hold_duration, locale))
    case 'rejected':
    case 'failed':
      return texts[call.status]
    default:
      return call.status satisfies never
  }
}

const secondsOf = ({ answered_at, ended_at }: CallRecord) =>
  answered_at === null ? 0 : (Date.parse(ended_at) - Date.parse(answered_at)) / 1_000
