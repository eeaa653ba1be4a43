import { Button, Stack } from '@mantine/core'
import { IconClockOff, IconLinkOff, IconMailOpened, type Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ApiProblem } from '../../api/api-problem.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { EntryLayout } from './entry-layout.tsx'

/** Explains why a reset link does not work and how to get a new one. */
export function LinkRefused({ error, retry }: { error: unknown; retry: () => void }) {
  const texts = useTexts().recovery.reset
  switch (error instanceof ApiProblem ? error.code : 'unexpected') {
    case 'reset_expired':
      return <Refused icon={IconClockOff} title={texts.expired} text={texts.expiredText} />
    case 'reset_used':
      return <Refused icon={IconMailOpened} title={texts.used} text={texts.usedText} isUsed />
    case 'reset_invalid':
    case 'invalid_request':
      return <Refused icon={IconLinkOff} title={texts.invalid} text={texts.invalidText} />
    default:
      return (
        <main>
          <LoadError error={error} retry={retry} heading="h1" />
        </main>
      )
  }
}

function Refused(props: { icon: Icon; title: string; text: string; isUsed?: boolean }) {
  const t = useTexts()
  return (
    <EntryLayout title={props.title} lead={props.text} icon={props.icon}>
      <Stack gap="sm" mt="lg">
        {props.isUsed ? (
          <Button renderRoot={(root) => <Link to="/sign-in" {...root} />}>{t.entry.signIn.action}</Button>
        ) : null}
        <Button
          variant={props.isUsed ? 'default' : 'filled'}
          renderRoot={(root) => <Link to="/forgot-password" {...root} />}
        >
          {t.recovery.reset.newLink}
        </Button>
      </Stack>
    </EntryLayout>
  )
}
