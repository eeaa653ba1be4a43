import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  ada,
  receiveFrom,
  startTelegramScene,
  uploadFor,
  type TelegramScene,
} from '../../testing/telegram-setup.ts'
import type { Misbehaviour, Person } from '../../testing/telegram-server.ts'

/** Messages that an agent deletes before they are sent completely. */

let scene: TelegramScene
beforeAll(async () => {
  scene = await startTelegramScene('TelegramDeletions')
})
afterAll(() => scene.stop())

let people = 60_000
let person: Person
beforeEach(() => {
  people += 1
  person = { ...ada, id: people, username: `ada${people}` }
})

const lost = { kind: 'lost' } as const
const limited = { kind: 'error', code: 429, description: 'Too Many Requests' } as const
const blocked = { kind: 'error', code: 403, description: 'Forbidden: bot was blocked by the user' } as const

/** Deletes a message after attempts to send it, whose requests of this method are answered so. Returns how its deletion ended. */
async function deleteAfter(method: string, answers: Misbehaviour[], content: string, files: string[] = []) {
  const { id, messages } = await receiveFrom(scene, person, [{ text: 'Tell me' }])
  const media: string[] = []
  for (const name of files) media.push(await uploadFor(scene, id, name, Buffer.from(name)))
  scene.telegram.misbehave(method, ...answers)
  const messageId = await scene.say(id, content, { media_ids: media })
  const { channels, logConsumers } = scene.service.app
  await logConsumers.look()
  await logConsumers.settled()
  for (const _ of answers) {
    await channels.look()
    scene.turn(3000)
  }
  const path = scene.path(`/conversations/${messages[0]?.conversation_id}/messages/${messageId}`)
  const { cookie } = scene.organization
  expect((await scene.service.call('DELETE', path, { cookie })).status).toBe(200)
  await scene.settle()
  return (await scene.history(id)).at(-1)?.delivery
}
const shown = () => scene.telegram.shown(person).map(({ text, file }) => file ?? text)

it('a message whose response was lost is reported as not deleted: it may be there, and cannot be withdrawn', async () => {
  expect(await deleteAfter('sendMessage', [lost], 'Our secret price')).toEqual({
    state: 'sent',
    reason: 'change_refused',
  })
  expect(shown()).toEqual(['Our secret price'])
})

it('a message of which one part was sent without a response is reported as not deleted', async () => {
  const content = 'a'.repeat(2000)
  expect(await deleteAfter('sendDocument', [lost], content, ['price.txt'])).toEqual({
    state: 'sent',
    reason: 'change_refused',
  })
  expect(shown()).toEqual(['price.txt'])
})

it('a message that failed after a lost response is reported as not deleted', async () => {
  expect(await deleteAfter('sendMessage', [lost, blocked], 'Our secret price')).toEqual({
    state: 'sent',
    reason: 'change_refused',
  })
  expect(shown()).toEqual(['Our secret price'])
})

it('a message that the platform has not accepted is deleted', async () => {
  expect(await deleteAfter('sendMessage', [limited], 'Our secret price')).toEqual({
    state: 'sent',
    reason: null,
  })
  expect(shown()).toEqual([])
})
