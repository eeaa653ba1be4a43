import {
  IconBan,
  IconChevronRight,
  IconCircleCheck,
  IconCircleX,
  IconPlugConnectedX,
  IconSend,
  type Icon,
} from '@tabler/icons-react'
import type { Attempt } from '@parley/protocol/webhook'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { momentText } from '../../time/times.ts'
import { adviceFor } from './attempt-advice.ts'
import classes from './attempt-card.module.css'
import { failureText, missingRequestText, outcomeText } from './attempt-texts.ts'
import { HttpMessage, PayloadMessage } from './http-message.tsx'

/** By outcome; a newer service may send others. */
const icons: Partial<Record<string, Icon>> = {
  under_way: IconSend,
  delivered: IconCircleCheck,
  bad_status: IconCircleX,
  timeout: IconCircleX,
  connection_error: IconPlugConnectedX,
  refused: IconBan,
  interrupted: IconPlugConnectedX,
} satisfies Record<Attempt['outcome'], Icon>

/** One delivery attempt with advice, request and response. The newest is expanded. */
export function AttemptCard(props: {
  attempt: Attempt
  number: number
  newest: boolean
  /** Shown for an attempt without a stored request. */
  payload: string
}) {
  const texts = useTexts().deliveries
  const locale = useLocale()
  const { attempt } = props
  const IconComponent = icons[attempt.outcome] ?? IconCircleX
  const advice = adviceFor(attempt)
  const failure = failureText(texts, attempt)
  const missing = missingRequestText(texts, attempt)
  return (
    <details className={classes.card} open={props.newest}>
      <summary className={classes.summary}>
        <span className={classes.outcome} data-outcome={attempt.outcome}>
          <IconComponent size={18} stroke={1.75} aria-hidden />
          {outcomeText(texts, attempt)}
        </span>
        <span className={classes.facts}>
          <span>
            {texts.attempt(props.number)} · {texts.kinds[attempt.kind]}
          </span>
          <span>{momentText(attempt.started_at, locale, 'second')}</span>
          {attempt.duration_ms === null ? null : <span>{milliseconds(attempt.duration_ms, locale)}</span>}
        </span>
        <IconChevronRight className={classes.chevron} size={18} stroke={1.75} aria-hidden />
      </summary>
      <div className={classes.body}>
        {advice === null ? null : (
          <p className={classes.advice}>
            {texts.advice[advice]}
            {failure === null || failure === missing ? null : (
              <span className={classes.error}>{failure}</span>
            )}
          </p>
        )}
        {attempt.response === null ? null : (
          <HttpMessage
            title={texts.response}
            line={String(attempt.response.status)}
            headers={attempt.response.headers}
            body={attempt.response.body}
            note={attempt.response.truncated ? texts.truncated : null}
          />
        )}
        {missing === null ? null : (
          <>
            <p className={classes.nothing}>{missing}</p>
            <PayloadMessage payload={props.payload} />
          </>
        )}
        {attempt.request === null ? null : (
          <HttpMessage
            title={texts.request}
            line={`POST ${attempt.request.url}`}
            headers={attempt.request.headers}
            body={attempt.request.body}
            note={null}
          />
        )}
      </div>
    </details>
  )
}

/** `84 ms`, `1.2 sec`. */
function milliseconds(duration: number, locale: string): string {
  const short = duration < 1_000
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: short ? 'millisecond' : 'second',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(short ? duration : duration / 1_000)
}
