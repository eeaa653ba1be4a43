import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core'
import { IconPhoneOutgoing, IconPlayerPause, IconPlayerPlay, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TransferKind } from '@parley/protocol/call'
import type { AgentFace } from '@parley/protocol/agent'
import type { CallView } from '@parley/protocol/call-view'
import type { Team } from '@parley/protocol/team'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { desksQuery } from '../../queries/call-queries.ts'
import { teamsQuery } from '../../queries/team-queries.ts'
import { useStore } from '../../session/agent-session.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { useAgentCalls } from './agent-calls.tsx'
import classes from './transfer.module.css'
import { isOpenTransfer, useHold, useTransferCommand } from './use-transfer.ts'

/** Hold, resume and transfer of the call in this window. While it is being transferred, TransferStatus has the controls. */
export function HoldAndTransfer({ call }: { call: CallView }) {
  const texts = useTexts().transfers
  const transfer = useStore(useAgentCalls().desk)?.transfer ?? null
  const hold = useHold()
  if (isOpenTransfer(transfer)) return null
  const held = call.held_since !== null
  const label = held ? texts.resume : texts.hold
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon
          variant={held ? 'filled' : 'default'}
          {...(held ? { color: 'amber' } : {})}
          size={36}
          aria-label={label}
          onClick={() => void hold(!held)}
        >
          {held ? (
            <IconPlayerPlay size={20} stroke={1.75} aria-hidden />
          ) : (
            <IconPlayerPause size={20} stroke={1.75} aria-hidden />
          )}
        </ActionIcon>
      </Tooltip>
      <TransferMenu />
    </>
  )
}

function TransferMenu() {
  const texts = useTexts().transfers
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={340} trapFocus>
      <Popover.Target>
        <Tooltip label={texts.transfer} disabled={opened}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={texts.transfer}
            onClick={() => setOpened(!opened)}
          >
            <IconPhoneOutgoing size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.transfer}>
        <Colleagues onDone={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Colleagues who can take a call now, and their teams. */
function Colleagues({ onDone }: { onDone: () => void }) {
  const texts = useTexts().transfers
  const { organization, agent_id: me } = useMembership()
  const query = useQuery({ ...desksQuery(organization.id), staleTime: 0 })
  const { data: teams = [] } = useQuery(teamsQuery(organization.id))
  return (
    <>
      <p className={classes.lead}>{texts.lead}</p>
      <QueryView query={query} skeleton={<RowSkeletons count={2} />}>
        {(desks) => {
          const free = desks.filter(({ agent, state }) => state === 'idle' && agent.id !== me)
          if (free.length === 0) return <p className={classes.none}>{texts.nobody}</p>
          return (
            <ul className={classes.list}>
              {free.map(({ agent }) => (
                <li key={agent.id} className={classes.row}>
                  <Colleague agent={agent} onDone={onDone} />
                </li>
              ))}
              {teams
                .filter(({ members }) =>
                  members.some((member) => free.some(({ agent }) => agent.id === member.agent_id)),
                )
                .map((team) => (
                  <li key={team.id} className={classes.row}>
                    <TeamRow team={team} onDone={onDone} />
                  </li>
                ))}
            </ul>
          )
        }}
      </QueryView>
    </>
  )
}

function TeamRow({ team, onDone }: { team: Team; onDone: () => void }) {
  const texts = useTexts().transfers
  const calls = useAgentCalls()
  const { run, isRunning } = useTransferCommand()
  return (
    <>
      <IconUsersGroup size={20} stroke={1.75} aria-hidden className={classes.teamIcon} />
      <bdi className={classes.name}>{team.name}</bdi>
      <span className={classes.choices}>
        <Button
          size="xs"
          variant="default"
          disabled={isRunning}
          aria-label={texts.nowTo(team.name)}
          onClick={() => void run(() => calls.transferToTeam(team.id)).then((done) => done && onDone())}
        >
          {texts.now}
        </Button>
      </span>
    </>
  )
}

function Colleague({ agent, onDone }: { agent: AgentFace; onDone: () => void }) {
  const texts = useTexts().transfers
  const calls = useAgentCalls()
  const { run, isRunning } = useTransferCommand()
  const start = (kind: TransferKind) =>
    void run(() => calls.transfer(agent.id, kind)).then((done) => done && onDone())
  return (
    <>
      <Avatar id={agent.id} name={agent.name} avatarUrl={agent.avatar_url} size={32} />
      <bdi className={classes.name}>{agent.name}</bdi>
      <span className={classes.choices}>
        <Button
          size="xs"
          disabled={isRunning}
          aria-label={texts.talkFirstTo(agent.name)}
          onClick={() => start('warm')}
        >
          {texts.talkFirst}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={isRunning}
          aria-label={texts.nowTo(agent.name)}
          onClick={() => start('blind')}
        >
          {texts.now}
        </Button>
      </span>
    </>
  )
}
