import { Alert, Button, Text } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconExternalLink } from '@tabler/icons-react'
import type { SocialProvider } from '@parley/protocol/customer'
import type { LoginProfile } from '@parley/protocol/social-login'
import { useTexts } from '../../i18n/i18n.tsx'
import { customerName } from '../../people/customer-labels.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import classes from './member-login.module.css'
import { useLoginTest, type LoginTestState } from './use-login-test.ts'

/** Tests a login as a visitor would use it and shows the service's response. */
export function LoginTest({ providerId, social }: { providerId: string; social: SocialProvider }) {
  const texts = useTexts().memberLogin
  const { state, start } = useLoginTest(providerId, social)
  return (
    <div className={classes.test}>
      <Button
        variant="default"
        loading={state.name === 'waiting'}
        leftSection={<IconExternalLink size={18} stroke={1.75} aria-hidden />}
        onClick={() => void start()}
      >
        {texts.test}
      </Button>
      <Text size="sm" c="dimmed" maw="52ch">
        {texts.testHint}
      </Text>
      <div className={classes.result} aria-live="polite">
        <Result state={state} />
      </div>
    </div>
  )
}

function Result({ state }: { state: LoginTestState }) {
  const t = useTexts()
  const texts = t.memberLogin
  if (state.name === 'idle') return null
  if (state.name === 'waiting') return <Text size="sm">{texts.testWaiting}</Text>
  if (state.name === 'failed') return <ProblemNote error={state.error} texts={texts.problems} />
  if (state.name !== 'answered') {
    return <Refusal reason={state.name === 'blocked' ? texts.testBlocked : texts.testClosed} />
  }
  const { message } = state
  if ('profile' in message) {
    return (
      <Alert
        color="green"
        icon={<IconCircleCheck size={20} stroke={1.75} aria-hidden />}
        title={texts.testWorked}
      >
        <Profile profile={message.profile} />
      </Alert>
    )
  }
  const reasons: Record<string, string> = texts.problems
  const detail = 'detail' in message ? message.detail : null
  return <Refusal reason={reasons[message.error] ?? t.problems.unexpected} detail={detail} />
}

function Refusal({ reason, detail = null }: { reason: string; detail?: string | null }) {
  const texts = useTexts().memberLogin
  return (
    <Alert
      color="red"
      icon={<IconAlertCircle size={20} stroke={1.75} aria-hidden />}
      title={texts.testFailed}
    >
      {reason}
      {detail !== null && (
        <p className={classes.detail}>
          {texts.testAnswer} <code dir="ltr">{detail}</code>
        </p>
      )}
    </Alert>
  )
}

function Profile({ profile }: { profile: LoginProfile }) {
  const texts = useTexts().memberLogin
  const mark = profile.email_verified === true ? texts.verified : texts.unverified
  const name = customerName({ ...profile, username: null, email: null })
  const facts: [string, string | null][] = [
    [texts.fields.name, name],
    [texts.fields.email, profile.email === null ? null : `${profile.email} (${mark})`],
    [texts.fields.username, profile.username],
    [texts.fields.id, profile.subject],
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value === null ? <span className={classes.soft}>{texts.notSaid}</span> : <bdi>{value}</bdi>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
