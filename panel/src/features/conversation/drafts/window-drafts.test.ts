import { expect, test } from 'vitest'
import type { Upload } from '@parley/client/sending/upload'
import { changeWindowDraft, windowDraft } from './window-drafts.ts'

const upload = (id: string) => ({ id }) as unknown as Upload

test('a change applies to the newest value of its draft only', () => {
  const download = new AbortController()
  const add = (id: string) =>
    changeWindowDraft('ana', 'a', ({ uploads }) => ({ uploads: [...uploads, upload(id)] }))
  add('pasted')
  changeWindowDraft('ana', 'b', () => ({ fetching: [download] }))
  add('downloaded')
  expect(windowDraft('ana', 'a').uploads.map(({ id }) => id)).toEqual(['pasted', 'downloaded'])
  expect(windowDraft('ana', 'b')).toMatchObject({ uploads: [], fetching: [download] })
})

test('a draft without content is the same empty value again', () => {
  const empty = windowDraft('ana', 'c')
  changeWindowDraft('ana', 'c', () => ({ actions: [{ type: 'close' }] }))
  expect(windowDraft('ana', 'c')).not.toBe(empty)
  changeWindowDraft('ana', 'c', () => ({ actions: [] }))
  expect(windowDraft('ana', 'c')).toBe(empty)
})

test('another agent has other drafts', () => {
  changeWindowDraft('ana', 'd', () => ({ uploads: [upload('of ana')], actions: [{ type: 'close' }] }))
  expect(windowDraft('ben', 'd')).toMatchObject({ uploads: [], actions: [] })
  changeWindowDraft('ben', 'd', ({ uploads }) => ({ uploads: [...uploads, upload('of ben')] }))
  expect(windowDraft('ana', 'd').uploads.map(({ id }) => id)).toEqual(['of ana'])
})
