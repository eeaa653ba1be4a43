import { Button } from '@mantine/core'
import { IconPhone, IconPhoneX } from '@tabler/icons-react'
import type { DeskTransfer } from '@parley/protocol/call-view'
import { Keys } from '../../commands/keys.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { displayName } from '../../people/customer-labels.ts'
import { useStore } from '../../session/agent-session.tsx'
import { useAgentCalls } from './agent-calls.tsx'
import { CallerFacts } from './caller-facts.tsx'
import { CountdownAvatar } from './countdown-avatar.tsx'
import classes from './incoming-call.module.css'
import { RingtoneButton } from './ringtone-button.tsx'
import { useCardCommands } from './use-card-commands.ts'
import { useTransferCommand } from './use-transfer.ts'

/** A colleague's call that rings here. */
export function IncomingTransfer(props: {
  transfer: DeskTransfer
  quiet: boolean
  onQuiet: (quiet: boolean) => void
}) {
  const t = useTexts()
  const texts = t.transfers.incoming
  const calls = useAgentCalls()
  const { problem } = useStore(calls.media.view)
  const { run, isRunning } = useTransferCommand()
  const { transfer } = props
  const { kind, customer } = transfer
  const answer = async () => {
    props.onQuiet(true)
    const isAccepted = await run(calls.acceptTransfer)
    const isBlocked = calls.media.view.get().problem?.device === 'microphone'
    if (!props.quiet && (!isAccepted || isBlocked)) props.onQuiet(false)
  }
  const decline = () => {
    props.onQuiet(true)
    void run(calls.endTransfer)
  }
  useCardCommands({
    accept: () => (isRunning ? undefined : void answer()),
    decline: () => (isRunning ? undefined : decline()),
  })
  const agent = transfer.from?.name ?? t.transfers.colleague
  return (
    <section className={classes.card} aria-label={texts.region}>
      <div className={classes.who}>
        <CountdownAvatar customer={customer} from={transfer.created_at} until={transfer.expires_at} />
        <div className={classes.body}>
          <p className={classes.name} role="alert">
            {texts[kind](agent, displayName(t.inbox.customers, customer))}
          </p>
          <p className={classes.after}>{kind === 'warm' ? texts.afterWarm : texts.afterBlind}</p>
          <CallerFacts {...transfer} />
        </div>
        <RingtoneButton quiet={props.quiet} onQuiet={props.onQuiet} />
      </div>
      {problem?.device === 'microphone' ? (
        <p className={classes.problem} role="alert">
          {t.desk.incoming.acceptFailed} {t.desk.microphone.problems[problem.code]}
        </p>
      ) : null}
      <div className={classes.buttons}>
        <Button
          className={classes.button}
          color="green"
          size="md"
          disabled={isRunning}
          leftSection={<IconPhone size={20} stroke={1.75} aria-hidden />}
          onClick={() => void answer()}
        >
          {t.desk.incoming.accept}
        </Button>
        <Button
          className={classes.button}
          color="red"
          variant="light"
          size="md"
          disabled={isRunning}
          leftSection={<IconPhoneX size={20} stroke={1.75} aria-hidden />}
          onClick={decline}
        >
          {t.desk.incoming.decline}
        </Button>
      </div>
      {/* Visual hint only: the help overlay lists the commands accessibly. */}
      <div className={classes.keys} aria-hidden>
        <Keys shortcut="c a" />
        <Keys shortcut="c d" />
      </div>
    </section>
  )
}
