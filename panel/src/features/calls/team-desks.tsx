import { useQuery } from '@tanstack/react-query'
import type { AgentDesk, DeskState } from '@parley/protocol/call'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { desksQuery } from '../../queries/call-queries.ts'
import { agentsQuery } from '../../queries/organization-queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './calls-page.module.css'
import { ElapsedTime } from './elapsed-time.tsx'

/** Available agents first, offline ones last. */
const order: Record<DeskState, number> = { idle: 0, offered: 1, in_call: 2, wrap_up: 3, away: 4, offline: 5 }

/** What each agent is doing, and for how long. `offlineBecause`: shown in one's own row instead of "Offline". */
export function TeamDesks({ offlineBecause }: { offlineBecause: string | null }) {
  const texts = useTexts().calls.now
  const { organization } = useMembership()
  const query = useQuery(desksQuery(organization.id))
  return (
    <section className={classes.card} aria-label={texts.desks}>
      <div className={classes.title}>
        <h2>{texts.desks}</h2>
      </div>
      <QueryView
        query={query}
        skeleton={
          <div className={classes.skeleton}>
            <RowSkeletons count={2} />
          </div>
        }
      >
        {(desks) =>
          desks.length === 0 ? (
            <p className={classes.none}>{texts.desksNone}</p>
          ) : (
            <ul className={classes.rows} aria-label={texts.desks}>
              {desks
                .toSorted((a, b) => order[a.state] - order[b.state] || (a.since < b.since ? -1 : 1))
                .map((desk) => (
                  <li key={desk.agent.id}>
                    <DeskRow desk={desk} offlineBecause={offlineBecause} />
                  </li>
                ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  )
}

function DeskRow(props: { desk: AgentDesk; offlineBecause: string | null }) {
  const { agent, state, since } = props.desk
  const { calls, reports } = useTexts()
  const texts = calls.now
  const { agent_id: me, organization } = useMembership()
  const { data: agents } = useQuery(agentsQuery(organization.id))
  // Online, but no window of theirs can take calls, for example without a microphone.
  const isWithoutCalls = state === 'offline' && agents?.find(({ id }) => id === agent.id)?.online === true
  const reason = state === 'offline' && agent.id === me ? props.offlineBecause : null
  return (
    <div className={classes.row}>
      <Avatar
        id={agent.id}
        name={agent.name}
        avatarUrl={agent.avatar_url}
        online={state === 'idle'}
        size={32}
      />
      <span className={classes.body}>
        <span className={classes.name}>
          <bdi>{agent.name}</bdi>
          {agent.id === me ? ` (${texts.you})` : null}
        </span>
        <span className={classes.state} data-desk={state}>
          {reason ?? (isWithoutCalls ? reports.live.onlineWithoutCalls : texts.states[state])}
        </span>
      </span>
      {state === 'offline' ? null : <ElapsedTime className={classes.time} at={since} />}
    </div>
  )
}
