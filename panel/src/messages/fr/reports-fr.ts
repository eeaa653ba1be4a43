import type { Messages } from '../en.ts'
import { reportMetricsFr } from './report-metrics-fr.ts'

export const reportsFr: Messages['reports'] = {
  title: 'Rapports',
  report: 'Rapport',
  settings: 'Période et filtres',
  subjects: {
    live: 'En direct',
    conversations: 'Conversations',
    response: 'Réponse',
    calls: 'Appels',
    satisfaction: 'Satisfaction',
    agents: 'Agents',
    teams: 'Équipes',
    labels: 'Étiquettes',
    channels: 'Widgets et canaux',
    heat_map: 'Carte de chaleur',
  },
  metrics: reportMetricsFr,

  period: 'Période',
  periods: {
    today: 'Aujourd’hui',
    yesterday: 'Hier',
    '7d': '7 derniers jours',
    '28d': '28 derniers jours',
    '84d': '12 dernières semaines',
    '364d': '52 dernières semaines',
    month: 'Ce mois-ci',
    'last-month': 'Mois dernier',
  },
  customPeriod: 'Période choisie',
  from: 'Premier jour',
  to: 'Dernier jour',
  compare: 'Comparer à la période précédente',
  comparedWith: (period) => `comparé à ${period}`,
  comparedUntilSameTime: (period) => `comparé à ${period}, jusqu’au même moment`,
  asOf: (time) => `données de ${time}`,
  clock: 'Heures prises en compte',
  clocks: { clock_time: 'Toutes les heures', business_hours: 'Horaires d’ouverture' },
  interval: 'Intervalle',
  intervals: { hour: 'Par heure', day: 'Par jour', week: 'Par semaine', month: 'Par mois' },
  intervalNames: { hour: 'Heure', day: 'Jour', week: 'Semaine du', month: 'Mois' },

  filter: 'Filtrer',
  filters: 'Filtres',
  any: 'Tous',
  removeFilter: (field, value) => `Retirer le filtre ${field} : ${value}`,
  dimensions: {
    agent: 'Agent',
    team: 'Équipe',
    label: 'Étiquette',
    provider: 'Widget',
    channel: 'Canal',
    reason: 'Motif',
  },
  by: {
    agent: 'Par agent',
    team: 'Par équipe',
    label: 'Par étiquette',
    provider: 'Par widget',
    channel: 'Par canal',
    reason: 'Par motif',
  },
  none: {
    agent: 'Aucun agent',
    team: 'Aucune équipe',
    label: 'Aucune étiquette',
    provider: 'Aucun widget',
    channel: 'Aucun canal',
    reason: 'Aucun motif indiqué',
  },
  gone: 'Supprimé',
  goneTeam: 'Équipe supprimée',

  breakdown: 'Répartition',
  noRows: 'Il n’y a rien à répartir dans cette période.',
  onlyLargest: (count) => `Seules les ${count} lignes les plus grandes sont affichées.`,
  labelsOverlap: 'Une conversation avec deux étiquettes compte dans les deux lignes.',
  timeline: 'Au fil du temps',
  csv: 'Télécharger le CSV',
  definitions: 'Ce que signifient les chiffres',
  statistics: { count: 'Nombre', median: 'Médiane', p90: '90e centile', mean: 'Moyenne' },
  columns90: { duration: '90 % en', level: '90 % max.' },
  ofPrevious: (statistic) => `${statistic}, période précédente`,
  within90: (p90) => `90 % en ${p90} au plus`,
  /** Below the median of a level. */
  atMost90: (p90: string) => `90 % des heures : ${p90} au plus`,
  ratings: (count, shown) => (count === 1 ? 'Sur 1 évaluation' : `Sur ${shown} évaluations`),
  shares: {
    answerRate: {
      name: 'Taux de décroché',
      definition: 'Part des appels terminés auxquels un agent a été connecté.',
    },
    satisfied: { name: 'Note 4 ou 5', definition: 'Part des évaluations avec une note de 4 ou 5.' },
  },
  change: {
    same: 'Sans changement',
    new: 'Aucune avant',
    before: (value) => `avant ${value}`,
    points: (points) => `${points} points`,
    nothingBefore: 'Rien à comparer',
  },
  results: (count, shown) => (count < 2 ? `${shown} résultat` : `${shown} résultats`),

  charts: {
    flow: {
      name: 'Commencées et fermées',
      definition: 'Conversations nouvelles et rouvertes selon leur début, et fermées selon leur fin.',
    },
    outcomes: {
      name: 'Rouvertes, sans réponse et IA seule',
      definition:
        'Conversations rouvertes, fermées sans aucune réponse, ou auxquelles seul un agent IA a répondu.',
    },
    outcomesOfPeople: {
      name: 'Rouvertes et sans réponse',
      definition: 'Conversations rouvertes, ou fermées sans aucune réponse.',
    },
    backlog: {
      name: 'Encours',
      definition:
        'Conversations ouvertes, non attribuées et en attente à chaque heure pleine : la médiane de chaque intervalle. Seul le filtre par équipe s’applique.',
    },
    callOutcomes: {
      name: 'Appels pris et manqués',
      definition: 'Appels terminés selon leur début, selon qu’un agent a été connecté ou non.',
    },
    scores: {
      name: 'Évaluations par note',
      definition: 'Combien de clients ont donné chaque note, selon le moment de la première note.',
    },
  },
  weekday: 'Jour de la semaine',
  hour: 'Heure',
  heatMaps: {
    started: {
      name: 'Conversations par jour de la semaine et heure',
      definition:
        'Conversations nouvelles et rouvertes commencées à chaque heure de la semaine. Une couleur plus soutenue signifie plus.',
    },
    wait: {
      name: 'Attente du client par jour de la semaine et heure, 90e centile',
      definition:
        'Neuf attentes sur dix commencées à cette heure étaient plus courtes. Une couleur plus soutenue signifie plus long.',
    },
  },

  empty: {
    title: 'Aucun chiffre dans cette période',
    text: 'Conversations et appels apparaissent ici en moins d’une minute. Pour les précédents, choisissez une période plus longue.',
    filteredTitle: 'Aucun chiffre pour ces filtres',
    filteredText: 'Rien dans cette période ne correspond à tous les filtres.',
    clear: 'Retirer les filtres',
  },
  offlineTitle: 'Vous êtes hors ligne',
  offlineText: 'Le rapport se charge quand la connexion revient.',
  notCurrent: 'Ces chiffres n’ont pas pu être mis à jour. Ils viennent de la dernière requête réussie.',
  incomplete:
    'Les conversations passées sont encore en cours de comptage. D’ici là, les chiffres sont trop bas.',
  resetPeriod: 'Afficher les 28 derniers jours',
  problems: {
    report_period_invalid: 'Un rapport couvre au plus 366 jours.',
    report_too_fine: 'Cet intervalle est trop court pour la période. Choisissez-en un plus long.',
    reports_busy: 'Trop de rapports sont en cours de chargement. Réessayez dans quelques secondes.',
  },

  live: {
    lead: 'La file et l’équipe en ce moment. Mis à jour toutes les quelques secondes.',
    waiting: 'Clients en attente',
    longestWait: 'Plus longue attente',
    open: 'Ouvertes',
    unassigned: 'Libres',
    snoozed: 'Reportées',
    calls: 'Appels',
    callsWaiting: 'Appels en attente',
    callsActive: 'Appels en cours',
    agents: 'Agents',
    state: 'État',
    onlineFor: 'En ligne depuis',
    onlineWithoutCalls: 'En ligne, pas d’appels',
    teams: 'Équipes',
    noOpen: 'Aucune conversation ouverte.',
  },
}
