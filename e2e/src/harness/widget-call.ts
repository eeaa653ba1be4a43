import type { Locator, Page } from 'playwright-core'
import { chatOn, type Chat } from './chat.ts'

/** Page object of the widget's call: finds elements by English roles and names. */
export interface WidgetCall {
  chat: Chat
  /** In the chat's header. */
  button: Locator
  /** The call over the messages. */
  panel: Locator
  /** Status text. */
  title: Locator
  callNow: Locator
  /** The call above the launcher while the window is closed. */
  bar: Locator
  hangUp: Locator
  /** Opens the chat and asks for the microphone. */
  prepare(): Promise<void>
  /** Like `prepare`, then starts the call. */
  ring(): Promise<void>
}

export function widgetCallOn(page: Page): WidgetCall {
  const chat = chatOn(page)
  const panel = chat.window.getByRole('region', { name: 'Call' })
  const call: WidgetCall = {
    chat,
    button: chat.window.getByRole('button', { name: 'Start a call' }),
    panel,
    title: panel.locator('.call-title'),
    callNow: panel.getByRole('button', { name: 'Call now' }),
    bar: chat.widget.locator('.call-bar'),
    hangUp: panel.getByRole('button', { name: 'Hang up' }),
    async prepare() {
      if (!(await chat.window.isVisible())) await chat.open()
      await call.button.click()
      await call.callNow.waitFor()
    },
    async ring() {
      await call.prepare()
      await call.callNow.click()
      await call.hangUp.waitFor()
    },
  }
  return call
}
