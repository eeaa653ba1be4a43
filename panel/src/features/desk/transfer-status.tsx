import { Button } from '@mantine/core'
import type { CallView, DeskTransfer } from '@parley/protocol/call-view'
import { useTexts } from '../../i18n/i18n.tsx'
import { useStore } from '../../session/agent-session.tsx'
import { useAgentCalls } from './agent-calls.tsx'
import { TalkDevices } from './talk-devices.tsx'
import classes from './transfer.module.css'
import { useTransferCommand } from './use-transfer.ts'

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
  const { state } = transfer
  const open = state === 'ringing' || state === 'talking'
  return (
    <div className={classes.status}>
      <output className={classes.text}>{texts[state](transfer.to?.name ?? texts.colleague)}</output>
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
        <Button variant="default" onClick={() => void calls.hold(false)}>
          {texts.resume}
        </Button>
      )}
    </div>
  )
}
