import { ActionIcon, Button, Text, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useRef, useState, type RefObject } from 'react'
import { useProvider } from '../../context/current-provider.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { useSaveProvider } from '../../queries/provider-queries.ts'
import { useDraft } from '../../ui/draft.ts'
import { mergedList } from '../../ui/merged-list.ts'
import { SaveBar } from '../../ui/save-bar.tsx'
import classes from './allowed-origins.module.css'
import { readOrigin } from './origin-input.ts'

/** Allowed origins, saved as a list. One that a colleague adds meanwhile is kept. */
export function AllowedOrigins() {
  const { installation: texts } = useTexts().settings
  const provider = useProvider()
  const save = useSaveProvider(provider.id)
  const draft = useDraft({ allowed_origins: provider.allowed_origins }, save, {
    merges: { allowed_origins: mergedList },
    keptAs: `allowed-origins ${provider.id}`,
  })
  const origins = draft.value.allowed_origins
  const change = (allowed_origins: string[]) => draft.change({ allowed_origins })
  const field = useRef<HTMLInputElement>(null)

  return (
    <>
      {origins.length === 0 ? (
        <Text size="sm" c="dimmed" mb="sm">
          {texts.originEmpty}
        </Text>
      ) : (
        <ul className={classes.list} dir="ltr">
          {origins.map((origin) => (
            <li key={origin} className={classes.origin}>
              <span className={classes.text}>{origin}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts.removeOrigin(origin)}
                onClick={() => {
                  change(origins.filter((each) => each !== origin))
                  // The focused button disappears.
                  field.current?.focus()
                }}
              >
                <IconX size={18} stroke={1.75} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <OriginInput field={field} present={origins} onAdd={(origin) => change([...origins, origin])} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void draft.submit()
        }}
      >
        <SaveBar state={draft.state} onDiscard={draft.discard} />
      </form>
    </>
  )
}

/** A separate form: Enter adds the origin and does not save the list. */
function OriginInput({
  field,
  present,
  onAdd,
}: {
  field: RefObject<HTMLInputElement | null>
  present: readonly string[]
  onAdd: (origin: string) => void
}) {
  const { installation: texts } = useTexts().settings
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const reading = readOrigin(typed, present)
  const differs = reading.ok && reading.origin !== typed.trim()

  return (
    <form
      className={classes.input}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!reading.ok) return
        onAdd(reading.origin)
        setTyped('')
        setTried(false)
      }}
    >
      <TextInput
        ref={field}
        label={texts.origin}
        description={differs ? texts.cutTo(reading.origin) : texts.originHint}
        placeholder="https://shop.example"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setTried(false)
        }}
        error={tried && !reading.ok ? texts.problems[reading.problem] : null}
        rightSectionWidth={112}
        rightSectionProps={{ className: classes.add }}
        rightSection={
          <Button type="submit" size="compact-sm" variant="light">
            {texts.add}
          </Button>
        }
      />
    </form>
  )
}
