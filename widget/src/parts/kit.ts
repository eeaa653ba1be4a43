import type { isTransient as IsTransient } from '@parley/client/connection/result'
import type { inStore as InStore } from '@parley/client/browser/database'
import type { listen as Listen } from '@parley/client/browser/listen'
import type { createStore as CreateStore } from '@parley/client/state/store'
import type { retryUntilSettled as RetryUntilSettled } from '@parley/client/connection/retry-until-settled'
import type { createUuids as CreateUuids } from '@parley/client/browser/uuid'
import type { Fragment as FragmentType } from 'preact'
import type * as Hooks from 'preact/hooks'
import type * as Jsx from 'preact/jsx-runtime'
import type { FileCard as FileCardType } from '../chat/attachment.tsx'
import type { useChat as UseChat, useStore as UseStore } from '../chat/chat-context.ts'
import type { Face as FaceType } from '../chat/face.tsx'
import type { Icon as IconType, IconButton as IconButtonType } from '../chat/icon.tsx'
import type { Picture as PictureType } from '../chat/picture.tsx'
import type { minutes as Minutes } from '../chat/times.ts'
import type { useOutside as UseOutside } from '../chat/use-outside.ts'

/**
 * What the chat hands to a part that is fetched later: the two share one Preact and one picture of the chat. In order and
 * not by name, for names weigh (90 bytes of the chat's 30 KB).
 */
export type Kit = readonly [
  typeof FragmentType,
  typeof Jsx.jsx,
  typeof Jsx.jsxs,
  typeof Hooks.useEffect,
  typeof Hooks.useLayoutEffect,
  typeof Hooks.useRef,
  typeof Hooks.useState,
  typeof UseChat,
  typeof UseStore,
  typeof UseOutside,
  typeof FaceType,
  typeof FileCardType,
  typeof IconType,
  typeof IconButtonType,
  typeof PictureType,
  typeof InStore,
  typeof CreateStore,
  typeof CreateUuids,
  typeof RetryUntilSettled,
  typeof IsTransient,
  typeof Listen,
  typeof Minutes,
]

// In the build of a part its imports of these modules lead here (vite.config.ts).
export let Fragment: Kit[0]
export let jsx: Kit[1]
export let jsxs: Kit[2]
export let useEffect: Kit[3]
export let useLayoutEffect: Kit[4]
export let useRef: Kit[5]
export let useState: Kit[6]
export let useChat: Kit[7]
export let useStore: Kit[8]
export let useOutside: Kit[9]
export let Face: Kit[10]
export let FileCard: Kit[11]
export let Icon: Kit[12]
export let IconButton: Kit[13]
export let Picture: Kit[14]
export let inStore: Kit[15]
export let createStore: Kit[16]
export let createUuids: Kit[17]
export let retryUntilSettled: Kit[18]
export let isTransient: Kit[19]
export let listen: Kit[20]
export let minutes: Kit[21]

/** Before anything of the part is drawn: a part must not make elements while it is loaded. */
export function receive(kit: Kit): void {
  ;[
    Fragment,
    jsx,
    jsxs,
    useEffect,
    useLayoutEffect,
    useRef,
    useState,
    useChat,
    useStore,
    useOutside,
    Face,
    FileCard,
    Icon,
    IconButton,
    Picture,
    inStore,
    createStore,
    createUuids,
    retryUntilSettled,
    isTransient,
    listen,
    minutes,
  ] = kit
}
