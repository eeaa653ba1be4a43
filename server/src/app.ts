import { describeErrors } from './api-errors.ts'
import { composeAgents, composeSignIn } from './composition/agents.ts'
import { composeApiKeys } from './composition/api-keys.ts'
import { composeAutomation } from './composition/automation.ts'
import { composeBusinessHours } from './composition/business-hours.ts'
import { composeCalls, composeDeskStates } from './composition/calls.ts'
import { composeChannels } from './composition/channels.ts'
import { composeCannedReplies } from './composition/canned-replies.ts'
import { composeConversations, entryRenderer } from './composition/conversations.ts'
import { composeCustomerTimeline } from './composition/customer-timeline.ts'
import { composeCustomerRoutes, composeCustomers } from './composition/customers.ts'
import { composeDemo } from './composition/demo.ts'
import { composeBulk } from './composition/bulk.ts'
import { collect } from './composition/feature.ts'
import { serveHttp } from './composition/http.ts'
import { composeDrafts } from './composition/drafts.ts'
import { composeFacts } from './composition/facts.ts'
import { composeIdentity } from './composition/identity.ts'
import { createInfrastructure, type InfrastructureOptions } from './composition/infrastructure.ts'
import { runJobs } from './composition/jobs.ts'
import { composeLabels } from './composition/labels.ts'
import { composeLinkRenewals } from './composition/link-renewals.ts'
import { runLogConsumers } from './composition/log-consumers.ts'
import { composeLooks } from './composition/looks.ts'
import { composeMedia, composeMediaCommands } from './composition/media.ts'
import { composeMiniApps, type MiniAppPorts } from './composition/mini-app.ts'
import { composeNotes } from './composition/notes.ts'
import { composeNotifications } from './composition/notifications.ts'
import { composeOrganizations } from './composition/organizations.ts'
import { composeProviders, composeWidgetSettings } from './composition/providers.ts'
import { composeRealtime } from './composition/realtime.ts'
import { composeRecordingFiles, composeRecordings } from './composition/recordings.ts'
import { composeSearch } from './composition/search.ts'
import { composeSla } from './composition/sla.ts'
import { composeSocialLogin, type SocialLoginPorts } from './composition/social-login.ts'
import { composeReports } from './composition/reports.ts'
import { openSockets } from './composition/sockets.ts'
import { composeTeamDirectory, composeTeams } from './composition/teams.ts'
import { composeSurveys } from './composition/surveys.ts'
import { composeTranscripts } from './composition/transcripts.ts'
import { composeTriage } from './composition/triage.ts'
import { composeViews } from './composition/views.ts'
import { composeVisitorContext } from './composition/visitor-context.ts'
import { composeWebhooks, type WebhookPorts } from './composition/webhooks.ts'
import { createEventLog } from './core/event-log.ts'
import { openSeconds } from './features/business-hours/open-time.ts'
import { originAllowed } from './features/identity/origins.ts'

export interface AppOptions extends InfrastructureOptions {
  /** Trusted authority and name resolution of webhooks; tests and benchmarks run their own receivers. */
  sending?: WebhookPorts['sending']
  /** Where the files of earlier builds are kept, for pages that were opened before an upgrade. */
  formerBuilds?: string | null
  /** Where the services of social login are; tests run their own. */
  socialEndpoints?: SocialLoginPorts['endpoints']
  /** Public keys of Telegram's environments; tests have their own. */
  telegramKeys?: MiniAppPorts['keys']
}

export type App = Awaited<ReturnType<typeof createApp>>

/** The composition root (docs/decisions/composition.md). The service does not listen yet. */
export async function createApp(options: AppOptions) {
  const infra = await createInfrastructure(options)
  const { config, http, lifecycle } = infra

  const signIn = await composeSignIn(infra)
  const organizations = composeOrganizations(infra, { signIn })
  const providers = composeProviders(infra, { signIn })
  const agents = composeAgents(infra, { signIn, organizations, providers })
  const apiKeys = composeApiKeys(infra, { agents })
  const demo = await composeDemo(infra, { organizations, agents, providers })

  const linkRenewals = composeLinkRenewals(infra)
  const webhooks = composeWebhooks(infra, { apiKeys, linkRenewals, sending: options.sending })
  const log = createEventLog({ ...infra, outbox: webhooks.outbox })

  const teamDirectory = composeTeamDirectory(infra, { agents })
  const businessHours = composeBusinessHours(infra, { agents, teams: teamDirectory })
  const customers = composeCustomers(infra, { log, agents })
  const media = composeMedia(infra, { customers })
  const realtime = composeRealtime(infra, { renderEntry: entryRenderer(media) })
  const desks = composeDeskStates(infra)
  const conversations = composeConversations(infra, {
    log,
    agents,
    apiKeys,
    customers,
    media,
    realtime,
    desks,
    teams: teamDirectory,
    businessHours,
  })
  const notes = composeNotes(infra, {
    log,
    agents,
    apiKeys,
    teams: teamDirectory,
    customers,
    conversations,
    media,
  })
  const labels = composeLabels(infra, { apiKeys, conversations })
  const triage = composeTriage(infra, { apiKeys, conversations })
  const sla = composeSla(infra, { log, agents, apiKeys, businessHours, conversations })
  const teams = composeTeams(infra, { log, apiKeys, agents, providers, desks, conversations })

  const channels = composeChannels(infra, { agents, providers, customers, conversations, media })

  const facts = composeFacts(infra, { businessHours: { openSeconds }, conversations })
  const surveys = composeSurveys(infra, { log, agents, apiKeys, providers, customers, conversations })
  const transcripts = composeTranscripts(infra, { providers, customers, conversations })

  const recordingFiles = composeRecordingFiles(infra)
  const chat = { log, agents, providers, customers, conversations, realtime }
  const calls = composeCalls(infra, { ...chat, apiKeys, recordingFiles, businessHours })
  const recordings = composeRecordings(infra, { log, agents, calls, conversations })

  const endpoints = options.socialEndpoints
  const socialLogin = composeSocialLogin(infra, { agents, providers, customers, originAllowed, endpoints })
  const keys = options.telegramKeys
  const miniApps = composeMiniApps(infra, { agents, providers, customers, channels, originAllowed, keys })
  const visitorContext = composeVisitorContext(infra, { agents, providers, customers })
  const identity = composeIdentity(infra, { ...chat, calls, socialLogin, miniApps, visitorContext })

  const contributions = collect([
    organizations,
    agents,
    apiKeys,
    providers,
    demo,
    webhooks,
    businessHours,
    media,
    realtime,
    conversations,
    notes,
    labels,
    triage,
    sla,
    teams,
    channels,
    facts,
    surveys,
    transcripts,
    calls,
    recordings,
    socialLogin,
    miniApps,
    visitorContext,
    identity,
    // Features that no other feature uses.
    composeCustomerRoutes(infra, { log, customers, agents, apiKeys, conversations, visitorContext }),
    composeBulk({ agents, conversations, labels, teams, triage }),
    composeAutomation(infra, {
      log,
      agents,
      customers,
      businessHours,
      conversations,
      labels,
      notes,
      teams,
      triage,
      webhooks,
    }),
    composeMediaCommands({ media, customers, conversations, channels }),
    composeCannedReplies(infra, { agents, apiKeys, media }),
    composeDrafts(infra, { agents, conversations }),
    composeLooks(infra),
    composeSearch(infra, { agents, conversations, notes }),
    composeViews(infra, { agents, conversations }),
    composeReports(infra, {
      apiKeys,
      facts,
      agents,
      teams,
      labels,
      providers,
      customers,
      conversations,
      calls,
    }),
    composeNotifications(infra, { agents, notes, teams: teamDirectory, customers, conversations }),
    composeCustomerTimeline({ agents, customers, conversations, calls, notes, labels, surveys }),
    composeWidgetSettings({ providers, socialLogin, media }),
  ])
  runJobs(infra, contributions)
  const logConsumers = runLogConsumers(infra, contributions)
  await serveHttp(infra, { contributions, formerBuilds: options.formerBuilds ?? null, describeErrors })
  openSockets(infra, { contributions, agents, identity, realtime })

  return {
    http,
    businessHours,
    transcripts,
    demo: demo.account,
    setupLink: agents.setupLink,
    calls,
    recordings,
    triage,
    sla,
    teams,
    channels,
    facts,
    visitorContext,
    logConsumers,
    /** Closes sockets of ended and expired sessions, for tests with a clock. */
    async closeEndedSessions(): Promise<void> {
      identity.closeExpired()
      await signIn.closeEnded()
    },
    /** @throws an error with code EADDRINUSE or EACCES when the port is not available */
    async listen(): Promise<void> {
      await http.listen({ host: config.host, port: config.port })
      await lifecycle.start()
    },
    /** Graceful: sockets reconnect elsewhere, requests and work in progress finish, then connections close (SPEC B2). */
    stop: lifecycle.stop,
  }
}
