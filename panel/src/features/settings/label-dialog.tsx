import { Radio, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Label, LabelColour, LabelInput } from '@parley/protocol/label'
import { ownProblemText } from '../../api/api-problem.ts'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import type { Messages } from '../../messages/en.ts'
import { changeLabel, createLabel, labelsQuery } from '../../queries/label-queries.ts'
import { changedFields } from '../../ui/changed-fields.ts'
import { differs } from '../../ui/draft.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LabelDot } from '../../ui/label-chip.tsx'
import classes from './label-dialog.module.css'

/** Creates a label, or renames and recolours one. */
export function LabelDialog({ label, onClose }: { label: Label | null; onClose: () => void }) {
  const { settings: texts, colours, problems } = useTexts().inbox.labels
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const [opened] = useState<LabelInput>({ name: label?.name ?? '', colour: label?.colour ?? 'blue' })
  const [name, setName] = useState(opened.name)
  const [colour, setColour] = useState(opened.colour)
  const [tried, setTried] = useState(false)
  const missing = name.trim() === ''
  const save = useMutation({
    mutationFn: () => {
      const input = { name: name.trim(), colour }
      return label === null
        ? createLabel(organization.id, input)
        : changeLabel(organization.id, label.id, changedFields<LabelInput>(opened, input))
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: labelsQuery(organization.id).queryKey }),
  })

  return (
    <FormDialog
      dirty={differs(opened, { name, colour })}
      title={label === null ? texts.createTitle : texts.editTitle}
      error={save.error}
      problems={problems}
      saveLabel={texts.save}
      isSaving={save.isPending}
      onSave={() => {
        setTried(true)
        return missing ? undefined : save.mutateAsync(undefined, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <TextInput
        label={texts.name}
        value={name}
        maxLength={40}
        autoComplete="off"
        data-autofocus
        error={tried && missing ? texts.nameMissing : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Radio.Group
        label={texts.colour}
        value={colour}
        onChange={(value) => setColour(colourNames.find((each) => each === value) ?? colour)}
      >
        <div className={classes.colours}>
          {colourNames.map((each) => (
            <Radio
              key={each}
              value={each}
              label={
                <span className={classes.colour}>
                  <LabelDot colour={each} />
                  {colours[each]}
                </span>
              }
            />
          ))}
        </div>
      </Radio.Group>
    </FormDialog>
  )
}

/** A record, so that a missing colour does not compile. */
const all: Record<LabelColour, true> = {
  grey: true,
  red: true,
  orange: true,
  amber: true,
  green: true,
  teal: true,
  blue: true,
  purple: true,
  pink: true,
}
const isColour = (text: string): text is LabelColour => Object.hasOwn(all, text)
const colourNames = Object.keys(all).filter(isColour)

export const labelProblemText = (texts: Messages, error: unknown): string =>
  ownProblemText(texts, texts.inbox.labels.problems, error)
