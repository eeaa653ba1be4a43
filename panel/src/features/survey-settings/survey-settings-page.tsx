import { Stack, Switch, TextInput } from '@mantine/core'
import { useProvider } from '../../context/current-provider.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { useSaveProvider } from '../../queries/provider-queries.ts'
import { useDraft } from '../../ui/draft.ts'
import { PartLead } from '../../ui/part-lead.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/section.tsx'

/** As in protocol/src/survey.ts, whose module would bring its schemas. */
const maxLength = 200

/** The satisfaction survey of one widget. */
export function SurveySettingsPage() {
  const texts = useTexts().service
  const provider = useProvider()
  const save = useSaveProvider(provider.id)
  const { on, question, thanks } = provider.survey
  const draft = useDraft(
    { on, question: question ?? '', thanks: thanks ?? '' },
    (form) =>
      save({
        survey: { on: form.on, question: form.question.trim() || null, thanks: form.thanks.trim() || null },
      }),
    { keptAs: `survey ${provider.id}` },
  )
  const { value, change } = draft
  return (
    <>
      <PartLead part={`${texts.surveyTitle} · ${provider.name}`}>{texts.surveyLead}</PartLead>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void draft.submit()
        }}
      >
        <Section title={texts.surveyTitle}>
          <Stack gap="md" maw={560}>
            <Switch
              label={texts.ask}
              description={texts.askHint}
              checked={value.on}
              onChange={(event) => change({ on: event.currentTarget.checked })}
            />
            {value.on ? (
              <>
                <TextInput
                  label={texts.question}
                  description={texts.questionHint}
                  maxLength={maxLength}
                  dir="auto"
                  value={value.question}
                  onChange={(event) => change({ question: event.currentTarget.value })}
                />
                <TextInput
                  label={texts.thanks}
                  description={texts.thanksHint}
                  maxLength={maxLength}
                  dir="auto"
                  value={value.thanks}
                  onChange={(event) => change({ thanks: event.currentTarget.value })}
                />
              </>
            ) : null}
          </Stack>
        </Section>
        <SaveBar state={draft.state} onDiscard={draft.discard} />
      </form>
    </>
  )
}
