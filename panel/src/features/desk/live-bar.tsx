import { Button } from '@mantine/core'
import { IconAlertTriangle, IconMicrophoneOff, IconPlayerPause, IconScreenShare } from '@tabler/icons-react'
import type { AgentCallState } from '@parley/client/calls/agent-call-state'
import { useState } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { useStore } from '../../session/agent-session.tsx'
import { useServerNow } from '../../session/use-server-now.ts'
import { clockDuration } from '../../time/clock-duration.ts'
import { useSeconds } from '../../time/use-seconds.ts'
import { useAgentCalls } from './agent-calls.tsx'
import classes from './call-bar.module.css'
import { CallControls } from './call-controls.tsx'
import { CallVideos } from './call-videos.tsx'
import { CustomerLink } from './customer-link.tsx'
import { LevelAvatar } from './level-avatar.tsx'
import { RecordingIndicator } from './recording-indicator.tsx'
import type { ScreenProblem } from './screen-problem.ts'
import { TransferStatus } from './transfer-status.tsx'

export type LiveState = Extract<AgentCallState, { name: 'accepting' | 'connecting' | 'active' }>

/** The call in this window. */
export function LiveBar(props: { state: LiveState; noting: boolean; onNote: () => void }) {
  const t = useTexts()
  const texts = t.desk.call
  const calls = useAgentCalls()
  const view = useStore(calls.media.view)
  const [screenProblem, setScreenProblem] = useState<ScreenProblem | null>(null)
  const { state } = props
  const { customer } = state
  return (
    <>
      <div
        className={`${classes.bar} ${classes.live}`}
        data-tone={state.call.held_since !== null ? 'amber' : state.name === 'active' ? 'green' : undefined}
      >
        <LevelAvatar customer={customer} level={calls.media.remoteLevel} size={40} />
        <div className={classes.body}>
          <CustomerLink className={classes.name} company={state} />
          <div className={classes.state}>
            {state.name === 'active' ? (
              <Duration since={state.since} />
            ) : (
              <output>{state.name === 'accepting' ? texts.accepting : texts.connecting}</output>
            )}
            {state.call.held_since === null ? null : <HoldTime since={state.call.held_since} />}
            <RecordingIndicator call={state.call} />
            {state.name === 'active' && !view.remoteSending.microphone ? (
              <span className={classes.mark}>
                <IconMicrophoneOff size={16} stroke={1.75} aria-hidden />
                {texts.theirMuted}
              </span>
            ) : null}
            <output>
              {view.sending.screen === true ? (
                <span className={classes.mark} data-tone="amber">
                  <IconScreenShare size={16} stroke={1.75} aria-hidden />
                  {texts.sharing}
                </span>
              ) : null}
            </output>
            <output>
              {state.name === 'active' && view.path !== 'good' ? (
                <span className={classes.mark} data-tone={view.path === 'lost' ? 'red' : 'amber'}>
                  <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
                  {texts[view.path]}
                </span>
              ) : null}
            </output>
          </div>
        </div>
        <CallControls
          call={state.name === 'active' ? state.call : null}
          video={state.call.video}
          noting={props.noting}
          onNote={props.onNote}
          onScreenProblem={setScreenProblem}
        />
        <TransferStatus call={state.call} />
        <Problem />
        {screenProblem === null ? null : (
          <p className={classes.problem} role="alert">
            {texts.screenProblems[screenProblem]}
          </p>
        )}
        {view.audioBlocked ? (
          <p className={classes.problem} role="alert">
            {texts.audioBlocked}{' '}
            <Button size="compact-sm" onClick={() => calls.media.playSound()}>
              {texts.playSound}
            </Button>
          </p>
        ) : null}
      </div>
      <div className={classes.videos}>
        <CallVideos />
      </div>
    </>
  )
}

function Duration({ since }: { since: number }) {
  const texts = useTexts().desk.call
  const locale = useLocale()
  const now = useSeconds()
  return (
    <span className={classes.time} role="timer" aria-label={texts.duration}>
      {clockDuration((now - since) / 1_000, locale)}
    </span>
  )
}

function Problem() {
  const texts = useTexts().desk.microphone
  const { problem } = useStore(useAgentCalls().media.view)
  if (problem === null) return null
  const camera: Partial<Record<typeof problem.code, string>> = texts.camera
  return (
    <p className={classes.problem} role="alert">
      {problem.device === 'microphone'
        ? texts.problems[problem.code]
        : (camera[problem.code] ?? texts.camera.other)}
    </p>
  )
}

/** How long the customer has been on hold. */
function HoldTime({ since }: { since: string }) {
  const texts = useTexts().transfers
  const locale = useLocale()
  const now = useServerNow()
  return (
    <span className={classes.mark} data-tone="amber">
      <IconPlayerPause size={16} stroke={1.75} aria-hidden />
      <output>{texts.onHold}</output>
      <span className={classes.time} role="timer" aria-label={texts.heldFor}>
        {clockDuration(Math.max(0, now - Date.parse(since)) / 1_000, locale)}
      </span>
    </span>
  )
}
