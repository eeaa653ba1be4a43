import { VisuallyHidden } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { LiveReport } from '@parley/protocol/reports'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Section } from '../../ui/section.tsx'
import { useInboxLink, waited } from './live-links.ts'
import classes from './live-tables.module.css'
import table from './report-table.module.css'
import { ScrollRegion } from './scroll-region.tsx'

/** Each agent's state and load, and each team's queue. Names lead to the conversations. */
export function LiveTables({ report }: { report: LiveReport }) {
  const { reports: texts } = useTexts()
  return (
    <>
      <Section title={texts.live.agents}>
        <AgentTable report={report} />
      </Section>
      <Section title={texts.live.teams}>
        {report.teams.length === 0 ? (
          <p className={classes.none}>{texts.live.noOpen}</p>
        ) : (
          <TeamTable report={report} />
        )}
      </Section>
    </>
  )
}

function AgentTable({ report }: { report: LiveReport }) {
  const { reports: texts, calls } = useTexts()
  const locale = useLocale()
  const inbox = useInboxLink()
  return (
    <LiveTable
      caption={texts.live.agents}
      heads={[
        texts.dimensions.agent,
        texts.live.state,
        texts.live.onlineFor,
        texts.live.open,
        texts.live.waiting,
      ]}
      numbersFrom={2}
    >
      {report.agents.map(({ agent, online, online_since: onlineSince, state, since, open, waiting }) => (
        <tr key={agent.id}>
          <th scope="row">
            <span className={classes.person}>
              <Avatar
                id={agent.id}
                name={agent.name}
                avatarUrl={agent.avatar_url}
                online={online}
                size={28}
              />
              <bdi>{agent.name}</bdi>
            </span>
          </th>
          <td className={classes.state} data-state={state}>
            {online && state === 'offline' ? texts.live.onlineWithoutCalls : calls.now.states[state]}
            {state === 'offline' ? null : <span> {waited(since, report.at, locale)}</span>}
          </td>
          <td data-number>{waited(onlineSince, report.at, locale)}</td>
          <Count value={open} link={inbox('open', { assignee: agent.id })} />
          <Count value={waiting} link={inbox('open', { assignee: agent.id, waiting: 'yes' })} />
        </tr>
      ))}
    </LiveTable>
  )
}

function TeamTable({ report }: { report: LiveReport }) {
  const { reports: texts } = useTexts()
  const locale = useLocale()
  const inbox = useInboxLink()
  const { live } = texts
  return (
    <LiveTable
      caption={live.teams}
      heads={[
        texts.dimensions.team,
        live.open,
        live.unassigned,
        live.waiting,
        live.longestWait,
        live.snoozed,
      ]}
      numbersFrom={1}
    >
      {report.teams.map(({ team_id: id, name, ...counts }) => {
        const team = id ?? 'none'
        return (
          <tr key={team}>
            <th scope="row">
              <bdi>{name ?? (id === null ? texts.none.team : texts.goneTeam)}</bdi>
            </th>
            <Count value={counts.open} link={inbox('open', { team })} />
            <Count value={counts.unassigned} link={inbox('unassigned', { team })} />
            <Count value={counts.waiting} link={inbox('open', { team, waiting: 'yes' })} />
            <td data-number>{waited(counts.waiting_since, report.at, locale)}</td>
            <Count value={counts.snoozed} link={inbox('snoozed', { team })} />
          </tr>
        )
      })}
    </LiveTable>
  )
}

function LiveTable(props: {
  caption: string
  heads: readonly string[]
  /** Columns from here on are figures. */
  numbersFrom: number
  children: ReactNode
}) {
  return (
    <ScrollRegion className={table.scroller} label={props.caption}>
      <table className={table.table}>
        <VisuallyHidden component="caption">{props.caption}</VisuallyHidden>
        <thead>
          <tr>
            {props.heads.map((head, index) => (
              <th key={head} scope="col" data-number={index >= props.numbersFrom || undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </ScrollRegion>
  )
}

function Count({ value, link }: { value: number; link: LinkProps }) {
  const locale = useLocale()
  const text = new Intl.NumberFormat(locale).format(value)
  return (
    <td data-number>
      {value === 0 ? (
        text
      ) : (
        <Link className={table.link} {...link}>
          {text}
        </Link>
      )}
    </td>
  )
}
