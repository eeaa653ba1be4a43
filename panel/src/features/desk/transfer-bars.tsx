import { Button } from '@mantine/core'
import type { AgentCallState } from '@parley/client/calls/agent-call-state'
import type { Desk, DeskTransfer } from '@parley/protocol/call-view'
import { useTexts } from '../../i18n/i18n.tsx'
import { displayName } from '../../people/customer-labels.ts'
import { useStore } from '../../session/agent-session.tsx'
import { useAgentCalls } from './agent-calls.tsx'
import { WrapUpLeft } from './availability.tsx'
import classes from './call-bar.module.css'
import { CustomerLink } from './customer-link.tsx'
import { TalkDevices } from './talk-devices.tsx'
import { useTransferCommand } from './use-transfer.ts'

/** The private talk to which a colleague has invited this agent. */
export function IncomingTalkBar({ transfer }: { transfer: DeskTransfer }) {
  const t = useTexts()
  const texts = t.transfers
  const calls = useAgentCalls()
  const { name } = useStore(calls.talk.state)
  const { run, isRunning } = useTransferCommand()
  const colleague = transfer.from?.name ?? texts.colleague
  return (
    <div className={classes.bar} data-tone="amber">
      <div className={classes.body}>
        <output>
          <span className={classes.name}>
            {name === 'elsewhere'
              ? texts.talk.elsewhere(colleague)
              : texts.talk.title(colleague, displayName(t.inbox.customers, transfer.customer))}
          </span>
        </output>
        <span className={classes.state}>
          {texts.talk.waits} <CustomerLink company={transfer} inviting />
        </span>
      </div>
      <div className={classes.buttons}>
        <TalkDevices />
        <Button variant="light" color="red" disabled={isRunning} onClick={() => void run(calls.endTransfer)}>
          {texts.talk.leave}
        </Button>
      </div>
    </div>
  )
}

/** A colleague has taken the call over. */
export function TransferredBar(props: {
  state: Extract<AgentCallState, { name: 'transferred' }>
  desk: Desk | null
}) {
  const t = useTexts()
  const texts = t.transfers
  const calls = useAgentCalls()
  const { state, desk } = props
  const until = desk?.state === 'wrap_up' ? desk.wrap_up_until : null
  const finish = async () => {
    if (until !== null) await calls.wrappedUp()
    calls.dismiss()
  }
  return (
    <div className={classes.bar}>
      <div className={classes.body}>
        <output className={classes.name}>
          {texts.transferred(
            displayName(t.inbox.customers, state.customer),
            state.to?.name ?? texts.colleague,
          )}
        </output>
        <span className={classes.state}>
          <CustomerLink company={state} inviting />
        </span>
      </div>
      <div className={classes.buttons}>
        {until === null ? null : (
          <span className={classes.state}>
            {t.desk.wrapUntil} <WrapUpLeft until={until} />
          </span>
        )}
        <Button variant="default" onClick={() => void finish()}>
          {until === null ? t.desk.call.dismiss : t.desk.finishNow}
        </Button>
      </div>
    </div>
  )
}
