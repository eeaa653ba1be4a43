import { Button } from '@mantine/core'
import { IconPhone, IconPhoneX } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo } from 'react'
import type { DeskOffer } from '@parley/protocol/call-view'
import { Keys } from '../../commands/keys.tsx'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { displayName } from '../../people/customer-labels.ts'
import { useStore } from '../../session/agent-session.tsx'
import { useAgentCalls } from './agent-calls.tsx'
import { CallerFacts } from './caller-facts.tsx'
import { CountdownAvatar } from './countdown-avatar.tsx'
import classes from './incoming-call.module.css'
import { IncomingTransfer } from './incoming-transfer.tsx'
import { declined } from './offer-outcomes.tsx'
import { createQuietRing, ringOf, silenceWhileAnswering } from './quiet-ring.ts'
import { RingtoneButton } from './ringtone-button.tsx'
import { useCallAlarm } from './use-call-alarm.ts'
import { useCardCommands } from './use-card-commands.ts'
import { useOpenCaller } from './use-open-caller.ts'
import { useRingingOffer, useRingingTransfer } from './use-ringing.ts'

/** The incoming call, above every page. It does not take the focus: the agent may be typing. */
export function IncomingCall() {
  const calls = useAgentCalls()
  const offer = useRingingOffer()
  const transfer = useRingingTransfer()
  const { organization } = useMembership()
  const quietRing = useMemo(() => createQuietRing(organization.id), [organization.id])
  const ringId = offer === null ? (transfer?.id ?? null) : ringOf(offer)
  const quietId = useStore(quietRing)
  const quiet = ringId !== null && quietId === ringId
  const onQuiet = useCallback((next: boolean) => quietRing.set(next ? ringId : null), [quietRing, ringId])
  useEffect(() => silenceWhileAnswering(calls, quietRing), [calls, quietRing])
  useCallAlarm(offer ?? transfer, quiet)
  const openCaller = useOpenCaller()
  return (
    <div className={classes.place}>
      {transfer === null ? null : (
        <IncomingTransfer key={transfer.id} transfer={transfer} quiet={quiet} onQuiet={onQuiet} />
      )}
      {offer === null ? null : (
        <Card key={offer.call.id} offer={offer} quiet={quiet} onAccept={openCaller} onQuiet={onQuiet} />
      )}
    </div>
  )
}

function Card(props: {
  offer: DeskOffer
  quiet: boolean
  onQuiet: (quiet: boolean) => void
  onAccept: (offer: DeskOffer) => void
}) {
  const t = useTexts()
  const texts = t.desk.incoming
  const calls = useAgentCalls()
  const { problem } = useStore(calls.media.view)
  const { offer, onAccept, onQuiet } = props
  const name = displayName(t.inbox.customers, offer.customer)
  const actions = useMemo(
    () => ({
      accept: () => {
        onAccept(offer)
        calls.accept()
      },
      decline: () => {
        declined.add(offer.call.id)
        onQuiet(true)
        calls.decline()
      },
    }),
    [calls, offer, onAccept, onQuiet],
  )
  useCardCommands(actions)

  return (
    <section className={classes.card} aria-label={texts.region}>
      <div className={classes.who}>
        <CountdownAvatar customer={offer.customer} from={offer.offered_at} until={offer.expires_at} />
        <div className={classes.body}>
          <p className={classes.name} role="alert">
            {texts.calls(name)}
          </p>
          <CallerFacts {...offer} />
        </div>
        <RingtoneButton quiet={props.quiet} onQuiet={props.onQuiet} />
      </div>
      {problem?.device === 'microphone' ? (
        <p className={classes.problem} role="alert">
          {texts.acceptFailed} {t.desk.microphone.problems[problem.code]}
        </p>
      ) : null}
      <div className={classes.buttons}>
        <Button
          className={classes.button}
          color="green"
          size="md"
          leftSection={<IconPhone size={20} stroke={1.75} aria-hidden />}
          onClick={actions.accept}
        >
          {texts.accept}
        </Button>
        <Button
          className={classes.button}
          color="red"
          variant="light"
          size="md"
          leftSection={<IconPhoneX size={20} stroke={1.75} aria-hidden />}
          onClick={actions.decline}
        >
          {texts.decline}
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
