import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconRepeat } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { DeliveryDetail } from '@parley/protocol/webhook'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { momentText } from '../../time/times.ts'
import { useNow } from '../../time/use-now.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { AttemptCard } from './attempt-card.tsx'
import { Countdown } from './countdown.tsx'
import classes from './delivery-details.module.css'
import { isOver, useResend } from './delivery-queries.ts'
import { DeliveryStateBadge } from './delivery-state-badge.tsx'
import { storyOf } from './delivery-story.ts'
import { isTooOld } from './resendable.ts'
import { WebhookName } from './delivery-table.tsx'
import { PayloadMessage } from './http-message.tsx'

/** A delivery: event, state and all attempts, newest first. */
export function DeliveryDetails({ delivery }: { delivery: DeliveryDetail }) {
  const { deliveries: texts, problems } = useTexts()
  const locale = useLocale()
  const now = useNow()
  const attempts = delivery.attempt_list
  return (
    <>
      <div className={classes.top}>
        <div className={classes.state}>
          <output>
            <DeliveryStateBadge state={delivery.state} />
            <span className={classes.sentence}>{texts.story[storyOf(delivery, now)]}</span>
          </output>
          {/* Outside the live region: a screen reader would announce every second. */}
          {delivery.next_attempt_at !== null && delivery.state === 'waiting' ? (
            <p className={classes.next}>
              {texts.next}: <Countdown at={delivery.next_attempt_at} /> ·{' '}
              {momentText(delivery.next_attempt_at, locale, 'second')}
            </p>
          ) : null}
        </div>
        {isTooOld(delivery, now) && delivery.state !== 'sending' ? (
          <p className={classes.none}>{problems.byCode.delivery_too_old}</p>
        ) : (
          <Resend delivery={delivery} />
        )}
      </div>
      <dl className={classes.facts}>
        <Fact name={texts.event}>
          <bdi dir="ltr">{delivery.type}</bdi>
        </Fact>
        <Fact name={texts.happened}>
          {momentText(delivery.created_at, locale, 'second')} · <RelativeTime at={delivery.created_at} />
        </Fact>
        <Fact name={texts.webhook}>
          <WebhookName id={delivery.webhook_id} />
        </Fact>
        <Fact name={texts.eventId}>
          <code dir="ltr">{delivery.event_id}</code>
          <CopyButton value={delivery.event_id} label={texts.copyEventId} />
        </Fact>
        <Fact name={texts.deliveryId}>
          <code dir="ltr">{delivery.id}</code>
          <CopyButton value={delivery.id} label={texts.copyDeliveryId} />
        </Fact>
      </dl>
      <h3 className={classes.title}>{texts.attempts}</h3>
      {attempts.length === 0 ? (
        <>
          <p className={classes.none}>{texts.noAttempts}</p>
          <PayloadMessage payload={delivery.payload} />
        </>
      ) : (
        <>
          <ol className={classes.attempts} reversed>
            {attempts
              .map((attempt, index) => (
                <li key={attempt.id}>
                  <AttemptCard
                    attempt={attempt}
                    number={index + 1}
                    newest={index === attempts.length - 1}
                    payload={delivery.payload}
                  />
                </li>
              ))
              .toReversed()}
          </ol>
          <p className={classes.none}>{texts.masked}</p>
        </>
      )}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A waiting delivery can be sent now; one being sent cannot. */
function Resend({ delivery }: { delivery: DeliveryDetail }) {
  const texts = useTexts().deliveries
  const { organization } = useMembership()
  const resend = useResend(organization.id, delivery.id)
  return (
    <div className={classes.resend}>
      <Button
        variant={delivery.state === 'failed' ? 'filled' : 'default'}
        leftSection={<IconRepeat size={18} stroke={1.75} aria-hidden />}
        loading={resend.isPending}
        disabled={delivery.state === 'sending'}
        onClick={() =>
          resend.mutate(undefined, { onSuccess: () => notifications.show({ message: texts.sentAgain }) })
        }
      >
        {isOver(delivery.state) || delivery.state === 'sending' ? texts.resend : texts.tryNow}
      </Button>
      <ProblemNote error={resend.error} />
    </div>
  )
}
