import { Radio, Stack, Text, TextInput } from '@mantine/core'
import type { MemberLogin } from '@parley/protocol/social-login'
import { useTexts } from '../../i18n/i18n.tsx'
import { useDraft } from '../../ui/draft.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/section.tsx'
import { useChangeMemberLogin } from './member-login-queries.ts'

interface PartProps {
  providerId: string
  setting: MemberLogin
}

/** Whose OAuth applications are used. Applies immediately; refused if an enabled login would lack keys. */
export function KeySourceChoice({ providerId, setting }: PartProps) {
  const texts = useTexts().memberLogin
  const change = useChangeMemberLogin(providerId)
  const keyless = !setting.logins.some(({ service_keys: keys }) => keys)
  return (
    <Section title={texts.source} lead={texts.sourceLead}>
      <Radio.Group
        aria-label={texts.source}
        value={setting.key_source}
        onChange={(source) => change.mutate({ key_source: source === 'own' ? 'own' : 'service' })}
      >
        <Stack gap="sm">
          {(['service', 'own'] as const).map((source) => (
            <Radio
              key={source}
              value={source}
              disabled={change.isPending}
              label={texts.sources[source]}
              description={texts.sourceTexts[source === 'service' && keyless ? 'serviceMissing' : source]}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm" c="dimmed" maw="62ch" mt="sm" mb="xs">
        {texts.sourceWarning}
      </Text>
      <ProblemNote error={change.error} texts={texts.problems} />
    </Section>
  )
}

export function SessionDays({ providerId, setting }: PartProps) {
  const texts = useTexts().memberLogin
  const { mutateAsync } = useChangeMemberLogin(providerId)
  const draft = useDraft(
    { days: String(setting.session_days) },
    ({ days }) => mutateAsync({ session_days: Number(days) }),
    { keptAs: `session-days ${providerId}` },
  )
  const days = Number(draft.value.days)
  const wrong = !/^\d{1,3}$/.test(draft.value.days) || days < 1 || days > 365
  return (
    <Section title={texts.session} lead={texts.sessionLead}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!wrong) void draft.submit()
        }}
      >
        <TextInput
          label={texts.days}
          maw={160}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          value={draft.value.days}
          onChange={(event) => draft.change({ days: event.currentTarget.value.trim() })}
          error={wrong ? texts.daysWrong : null}
        />
        <SaveBar state={draft.state} onDiscard={draft.discard} blocked={wrong} />
      </form>
    </Section>
  )
}
