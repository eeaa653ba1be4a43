import { lookCommands, publishLooks } from '../features/looks/look-commands.ts'
import { createLooks } from '../features/looks/looks.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Which agents view or write in which conversation. */
export function composeLooks({ bus, clock, lifecycle, sockets }: Infrastructure) {
  const looks = createLooks({ bus, clock, publish: publishLooks(sockets.agents) })
  lifecycle.onStop(looks.close)
  return defineFeature({ agent: lookCommands({ looks }) })
}
