import { ActionIcon, Button, NativeSelect, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { filterFieldNames, type FilterField } from '@parley/protocol/conversation-filter'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { GoneProblem } from '../../ui/gone-marks.tsx'
import type { GoneCondition } from '../../ui/references.ts'
import { ConditionEditor, FieldList } from '../inbox/filter/filter-editor.tsx'
import { withoutMe } from '../inbox/filter/filter-choices.ts'
import { useFilterOptions } from '../inbox/filter/filter-options.ts'
import classes from './automation.module.css'
import { hasText, type RuleDraft, type WordsProblem } from './rule-draft.ts'
import { useRuleSentence } from './rule-sentence.ts'

/** The conditions of a rule: filters of the inbox, words of the message, business hours. */
export function RuleConditionFields(props: {
  draft: RuleDraft
  wordsProblem: WordsProblem | null
  gone: readonly GoneCondition[]
  onChange: (change: Partial<RuleDraft>) => void
}) {
  const { draft, onChange } = props
  const texts = useTexts().automation
  return (
    <fieldset className={classes.part}>
      <legend>{texts.conditionsTitle}</legend>
      <FilterConditions filter={draft.filter} gone={props.gone} onChange={(filter) => onChange({ filter })} />
      {hasText(draft.trigger) && (
        <NativeSelect
          label={texts.text}
          value={draft.match}
          onChange={({ currentTarget: { value } }) =>
            onChange({ match: matches.find((each) => each === value) ?? 'any' })
          }
          data={matches.map((value) => ({ value, label: texts.textMatches[value] }))}
        />
      )}
      {hasText(draft.trigger) && draft.match !== 'any' && (
        <TextInput
          label={texts.words}
          description={texts.wordsHint}
          value={draft.words}
          autoComplete="off"
          error={props.wordsProblem && texts.wordsProblems[props.wordsProblem]}
          onChange={(event) => onChange({ words: event.currentTarget.value })}
        />
      )}
      <NativeSelect
        label={texts.hours}
        value={draft.hours}
        onChange={({ currentTarget: { value } }) =>
          onChange({ hours: hours.find((each) => each === value) ?? 'any' })
        }
        data={hours.map((value) => ({ value, label: texts.hoursChoices[value] }))}
      />
    </fieldset>
  )
}

const matches = ['any', 'contains', 'contains_not'] as const
const hours = ['any', 'open', 'closed'] as const

function FilterConditions(props: {
  filter: RuleDraft['filter']
  gone: readonly GoneCondition[]
  onChange: (filter: RuleDraft['filter']) => void
}) {
  const { filter } = props
  const texts = useTexts().automation
  const { organization } = useMembership()
  const all = useFilterOptions(organization.id)
  const options = { ...all, assignee: withoutMe(all.assignee) }
  const { conditionText } = useRuleSentence()
  const [editing, setEditing] = useState<FilterField | 'fields' | null>(null)
  /** "Add condition", or "Done" in the editor. */
  const lastButton = useRef<HTMLButtonElement>(null)
  /** For changes that remove the focused button. */
  function moveFocus(change: () => void) {
    flushSync(change)
    lastButton.current?.focus()
  }

  const change = (field: FilterField, text: string) => {
    const { [field]: _before, ...others } = filter
    props.onChange(text === '' ? others : { ...others, [field]: text })
  }
  const chips = filterFieldNames.flatMap((field) => {
    const text = filter[field]
    const gone = props.gone.find((each) => each.field === field)?.kind
    return text === undefined ? [] : [{ field, gone, sentence: conditionText(field, text) }]
  })
  return (
    <>
      {chips.length > 0 && (
        <ul className={classes.chips}>
          {chips.map(({ field, gone, sentence }) => (
            <li key={field}>
              <div className={classes.chip}>
                <UnstyledButton
                  className={classes.chipText}
                  data-invalid={gone !== undefined || undefined}
                  aria-label={texts.changeCondition(sentence)}
                  onClick={() => setEditing(field)}
                >
                  <bdi>{sentence}</bdi>
                </UnstyledButton>
                <ActionIcon
                  variant="transparent"
                  color="gray"
                  size={24}
                  aria-label={texts.removeCondition(sentence)}
                  onClick={() => moveFocus(() => change(field, ''))}
                >
                  <IconX size={14} stroke={2} aria-hidden="true" />
                </ActionIcon>
              </div>
              {gone && <GoneProblem kind={gone} />}
            </li>
          ))}
        </ul>
      )}
      {editing === null ? (
        <Button
          ref={lastButton}
          className={classes.add}
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => setEditing('fields')}
        >
          {texts.addCondition}
        </Button>
      ) : (
        <div className={classes.editor}>
          {editing === 'fields' ? (
            <FieldList onPick={setEditing} />
          ) : (
            <ConditionEditor
              key={editing}
              field={editing}
              options={options}
              value={filter[editing] ?? ''}
              onChange={(text) => change(editing, text)}
              onBack={() => setEditing('fields')}
            />
          )}
          {editing === 'stated' && (
            <Text size="sm" c="dimmed">
              {texts.statedHint}
            </Text>
          )}
          <Button
            ref={lastButton}
            className={classes.add}
            variant="default"
            size="xs"
            onClick={() => moveFocus(() => setEditing(null))}
          >
            {texts.conditionDone}
          </Button>
        </div>
      )}
    </>
  )
}
