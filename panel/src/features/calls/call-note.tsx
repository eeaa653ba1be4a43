import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useStore } from '../../live.tsx'
import { useMembership } from '../../membership.tsx'
import { useWords } from '../../words.tsx'
import classes from './call-note.module.css'
import { callQuery, saveCall } from './call-queries.ts'
import { createNoteSaver } from './note-saver.ts'

/** A note that saves itself, also when it is left. `note`: what is stored; what is typed here wins over it. */
export function CallNote(props: { callId: string; note: string; rows: number }) {
  const texts = useWords().calls.note
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const [saver] = useState(() =>
    createNoteSaver(async (note) => {
      const saved = await saveCall(organization.id, props.callId, { note })
      queryClient.setQueryData(callQuery(organization.id, props.callId).queryKey, (before) =>
        before === undefined ? before : { ...before, note: saved.note },
      )
    }),
  )
  const { typed, name } = useStore(saver.state)
  useEffect(() => saver.flush, [saver])
  return (
    <div className={classes.note}>
      <Textarea
        aria-label={texts.label}
        placeholder={texts.placeholder}
        autosize
        minRows={props.rows}
        maxRows={8}
        maxLength={4000}
        value={typed ?? props.note}
        onChange={(event) => saver.type(event.currentTarget.value)}
        onBlur={saver.flush}
      />
      <output className={classes.state} data-state={name}>
        {name === 'clean' ? null : texts[name === 'dirty' ? 'saving' : name]}
      </output>
    </div>
  )
}
