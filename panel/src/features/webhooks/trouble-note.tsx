import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { WebhookTrouble } from '@parley/protocol/webhook'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { momentText } from '../../time/times.ts'

/** Since when it fails, and the last response. */
export function TroubleText({ trouble }: { trouble: WebhookTrouble }) {
  const texts = useTexts().webhooks.trouble
  const locale = useLocale()
  const { failures, since, last_status: status } = trouble
  return (
    <>
      {texts.since(failures, momentText(since, locale))}{' '}
      {status === null ? texts.noAnswer : texts.status(status)}
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
