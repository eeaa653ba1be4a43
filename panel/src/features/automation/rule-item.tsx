import { Button, Switch } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react'
import type { Rule } from '@parley/protocol/automation'
import { useTexts } from '../../i18n/i18n.tsx'
import { GoneMarks } from '../../ui/gone-marks.tsx'
import { useNamedLists } from '../../ui/named-lists.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import classes from './automation.module.css'
import { draftOf } from './rule-draft.ts'
import { goneInRule } from './rule-references.ts'
import { useRuleSentence } from './rule-sentence.ts'

/** One rule as a sentence, with its switch and its recent runs. */
export function RuleItem(props: {
  rule: Rule
  enabled: boolean
  isFirst: boolean
  isLast: boolean
  isMoving: boolean
  onToggle: (enabled: boolean) => void
  onMove: (by: 1 | -1) => void
  onOpen: (dialog: 'edit' | 'runs' | 'test' | 'delete') => void
}) {
  const { rule } = props
  const texts = useTexts().automation
  const { sentence } = useRuleSentence()
  const gone = goneInRule(useNamedLists(), draftOf(rule))
  return (
    <li className={classes.rule}>
      <Switch
        aria-label={texts.enabled(rule.name)}
        checked={props.enabled}
        onChange={(event) => props.onToggle(event.currentTarget.checked)}
      />
      <div className={classes.words}>
        <bdi className={classes.name}>{rule.name}</bdi>
        <p className={classes.sentence}>{sentence(rule)}</p>
        <GoneMarks kinds={gone.map(({ kind }) => kind)} />
        <RunFacts runs={rule.runs} />
        <div className={classes.links}>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={texts.runsOf(rule.name)}
            onClick={() => props.onOpen('runs')}
          >
            {texts.runs}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={texts.testOf(rule.name)}
            onClick={() => props.onOpen('test')}
          >
            {texts.test}
          </Button>
        </div>
      </div>
      <div className={classes.tools}>
        <RowButton
          icon={IconArrowUp}
          label={texts.up(rule.name)}
          disabled={props.isFirst || props.isMoving}
          onClick={() => props.onMove(-1)}
        />
        <RowButton
          icon={IconArrowDown}
          label={texts.down(rule.name)}
          disabled={props.isLast || props.isMoving}
          onClick={() => props.onMove(1)}
        />
        <RowButton icon={IconPencil} label={texts.edit(rule.name)} onClick={() => props.onOpen('edit')} />
        <RowButton icon={IconTrash} label={texts.remove(rule.name)} onClick={() => props.onOpen('delete')} />
      </div>
    </li>
  )
}

function RunFacts({ runs: { total, failed, last_at: lastAt } }: Pick<Rule, 'runs'>) {
  const texts = useTexts().automation
  if (lastAt === null) return <p className={classes.facts}>{texts.neverRan}</p>
  return (
    <p className={classes.facts}>
      {texts.ran(total)} · <RelativeTime at={lastAt} />
      {failed > 0 && (
        <>
          {' · '}
          <span className={classes.failures}>{texts.failedRuns(failed)}</span>
        </>
      )}
    </p>
  )
}
