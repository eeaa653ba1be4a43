import { isTransient } from '@parley/client/connection/result'
import { inStore } from '@parley/client/browser/database'
import { createStore } from '@parley/client/state/store'
import { listen } from '@parley/client/browser/listen'
import { retryUntilSettled } from '@parley/client/connection/retry-until-settled'
import { minutes } from './times.ts'
import { createUuids } from '@parley/client/browser/uuid'
import { Fragment } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { jsx, jsxs } from 'preact/jsx-runtime'
import type { Kit } from '../parts/kit.ts'
import { FileCard } from './attachment.tsx'
import { useChat, useStore } from './chat-context.ts'
import { Face } from './face.tsx'
import { Icon, IconButton } from './icon.tsx'
import { Picture } from './picture.tsx'
import { useOutside } from './use-outside.ts'

export const kit: Kit = [
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
]
