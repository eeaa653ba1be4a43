import {
  IconArrowsExchange,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconLoader2,
  type Icon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import type { Messages } from '../../messages/en.ts'
import classes from './connection-test-page.module.css'
import type { IceResult, IceTarget } from './ice-test.ts'
import type { LoopResult } from './relay-loop.ts'

type Texts = Messages['callSettings']['connection']

interface Outcome {
  state: 'idle' | 'running' | 'works' | 'fails'
  text: string
  detail?: string | undefined
  advice?: string
}

/** One server address and its test result. */
export function ServerRow(props: { target: IceTarget; result: IceResult | null; running: boolean }) {
  const texts = useTexts().callSettings.connection
  const locale = useLocale()
  const { target, result } = props
  return (
    <Row
      name={<bdi dir="ltr">{target.url}</bdi>}
      note={`${target.kind === 'turn' ? 'TURN' : 'STUN'} · ${texts.transports[target.transport]}`}
      outcome={result === null ? pending(texts, props.running) : serverOutcome(texts, locale, target, result)}
    />
  )
}

/** Whether data passes through the relay. */
export function RelayRow(props: { result: LoopResult | null; running: boolean }) {
  const texts = useTexts().callSettings.connection
  const locale = useLocale()
  const { result } = props
  return (
    <Row
      name={texts.through}
      note={texts.throughLead}
      outcome={result === null ? pending(texts, props.running) : relayOutcome(texts, locale, result)}
    />
  )
}

const pending = (texts: Texts, running: boolean): Outcome =>
  running ? { state: 'running', text: texts.running } : { state: 'idle', text: '' }

function serverOutcome(texts: Texts, locale: string, target: IceTarget, result: IceResult): Outcome {
  const text = texts.results[result.name]
  if (result.name === 'works') {
    const took = texts.took(milliseconds(result.milliseconds, locale))
    const detail = result.address === null ? took : `${took} · ${texts.address(result.address)}`
    return { state: 'works', text, detail }
  }
  if (result.name !== 'unreachable') return { state: 'fails', text, advice: texts.advice[result.name] }
  const ways = { udp: 'unreachableUdp', tcp: 'unreachableTcp', tls: 'unreachableTls' } as const
  return { state: 'fails', text, advice: texts.advice[ways[target.transport]] }
}

function relayOutcome(texts: Texts, locale: string, result: LoopResult): Outcome {
  if (result.name === 'skipped') return { state: 'idle', text: texts.throughSkipped }
  return result.name === 'works'
    ? { state: 'works', text: texts.throughWorks(milliseconds(result.milliseconds, locale)) }
    : { state: 'fails', text: texts.throughFails, advice: texts.throughAdvice }
}

const icons: Record<Outcome['state'], Icon> = {
  idle: IconCircleDashed,
  running: IconLoader2,
  works: IconCircleCheck,
  fails: IconCircleX,
}

function Row(props: { name: ReactNode; note: string; outcome: Outcome }) {
  const { outcome } = props
  const IconComponent =
    outcome.state === 'idle' && outcome.text === '' ? IconArrowsExchange : icons[outcome.state]
  return (
    <div className={classes.row} data-state={outcome.state}>
      <IconComponent className={classes.sign} size={20} stroke={1.75} aria-hidden />
      <div className={classes.body}>
        <div className={classes.name}>{props.name}</div>
        <div className={classes.note}>{props.note}</div>
      </div>
      <div className={classes.result}>
        <span className={classes.verdictWord}>{outcome.text}</span>
        {outcome.detail === undefined ? null : <span className={classes.note}>{outcome.detail}</span>}
      </div>
      {outcome.advice === undefined ? null : <p className={classes.advice}>{outcome.advice}</p>}
    </div>
  )
}

/** `3 ms`, `84 ms`, `1.2 sec`. */
const milliseconds = (duration: number, locale: string) =>
  new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: duration < 1_000 ? 'millisecond' : 'second',
    unitDisplay: 'short',
    maximumFractionDigits: duration < 10 || duration >= 1_000 ? 1 : 0,
  }).format(duration < 1_000 ? duration : duration / 1_000)
