import { IconAlertCircle, IconCircleCheck, IconMinus } from '@tabler/icons-react'
import type { MailboxTest, MailStepResult } from '@parley/protocol/mailbox'
import { useTexts } from '../../i18n/i18n.tsx'
import classes from './channels-page.module.css'

const steps = ['imap', 'folder', 'smtp'] as const

/** Each step of a test, and what to do about the one that failed. */
export function MailboxTestResult({ result }: { result: MailboxTest }) {
  const texts = useTexts().channelMail
  const works = steps.every((step) => result[step] === 'ok')
  return (
    <div role="status">
      <p className={classes.facts}>{works ? texts.tested : texts.failedTest}</p>
      <ul className={classes.steps}>
        {steps.map((step) => (
          <li key={step} className={`${classes.state} ${stateClass(result[step])}`}>
            <StepIcon result={result[step]} />
            <span>
              {texts.steps[step]}: {texts.results[result[step]]}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function stateClass(result: MailStepResult): string {
  if (result === 'ok') return classes.works ?? ''
  return result === 'skipped' ? '' : (classes.problem ?? '')
}

function StepIcon({ result }: { result: MailStepResult }) {
  const Drawing = result === 'ok' ? IconCircleCheck : result === 'skipped' ? IconMinus : IconAlertCircle
  return <Drawing size={16} stroke={1.75} aria-hidden="true" style={{ flex: 'none' }} />
}
