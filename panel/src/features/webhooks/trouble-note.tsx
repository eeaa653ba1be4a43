import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { WebhookTrouble } from '@parley/protocol/webhook'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { momentText } from '../../time/times.ts'
import { failureText } from '../deliveries/attempt-texts.ts'

/** Since when it fails, and the last response or why there was none. */
export function TroubleText({ trouble }: { trouble: WebhookTrouble }) {
  const { webhooks, deliveries } = useTexts()
  const texts = webhooks.trouble
  const locale = useLocale()
  const { failures, since, last_status: status, last_failure: failure, last_error: error } = trouble
  return (
    <>
      {texts.since(failures, momentText(since, locale))}{' '}
      {status === null
        ? (failureText(deliveries, { failure, error }) ?? texts.noAnswer)
        : texts.status(status)}
    </>
  )
}

/** A notice that does not interrupt. */
export function TroubleNote(props: { title?: string; color?: 'red' | 'amber'; children: ReactNode }) {
  return (
    <Alert
      color={props.color ?? 'red'}
      mb="lg"
      icon={<IconAlertTriangle size={20} stroke={1.75} aria-hidden />}
      title={props.title}
      role="note"
    >
      {props.children}
    </Alert>
  )
}
