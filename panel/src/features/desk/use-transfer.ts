import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { FailureCode } from '@parley/client/connection/result'
import type { Desk, DeskTransfer } from '@parley/protocol/call-view'
import { useTexts } from '../../i18n/i18n.tsx'
import { useAgentCalls } from './agent-calls.tsx'

export const isOpenTransfer = (transfer: DeskTransfer | null): transfer is DeskTransfer =>
  transfer?.state === 'ringing' || transfer?.state === 'talking'

const ofColleague = (desk: Desk | null, state: DeskTransfer['state']): DeskTransfer | null =>
  desk?.call === null && desk.transfer?.state === state ? desk.transfer : null

/** A colleague's call that rings at this agent. */
export const ringingTransfer = (desk: Desk | null) => ofColleague(desk, 'ringing')

/** The private talk to which a colleague has invited this agent. */
export const talkOfColleague = (desk: Desk | null) => ofColleague(desk, 'talking')

/** Puts the customer on hold or ends the hold, and shows if that failed. */
export function useHold() {
  const texts = useTexts().transfers
  const calls = useAgentCalls()
  return async (held: boolean) => {
    const code = await calls.hold(held)
    if (code !== null && code !== 'call_over') notifications.show({ message: texts.holdFailed })
  }
}

/** Runs a command and shows why it failed. `run` returns whether it succeeded. */
export function useTransferCommand() {
  const texts = useTexts().transfers.errors
  const [isRunning, setRunning] = useState(false)
  const textOf = (code: FailureCode) => {
    if (code === 'agent_unavailable') return texts.unavailable
    if (code === 'rate_limited') return texts.tooOften
    return code === 'transfer_gone' || code === 'call_over' || code === 'not_found' ? texts.gone : texts.other
  }
  async function run(command: () => Promise<FailureCode | null>): Promise<boolean> {
    setRunning(true)
    const code = await command()
    setRunning(false)
    if (code !== null) notifications.show({ message: textOf(code) })
    return code === null
  }
  return { run, isRunning }
}
