import { Alert, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Appearance } from '@parley/protocol/provider'
import { useProvider } from '../../context/current-provider.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { useSaveProvider } from '../../queries/provider-queries.ts'
import { isColour } from '../../ui/colour.ts'
import { useDraft } from '../../ui/draft.ts'
import { PartLead } from '../../ui/part-lead.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { WidgetPreview } from '../../ui/widget-preview.tsx'
import { isSampleLanguage, sampleLanguages } from '../../ui/widget-sample.ts'
import classes from './appearance-page.module.css'
import { weakLaunchers } from './brand-contrast.ts'
import { ColourField } from './colour-field.tsx'

/** As in protocol/src/provider.ts. A longer title is rejected, not truncated. */
const maxTitleLength = 60

export function AppearancePage() {
  const t = useTexts()
  const texts = t.settings.appearance
  const provider = useProvider()
  const save = useSaveProvider(provider.id)
  const draft = useDraft(provider.appearance, (appearance) => save({ appearance: cleaned(appearance) }), {
    keptAs: `appearance ${provider.id}`,
  })
  const { value, change } = draft
  const untitled = value.title.trim() === ''
  const over = value.title.trim().length - maxTitleLength
  const blocked = untitled || over > 0 || !isColour(value.brand_color)

  return (
    <>
      <PartLead part={`${t.settings.widgets.appearance} · ${provider.name}`}>{texts.lead}</PartLead>
      <div className={classes.sides}>
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (!blocked) void draft.submit()
          }}
        >
          <Stack gap="md">
            <TextInput
              label={texts.title}
              description={texts.titleHint}
              value={value.title}
              onChange={(event) => change({ title: event.currentTarget.value })}
              error={untitled ? t.entry.missing : over > 0 ? texts.titleTooLong(maxTitleLength, over) : null}
            />
            <Textarea
              label={texts.greeting}
              description={texts.greetingHint}
              autosize
              minRows={2}
              maxRows={6}
              maxLength={300}
              value={value.greeting ?? ''}
              onChange={(event) => change({ greeting: event.currentTarget.value })}
            />
            <ColourField value={value.brand_color} onChange={(brand_color) => change({ brand_color })} />
            <ContrastWarning appearance={value} />
            <Choice
              label={texts.scheme}
              value={value.color_scheme}
              options={texts.schemes}
              onChange={(color_scheme) => change({ color_scheme })}
            />
            <Choice
              label={texts.position}
              value={value.position}
              options={texts.positions}
              onChange={(position) => change({ position })}
            />
            <NativeSelect
              label={texts.language}
              value={value.language}
              onChange={(event) => {
                const language = event.currentTarget.value
                change({ language: isSampleLanguage(language) ? language : 'auto' })
              }}
              data={[{ value: 'auto', label: texts.autoLanguage }, ...sampleLanguages]}
            />
          </Stack>
          <SaveBar state={draft.state} onDiscard={draft.discard} blocked={blocked} />
        </form>
        <WidgetPreview appearance={value} calls={provider.calls.mode !== 'off'} />
      </div>
    </>
  )
}

/** An empty greeting becomes null: the widget then uses its default. */
function cleaned(appearance: Appearance): Appearance {
  const greeting = appearance.greeting?.trim() ?? ''
  return { ...appearance, title: appearance.title.trim(), greeting: greeting === '' ? null : greeting }
}

function Choice<T extends string>(props: {
  label: string
  value: T
  options: Record<T, string>
  onChange: (value: T) => void
}) {
  const values: T[] = Object.keys(props.options).filter((key): key is T => Object.hasOwn(props.options, key))
  return (
    <div>
      <Text size="sm" fw={500} mb={4} aria-hidden>
        {props.label}
      </Text>
      <SegmentedControl
        fullWidth
        aria-label={props.label}
        value={props.value}
        onChange={props.onChange}
        data={values.map((value) => ({ value, label: props.options[value] }))}
      />
    </div>
  )
}

function ContrastWarning({ appearance }: { appearance: Appearance }) {
  const texts = useTexts().settings.appearance
  const weak = weakLaunchers(appearance)
  if (weak.length === 0) return null
  return (
    <Alert color="amber" icon={<IconAlertTriangle size={20} stroke={1.75} aria-hidden />} role="note">
      {weak.map(({ page, ratio }) => (
        <div key={page}>
          {page === 'light' ? texts.weakOnLight(ratio.toFixed(1)) : texts.weakOnDark(ratio.toFixed(1))}
        </div>
      ))}
    </Alert>
  )
}
