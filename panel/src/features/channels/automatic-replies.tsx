import { NativeSelect, Switch, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AutomaticReply, AutomaticReplies, AutomaticReplyKind } from '@parley/protocol/automatic-reply'
import { automaticReplyTexts } from '@parley/protocol/automatic-reply-texts'
import type { ChannelConnection } from '@parley/protocol/channel-connection'
import { useMembership } from '../../context/membership.tsx'
import { languageNames, panelLanguages, useLanguage, useTexts, type PanelLanguage } from '../../i18n/i18n.tsx'
import { automaticRepliesQuery, useSaveAutomaticReplies } from '../../queries/automatic-reply-queries.ts'
import { useDraft } from '../../ui/draft.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import classes from './automatic-replies.module.css'
import { mergedReply } from './merged-reply.ts'

/** As in protocol/src/automatic-reply.ts, whose module would bring its schemas. */
const maxLength = 1_000
const others = 'others'
const merges = { greeting: mergedReply, away: mergedReply }

/** Greeting and away text of a channel. */
export function AutomaticRepliesSetting({ channel }: { channel: ChannelConnection }) {
  const { organization } = useMembership()
  const query = useQuery(automaticRepliesQuery(organization.id, channel.id))
  if (query.data) return <Loaded channel={channel} replies={query.data} />
  return query.isError ? <LoadError error={query.error} retry={() => void query.refetch()} /> : null
}

function Loaded({ channel, replies }: { channel: ChannelConnection; replies: AutomaticReplies }) {
  const texts = useTexts().automaticReplies
  const save = useSaveAutomaticReplies(channel.id)
  const draft = useDraft(
    replies,
    ({ greeting, away }) => save.mutateAsync({ greeting: trimmed(greeting), away: trimmed(away) }),
    { merges, keptAs: `automatic-replies ${channel.id}` },
  )
  return (
    <form
      className={classes.replies}
      aria-label={texts.named(channel.name)}
      onSubmit={(event) => {
        event.preventDefault()
        void draft.submit()
      }}
    >
      <div>
        <div className={classes.title}>{texts.title}</div>
        <p className={classes.text}>{texts.lead}</p>
      </div>
      {(['greeting', 'away'] as const).map((kind) => (
        <ReplyFields
          key={kind}
          kind={kind}
          of={channel.name}
          value={draft.value[kind]}
          change={(part) => draft.change({ [kind]: { ...draft.value[kind], ...part } })}
        />
      ))}
      <SaveBar state={draft.state} onDiscard={draft.discard} />
    </form>
  )
}

function ReplyFields(props: {
  kind: AutomaticReplyKind
  of: string
  value: AutomaticReply
  change: (part: Partial<AutomaticReply>) => void
}) {
  const { kind, value, change } = props
  const texts = useTexts().automaticReplies
  const { language: own } = useLanguage()
  const [shown, setShown] = useState<PanelLanguage | typeof others>(others)
  const { hint, label } = texts[kind]
  const text = (shown === others ? value.text : value.translations[shown]) ?? ''
  const builtIn = automaticReplyTexts[kind][shown === others ? own : shown]

  const write = (next: string) => {
    if (shown === others) return change({ text: next === '' ? null : next })
    const { [shown]: _removed, ...rest } = value.translations
    change({ translations: next === '' ? rest : { ...rest, [shown]: next } })
  }
  return (
    <div className={classes.reply}>
      <Switch
        label={label}
        description={hint}
        aria-label={`${label}: ${props.of}`}
        checked={value.on}
        onChange={(event) => change({ on: event.currentTarget.checked })}
      />
      {value.on && (
        <div className={classes.fields}>
          <NativeSelect
            label={texts.language}
            maw={280}
            data={[
              { value: others, label: texts.others },
              ...panelLanguages.map((each) => ({
                value: each,
                label: `${languageNames[each]}${value.translations[each] === undefined ? '' : ' ✓'}`,
              })),
            ]}
            value={shown}
            onChange={({ currentTarget: { value: next } }) =>
              setShown(panelLanguages.find((each) => each === next) ?? others)
            }
          />
          <Textarea
            label={texts.text}
            description={shown === others || value.text === null ? texts.builtIn : texts.asOthers}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={maxLength}
            dir="auto"
            placeholder={shown === others ? builtIn : (value.text ?? builtIn)}
            value={text}
            onChange={(event) => write(event.currentTarget.value)}
          />
        </div>
      )}
    </div>
  )
}

/** Texts of spaces only are none. */
function trimmed({ on, text, translations }: AutomaticReply): AutomaticReply {
  const entries = Object.entries(translations).map(([language, each]) => [language, each.trim()])
  return {
    on,
    text: text?.trim() || null,
    translations: Object.fromEntries(entries.filter(([, each]) => each !== '')),
  }
}
