import { useId, useMemo } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import classes from './http-message.module.css'
import { indentJson } from './indent-json.ts'

/** A request or response as plain text. JSON is shown indented and copied unchanged. */
export function HttpMessage(props: {
  title: string
  /** First line: method and URL, or status. null: body only. */
  line: string | null
  headers: Record<string, string>
  body: string
  note: string | null
}) {
  const texts = useTexts().deliveries
  const id = useId()
  const { body } = props
  const shown = useMemo(() => indentJson(body) ?? body, [body])
  return (
    <section className={classes.message} aria-labelledby={id}>
      <h4 id={id} className={classes.title}>
        {props.title}
      </h4>
      <div className={classes.sheet}>
        {props.line === null ? null : (
          <>
            <code className={classes.line} dir="ltr">
              {props.line}
            </code>
            <dl className={classes.headers} dir="ltr" aria-label={texts.headers}>
              {Object.entries(props.headers).map(([name, value]) => (
                <div key={name} className={classes.header}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
        {body === '' ? (
          <p className={classes.empty}>{texts.noBody}</p>
        ) : (
          <div className={classes.bodyRow}>
            <pre
              className={classes.body}
              dir="ltr"
              role="region"
              aria-label={`${props.title}: ${texts.body}`}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls needs the keyboard's way in
              tabIndex={0}
            >
              {shown}
            </pre>
            <div className={classes.copy}>
              <CopyButton value={body} label={texts.copyBody} />
            </div>
          </div>
        )}
      </div>
      {props.note === null ? null : <p className={classes.note}>{props.note}</p>}
    </section>
  )
}

/** Payload of a delivery or attempt that sent no request. */
export function PayloadMessage({ payload }: { payload: string }) {
  const { payload: title } = useTexts().deliveries
  return <HttpMessage title={title} line={null} headers={{}} body={payload} note={null} />
}
