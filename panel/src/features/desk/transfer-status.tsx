import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CallView, DeskTransfer } from '@parley/protocol/call-view'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { teamsQuery } from '../../queries/team-queries.ts'
import { useStore } from '../../session/agent-session.tsx'
import { useAgentCalls } from './agent-calls.tsx'
import { TalkDevices } from './talk-devices.tsx'
import classes from './transfer.module.css'
import { useHold, useTransferCommand } from './use-transfer.ts'

/** Below the call: its transfer, or why the last one failed while the customer is still on hold. */
export function TransferStatus({ call }: { call: CallView }) {
  const transfer = useStore(useAgentCalls().desk)?.transfer ?? null
  if (transfer === null || transfer.call.id !== call.id || call.held_since === null) return null
  return <Status transfer={transfer} />
}

function Status({ transfer }: { transfer: DeskTransfer }) {
  const texts = useTexts().transfers
  const calls = useAgentCalls()
  const { run, isRunning } = useTransferCommand()
  const hold = useHold()
  const { state } = transfer
  const name = transfer.to?.name ?? texts.colleague
  const { organization } = useMembership()
  const { data: teams = [] } = useQuery(teamsQuery(organization.id))
  const team = teams.find(({ id }) => id === transfer.team_id)
  const open = state === 'ringing' || state === 'talking'
  return (
    <div className={classes.status}>
      <output className={classes.text}>
        {team === undefined || state === 'talking'
          ? texts[state](name)
          : state === 'ringing'
            ? texts.ringing(`${name} (${team.name})`)
            : texts.nobodyIn(team.name)}
      </output>
      {state === 'talking' ? <TalkDevices /> : null}
      {state === 'talking' ? (
        <Button disabled={isRunning} onClick={() => void run(calls.completeTransfer)}>
          {texts.complete}
        </Button>
      ) : null}
      {open ? (
        <Button variant="default" disabled={isRunning} onClick={() => void run(calls.endTransfer)}>
          {texts.cancel}
        </Button>
      ) : (
        <Button variant="default" onClick={() => void hold(false)}>
          {texts.resume}
        </Button>
      )}
    </div>
  )
}
