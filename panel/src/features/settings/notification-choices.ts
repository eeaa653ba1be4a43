import type {
  NotificationKind,
  NotificationSetting,
  NotificationTransport,
} from '@parley/protocol/notification'

/** One switch, turned by the agent. */
export interface NotificationChoice {
  kind: NotificationKind
  transport: NotificationTransport
  on: boolean
}

/** The settings after the choices, which are applied in order. */
export const settingsAfter = (
  stored: readonly NotificationSetting[],
  choices: readonly NotificationChoice[],
): NotificationSetting[] =>
  stored.map((setting) => ({
    ...setting,
    transports: choices
      .filter(({ kind }) => kind === setting.kind)
      .reduce((transports, { transport, on }) => {
        const others = transports.filter((each) => each !== transport)
        return on ? [...others, transport] : others
      }, setting.transports),
  }))
