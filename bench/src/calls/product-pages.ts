import { setTimeout } from 'node:timers/promises'
import type { ProductServer } from '../chat/product.ts'
import { thinkingTime, untilBothHear, type Browsers } from './browsers.ts'
import { openEnginePages, type Engine } from './engine-pages.ts'
import type { PlaceCall } from './place-call.ts'
import type { TeamMember } from './team.ts'

/**
 * The call engines of widget and panel without UI, in separate pages: from `start` and `accept`, which the buttons call, to
 * the offer in the agent's desk, which makes the panel ring.
 */
export async function openProductPages(
  browsers: Browsers,
  server: ProductServer,
  member: TeamMember,
): Promise<{ place: PlaceCall; close(): Promise<void> }> {
  const pages = await openEnginePages(browsers, server, member)
  const { agent } = pages
  await agent.evaluate(() => {
    const engine = window as unknown as Engine
    engine.rangAt = null
    engine.calls.desk.subscribe(() => {
      if (engine.calls.desk.get()?.offer) engine.rangAt ??= window.heard.now()
    })
  })
  const untilIdle = () =>
    agent.waitForFunction(() => (window as unknown as Engine).calls.desk.get()?.state === 'idle')
  await untilIdle()

  return {
    async place() {
      const { page, context } = await pages.openCustomer()
      await page.evaluate(() => {
        window.heard.listen()
        ;(window as unknown as Engine).calls.prepare()
      })
      // The button appears once the service has sent the call settings.
      await page.waitForFunction(() => {
        const { calls, session } = window as unknown as Engine
        return calls.state.get().name === 'ready' && session.entered.get() !== null
      })
      await agent.evaluate(() => {
        ;(window as unknown as Engine).rangAt = null
        window.heard.listen()
      })
      const rings = await page.evaluate(() => {
        const at = window.heard.now()
        ;(window as unknown as Engine).calls.start(null)
        return at
      })
      const rang = await agent.waitForFunction(() => (window as unknown as Engine).rangAt, undefined, {
        polling: 20,
      })
      const ring = ((await rang.jsonValue()) ?? Number.NaN) - rings
      await setTimeout(thinkingTime)
      const clicked = await agent.evaluate(() => {
        const at = window.heard.now()
        ;(window as unknown as Engine).calls.accept()
        return at
      })
      const sound = await untilBothHear(page, agent, clicked)
      await agent.waitForFunction(() => (window as unknown as Engine).calls.state.get().name === 'active')
      await agent.evaluate(() => (window as unknown as Engine).calls.hangUp())
      await agent.waitForFunction(() => (window as unknown as Engine).calls.state.get().name === 'over')
      await agent.evaluate(() => (window as unknown as Engine).calls.dismiss())
      await untilIdle()
      await context.close()
      return { ring, sound }
    },
    close: pages.close,
  }
}
