import Type, { type Static } from 'typebox'
import {
  AvailabilityParams,
  CallEndParams,
  CallHoldParams,
  CallJoinParams,
  CallParams,
  CallPeerParams,
  CallQualityParams,
  CallRecordParams,
  CallSignalParams,
  CallStartParams,
  CallTransferParams,
  CallTransferTeamParams,
  DeskOpenParams,
} from './call-view.ts'
import { CustomerEmailParams, TranscriptParams } from './contact.ts'
import { InboxFollowParams } from './inbox.ts'
import { DeskLookParams } from './look.ts'
import { MediaLinksParams, MediaTicketParams } from './media.ts'
import { MessageHistoryParams, MessageSendParams } from './message.ts'
import { ReceiptParams } from './receipt.ts'
import { closed } from './scalars.ts'
import {
  AgentConnectParams,
  AuthenticateParams,
  ConnectParams,
  CustomerLanguageParams,
  LoginRedeemParams,
  LoginStartParams,
} from './session.ts'
import { SurveyAnswerParams } from './survey.ts'
import { FollowParams, LogReadParams, UnfollowParams } from './timeline.ts'
import { TypingParams } from './typing.ts'
import { CustomerAttributesParams, VisitPageParams } from './visitor-context.ts'
import type { CallJoined, CallView, Desk, TransferJoined } from './call-view.ts'
import type { CustomerContact, TranscriptLink } from './contact.ts'
import type { DeskLooks } from './look.ts'
import type { MediaLinks, MediaTicket } from './media.ts'
import type { ChatCleared, MessageSent } from './message.ts'
import type { AgentConnectResult, Challenge, ConnectResult, LoginStarted } from './session.ts'
import type { Survey, SurveyState } from './survey.ts'
import type { Entries, Followed, MessageHistory } from './timeline.ts'

const Nothing = Type.Object({}, closed)

/** Commands of both sides of a call. */
const callCommands = {
  'call.join': CallJoinParams,
  'call.connected': CallPeerParams,
  'call.alive': CallParams,
  'call.signal': CallSignalParams,
  'call.quality': CallQualityParams,
  'call.end': CallEndParams,
} as const

/** Commands of widgets: method -> params. */
export const widgetCommands = {
  'session.challenge': Nothing,
  connect: ConnectParams,
  'session.authenticate': AuthenticateParams,
  'session.logout': Nothing,
  'login.start': LoginStartParams,
  'login.redeem': LoginRedeemParams,
  'account.close': Nothing,
  'customer.language': CustomerLanguageParams,
  pong: Nothing,
  ping: Nothing,
  'message.send': MessageSendParams,
  'message.history': MessageHistoryParams,
  'chat.clear': Nothing,
  'log.read': LogReadParams,
  receipt: ReceiptParams,
  typing: TypingParams,
  'media.ticket': MediaTicketParams,
  'media.links': MediaLinksParams,
  'call.check': Nothing,
  'call.start': CallStartParams,
  'call_back.request': Nothing,
  'call_back.withdraw': Nothing,
  'customer.contact': Nothing,
  'customer.email': CustomerEmailParams,
  'survey.read': Nothing,
  'survey.answer': SurveyAnswerParams,
  'transcript.link': TranscriptParams,
  'transcript.send': TranscriptParams,
  'customer.attributes': CustomerAttributesParams,
  'visit.page': VisitPageParams,
  ...callCommands,
} as const

/** Commands of agents. Unlike widgets, agents must send customer_id. */
export const agentCommands = {
  'agent.connect': AgentConnectParams,
  pong: Nothing,
  ping: Nothing,
  'inbox.follow': InboxFollowParams,
  'inbox.unfollow': InboxFollowParams,
  'customer.follow': FollowParams,
  'customer.unfollow': UnfollowParams,
  'message.send': MessageSendParams,
  'message.history': MessageHistoryParams,
  'log.read': LogReadParams,
  receipt: ReceiptParams,
  typing: TypingParams,
  'media.ticket': MediaTicketParams,
  'media.links': MediaLinksParams,
  'desk.open': DeskOpenParams,
  'desk.availability': AvailabilityParams,
  'desk.wrapped_up': Nothing,
  'desk.look': DeskLookParams,
  'desk.looks': Nothing,
  'call.accept': CallPeerParams,
  'call.decline': CallParams,
  'call.record': CallRecordParams,
  'call.hold': CallHoldParams,
  'call.transfer': CallTransferParams,
  'call.transfer_team': CallTransferTeamParams,
  'transfer.accept': CallParams,
  'transfer.join': CallJoinParams,
  'transfer.complete': CallParams,
  'transfer.end': CallParams,
  ...callCommands,
} as const

export type WidgetCommand = keyof typeof widgetCommands
export type AgentCommand = keyof typeof agentCommands

/** Results of the commands. `pong`, `typing`, `desk.look` and `call.signal` are notifications. */
export interface Results {
  'session.challenge': Challenge
  connect: ConnectResult
  'session.authenticate': ConnectResult
  'session.logout': ConnectResult
  'login.start': LoginStarted
  'login.redeem': ConnectResult
  'account.close': ConnectResult
  'customer.language': Record<string, never>
  'agent.connect': AgentConnectResult
  ping: { server_time: string }
  'message.send': MessageSent
  'message.history': MessageHistory
  'chat.clear': ChatCleared
  'log.read': Entries
  receipt: Record<string, never>
  'media.ticket': MediaTicket
  'media.links': MediaLinks
  'inbox.follow': Record<string, never>
  'inbox.unfollow': Record<string, never>
  'customer.follow': Followed
  'customer.unfollow': Record<string, never>
  'desk.open': Desk
  'desk.availability': Desk
  'desk.wrapped_up': Desk
  'desk.looks': DeskLooks
  'call.check': Record<string, never>
  'call.start': CallJoined
  'call_back.request': Record<string, never>
  'call_back.withdraw': Record<string, never>
  'customer.contact': CustomerContact
  'customer.email': CustomerContact
  'survey.read': SurveyState
  'survey.answer': Survey
  'transcript.link': TranscriptLink
  'transcript.send': Record<string, never>
  'customer.attributes': Record<string, never>
  'visit.page': Record<string, never>
  'call.join': CallJoined
  'call.accept': CallJoined
  'call.decline': Desk
  'call.record': CallView
  'call.hold': CallView
  'call.transfer': Desk
  'call.transfer_team': Desk
  'transfer.accept': Desk
  'transfer.join': TransferJoined
  'transfer.complete': Desk
  'transfer.end': Desk
  'call.connected': CallView
  'call.alive': CallView
  'call.quality': Record<string, never>
  'call.end': CallView
}

type Commands = typeof widgetCommands & typeof agentCommands

/** Params of the commands. */
export type Params = { [M in keyof Commands]: Static<Commands[M]> }
