import { useComputedColorScheme } from '@mantine/core'
import {
  IconArrowUp,
  IconChevronDown,
  IconDots,
  IconMoodSmile,
  IconPaperclip,
  IconPhone,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { brandColors } from '@parley/protocol/brand-colors'
import type { Appearance } from '@parley/protocol/provider'
import { useLanguage, useTexts } from '../i18n/i18n.tsx'
import { isColour } from './colour.ts'
import { SegmentedControl } from './segmented-control.tsx'
import classes from './widget-preview.module.css'
import { isSampleLanguage, samples, type Sample } from './widget-sample.ts'

type Device = 'desktop' | 'phone'

/** A preview of launcher and chat window with a sample conversation. `calls`: whether the widget offers calls. */
export function WidgetPreview({ appearance, calls }: { appearance: Appearance; calls: boolean }) {
  const texts = useTexts().settings.appearance
  const { language: ours } = useLanguage()
  const system = useComputedColorScheme('light')
  const [device, setDevice] = useState<Device>('desktop')
  const [open, setOpen] = useState(true)

  const scheme = appearance.color_scheme === 'auto' ? system : appearance.color_scheme
  const language = appearance.language === 'auto' ? ours : appearance.language
  const sample = samples[isSampleLanguage(language) ? language : 'en']
  // Keep the last valid colour while typing.
  const [color, setColor] = useState(appearance.brand_color)
  if (isColour(appearance.brand_color) && appearance.brand_color !== color) setColor(appearance.brand_color)
  const { both, [scheme]: own } = brandColors(color)

  return (
    <section className={classes.preview} aria-label={texts.previewLabel}>
      <div className={classes.controls}>
        <SegmentedControl
          size="xs"
          aria-label={texts.device}
          value={device}
          onChange={setDevice}
          data={[
            { value: 'desktop', label: texts.devices.desktop },
            { value: 'phone', label: texts.devices.phone },
          ]}
        />
        <SegmentedControl
          size="xs"
          aria-label={texts.previewState}
          value={open ? 'open' : 'closed'}
          onChange={(value) => setOpen(value === 'open')}
          data={[
            { value: 'open', label: texts.previewStates.open },
            { value: 'closed', label: texts.previewStates.closed },
          ]}
        />
      </div>
      <div
        className={classes.page}
        aria-hidden
        data-device={device}
        data-scheme={scheme}
        data-corner={appearance.position}
        style={Object.fromEntries(
          Object.entries({ ...both, ...own }).map(([name, value]) => [`--${name.replace('_', '-')}`, value]),
        )}
      >
        <div className={classes.lines}>
          <span />
          <span />
          <span />
          <span />
        </div>
        {open ? (
          <ChatWindow
            appearance={appearance}
            calls={calls}
            sample={sample}
            rtl={language === 'ar'}
            lang={language}
          />
        ) : null}
        <div className={classes.launcher} data-open={open || undefined}>
          {open ? <IconChevronDown size={26} stroke={1.75} /> : <Bubble />}
        </div>
      </div>
    </section>
  )
}

function ChatWindow(props: {
  appearance: Appearance
  calls: boolean
  sample: Sample
  rtl: boolean
  lang: string
}) {
  const { appearance, sample } = props
  const greeting = appearance.greeting?.trim() || sample.greeting
  return (
    <div className={classes.window} dir={props.rtl ? 'rtl' : 'ltr'} lang={props.lang}>
      <div className={classes.head}>
        <span className={classes.face}>M</span>
        <span className={classes.titles}>
          <bdi className={classes.title}>{appearance.title.trim() || '…'}</bdi>
          <span className={classes.replies}>
            <i className={classes.dot} />
            {sample.replies}
          </span>
        </span>
        {props.calls ? <IconPhone size={20} stroke={1.75} /> : null}
        <IconDots size={20} stroke={1.75} />
        <IconX size={20} stroke={1.75} />
      </div>
      <div className={classes.log}>
        <p className={classes.theirs} dir="auto">
          {greeting}
        </p>
        <p className={classes.own}>{sample.question}</p>
        <p className={classes.theirs}>{sample.answer}</p>
      </div>
      <div className={classes.composer}>
        <IconPaperclip size={20} stroke={1.75} />
        <span className={classes.write}>{sample.write}</span>
        <IconMoodSmile size={20} stroke={1.75} />
        <span className={classes.send}>
          <IconArrowUp size={20} stroke={1.75} />
        </span>
      </div>
    </div>
  )
}

/** Same icon as widget/src/loader/launcher.ts. */
const Bubble = () => (
  <svg width="26" height="26" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.75">
    <path
      strokeLinecap="round"
      strokeLinejoin="round"
      d="M5 5h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-6l-4.5 3.5V18H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM8 10h8M8 13.5h5"
    />
  </svg>
)
