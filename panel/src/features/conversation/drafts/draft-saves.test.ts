import { expect, test } from 'vitest'
import type { Draft } from '@parley/protocol/draft'
import { ApiProblem, type ProblemCode } from '../../../api/api-problem.ts'
import { createDraftSaves, createSequentialSaves } from './draft-saves.ts'

const input = (content: string) => ({ content, reply_to_id: null })

/** Saves to a server that fails with `code`, and the contents it received. */
function savesWith(code: ProblemCode) {
  const sent: string[] = []
  const server: { code: ProblemCode | null } = { code }
  const saves = createDraftSaves()
  const save = (content: string) =>
    saves('draft', input(content), async () => {
      sent.push(content)
      if (server.code !== null) throw new ApiProblem(server.code)
      return { content } as Draft
    })
  return { save, sent, server }
}

test('content that was refused is not sent again before it changes', async () => {
  const { save, sent, server } = savesWith('invalid_request')
  expect(await save('Too long')).toEqual({ name: 'refused' })
  expect(await save('Too long')).toEqual({ name: 'refused' })
  expect(sent).toEqual(['Too long'])
  server.code = null
  expect(await save('Short')).toMatchObject({ name: 'saved' })
  expect(await save('Too long')).toMatchObject({ name: 'saved' })
})

test('a temporary error is thrown and the content is sent again', async () => {
  const { save, sent } = savesWith('unavailable')
  await expect(save('Hello')).rejects.toThrow('unavailable')
  await expect(save('Hello')).rejects.toThrow('unavailable')
  expect(sent).toEqual(['Hello', 'Hello'])
})

test.each(['not_found', 'forbidden'] as const)('content refused with %s is not sent again', async (code) => {
  const { save, sent } = savesWith(code)
  expect(await save('Hello')).toEqual({ name: 'refused' })
  expect(await save('Hello')).toEqual({ name: 'refused' })
  expect(sent).toEqual(['Hello'])
})

/** A save that ends when told. */
function heldSaves(list: () => string[]) {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const left = new AbortController()
  const saves = createSequentialSaves({
    list,
    async save(item: string) {
      begun.push(item)
      await new Promise<void>((resolve) => ends.push(resolve))
    },
    signal: left.signal,
  })
  return { saves, begun, end: () => ends.shift()?.(), left }
}

test('items are saved one after another, and a call meanwhile causes one more run', async () => {
  const { saves, begun, end } = heldSaves(() => ['a', 'b'])
  const run = saves()
  expect(begun).toEqual(['a'])
  void saves()
  void saves()
  for (const expected of [
    ['a', 'b'],
    ['a', 'b', 'a'],
    ['a', 'b', 'a', 'b'],
  ]) {
    end()
    await Promise.resolve()
    await expect.poll(() => begun).toEqual(expected)
  }
  end()
  await run
  expect(begun).toEqual(['a', 'b', 'a', 'b'])
})

test('nothing more is saved after the end', async () => {
  const { saves, begun, end, left } = heldSaves(() => ['a', 'b'])
  const run = saves()
  left.abort()
  end()
  await run
  expect(begun).toEqual(['a'])
})
