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
import type { Messages } from '../../messages/en.ts'
import { momentText } from '../../time/times.ts'
import { adviceFor } from './attempt-advice.ts'
import classes from './attempt-card.module.css'
import { HttpMessage, PayloadMessage } from './http-message.tsx'

const icons: Record<Attempt['outcome'], Icon> = {
  under_way: IconSend,
  delivered: IconCircleCheck,
  bad_status: IconCircleX,
  timeout: IconCircleX,
  connection_error: IconPlugConnectedX,
  refused: IconBan,
  interrupted: IconPlugConnectedX,
}

/** One delivery attempt with advice, request and response. The newest is expanded. */
export function AttemptCard(props: {
  attempt: Attempt
  number: number
  newest: boolean
  /** Shown for an attempt that sent nothing. */
  payload: string
}) {
  const texts = useTexts().deliveries
  const locale = useLocale()
  const { attempt } = props
  const IconComponent = icons[attempt.outcome]
  const advice = adviceFor(attempt)
  const failure = failureText(texts, attempt)
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
            {failure === null ? null : <span className={classes.error}>{failure}</span>}
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
        {attempt.request === null ? (
          attempt.outcome === 'under_way' ? null : (
            <>
              <p className={classes.nothing}>{texts.nothingSent}</p>
              <PayloadMessage payload={props.payload} />
            </>
          )
        ) : (
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

/** Localized by code; otherwise the service's own text. */
function failureText(texts: Messages['deliveries'], { failure, error }: Attempt): string | null {
  if (failure === null) return error
  const text = texts.failures[failure.code]
  return typeof text === 'string' ? text : text(failure.detail ?? '')
}

function outcomeText(texts: Messages['deliveries'], { outcome, status }: Attempt): string {
  const text = texts.outcomes[outcome]
  return typeof text === 'string' ? text : text(status ?? 0)
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
