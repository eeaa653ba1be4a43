import { afterAll, beforeAll, expect } from 'vitest'
import { openSocialScene, type SocialScene } from './social-scene.ts'
import { handoverOf, type TestBrowser, type Visit } from './test-browser.ts'
import { baseUrl, type TestVisitor } from './test-service.ts'

/** An attacker and a victim, each with their own browser and widget. */
export interface AttackScene {
  scene: SocialScene
  attacker: TestVisitor
  victim: TestVisitor
  attackersBrowser: TestBrowser
  victimsBrowser: TestBrowser
}

/** Opens the scene in beforeAll and closes it in afterAll. */
export function useAttackScene(): AttackScene {
  const people: Partial<AttackScene> = {}
  beforeAll(async () => {
    const scene = await openSocialScene()
    Object.assign(people, {
      scene,
      attacker: await scene.visitor(),
      victim: await scene.visitor(),
      attackersBrowser: scene.browser(),
      victimsBrowser: scene.browser(),
    })
  })
  afterAll(async () => {
    await Promise.all([people.attacker?.socket.leave(), people.victim?.socket.leave()])
    await people.scene?.close()
  })
  return people as AttackScene
}

export const callbackUrl = (social: string, query: Record<string, string>): string =>
  `${baseUrl}/v1/public/oauth/${social}/callback?${String(new URLSearchParams(query))}`

/** Asserts that the popup failed with this code and posts it to no page. */
export function expectFailureNotPosted(visit: Visit, code: string, status: number): void {
  expect(visit.status, visit.html).toBe(status)
  const { message, origin, back } = handoverOf(visit)
  expect({ message, origin, back }).toEqual({
    message: { type: 'parley.login', error: code },
    origin: null,
    back: null,
  })
}
