import type { inStore as InStore } from '@parley/client/database'
import type { Fragment as FragmentType } from 'preact'
import type * as Hooks from 'preact/hooks'
import type * as Jsx from 'preact/jsx-runtime'
import type { FileCard as FileCardType } from '../chat/attachment.tsx'
import type { useChat as UseChat, useStore as UseStore } from '../chat/chat-context.ts'
import type { Face as FaceType } from '../chat/face.tsx'
import type { Icon as IconType, IconButton as IconButtonType } from '../chat/icon.tsx'
import type { paintBlob as PaintBlob, Picture as PictureType } from '../chat/picture.tsx'
import type { useOutside as UseOutside } from '../chat/use-outside.ts'

/** What the chat hands to a part that is fetched later: the two share one Preact and one picture of the chat. */
export interface Kit {
  Fragment: typeof FragmentType
  jsx: typeof Jsx.jsx
  jsxs: typeof Jsx.jsxs
  useEffect: typeof Hooks.useEffect
  useLayoutEffect: typeof Hooks.useLayoutEffect
  useRef: typeof Hooks.useRef
  useState: typeof Hooks.useState
  useChat: typeof UseChat
  useStore: typeof UseStore
  useOutside: typeof UseOutside
  Face: typeof FaceType
  FileCard: typeof FileCardType
  Icon: typeof IconType
  IconButton: typeof IconButtonType
  Picture: typeof PictureType
  paintBlob: typeof PaintBlob
  inStore: typeof InStore
}

// In the build of a part its imports of these modules lead here (vite.config.ts).
export let Fragment: Kit['Fragment']
export let jsx: Kit['jsx']
export let jsxs: Kit['jsxs']
export let useEffect: Kit['useEffect']
export let useLayoutEffect: Kit['useLayoutEffect']
export let useRef: Kit['useRef']
export let useState: Kit['useState']
export let useChat: Kit['useChat']
export let useStore: Kit['useStore']
export let useOutside: Kit['useOutside']
export let Face: Kit['Face']
export let FileCard: Kit['FileCard']
export let Icon: Kit['Icon']
export let IconButton: Kit['IconButton']
export let Picture: Kit['Picture']
export let paintBlob: Kit['paintBlob']
export let inStore: Kit['inStore']

/** Before anything of the part is drawn: a part must not make elements while it is loaded. */
export function receive(kit: Kit): void {
  ;({ Fragment, jsx, jsxs, useEffect, useLayoutEffect, useRef, useState } = kit)
  ;({ useChat, useStore, useOutside, Face, FileCard, Icon, IconButton, Picture, paintBlob, inStore } = kit)
}
