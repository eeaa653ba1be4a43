import { expect, test } from 'vitest'
import type { Upload } from '@parley/client/sending/upload'
import { changeWindowDraft, windowDraft } from './window-drafts.ts'

const upload = (id: string) => ({ id }) as unknown as Upload

test('a change applies to the newest value of its draft only', () => {
  const add = (id: string) => changeWindowDraft('a', ({ uploads }) => ({ uploads: [...uploads, upload(id)] }))
  add('pasted')
  changeWindowDraft('b', () => ({ fetching: 1 }))
  add('downloaded')
  expect(windowDraft('a').uploads.map(({ id }) => id)).toEqual(['pasted', 'downloaded'])
  expect(windowDraft('b')).toMatchObject({ uploads: [], fetching: 1 })
})

test('a draft without content is the same empty value again', () => {
  const empty = windowDraft('c')
  changeWindowDraft('c', () => ({ actions: [{ type: 'close' }] }))
  expect(windowDraft('c')).not.toBe(empty)
  changeWindowDraft('c', () => ({ actions: [] }))
  expect(windowDraft('c')).toBe(empty)
})
