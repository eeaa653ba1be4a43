import { afterAll, beforeAll, expect } from 'vitest'
import { openSocialScene, type SocialScene } from './social-scene.ts'
import { handoverOf, type TestBrowser, type Visit } from './test-browser.ts'
import { baseUrl, type TestVisitor } from './test-service.ts'

/** Somebody who means harm, and somebody who is to be harmed: each with a browser and a widget of their own. */
export interface AttackScene {
  scene: SocialScene
  attacker: TestVisitor
  victim: TestVisitor
  attackersBrowser: TestBrowser
  victimsBrowser: TestBrowser
}

/** For a whole test file: there before its first test, gone after its last. */
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

/** A popup that ends with this code, and tells it to nobody. */
export function expectNobodyTold(visit: Visit, code: string, status: number): void {
  expect(visit.status, visit.html).toBe(status)
  const { message, origin, back } = handoverOf(visit)
  expect({ message, origin, back }).toEqual({
    message: { type: 'parley.login', error: code },
    origin: null,
    back: null,
  })
}
