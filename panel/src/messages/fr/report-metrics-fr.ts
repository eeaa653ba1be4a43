import type { Messages } from '../en.ts'

export const reportMetricsFr: Messages['reports']['metrics'] = {
  started: { name: 'Commencées', definition: 'Conversations nouvelles ou rouvertes, selon leur début.' },
  reopened: { name: 'Rouvertes', definition: 'Conversations rouvertes après avoir été fermées.' },
  closed: { name: 'Fermées', definition: 'Conversations selon le moment de leur fermeture.' },
  unanswered: {
    name: 'Sans réponse',
    definition: 'Conversations fermées dans lesquelles le client a écrit sans recevoir de réponse.',
  },
  ai_only: {
    name: 'IA seule',
    definition: 'Conversations fermées avec des réponses d’un agent IA et aucune d’une personne.',
  },
  first_response: {
    name: 'Première réponse',
    definition: 'Du début de la conversation à la première réponse d’une personne.',
  },
  ai_first_response: {
    name: 'Première réponse, IA',
    definition:
      'Du début de la conversation à la première réponse d’un agent IA, si elle précède celle d’une personne.',
  },
  reply_time: {
    name: 'Temps de réponse',
    definition: 'Du premier message sans réponse du client à la réponse d’une personne, pour chaque attente.',
  },
  ai_reply_time: {
    name: 'Temps de réponse, IA',
    definition: 'Du premier message sans réponse du client à la réponse d’un agent IA, pour chaque attente.',
  },
  resolution: {
    name: 'Résolution',
    definition: 'Du début d’une conversation à sa fermeture ; la rouvrir commence une nouvelle mesure.',
  },
  handling: {
    name: 'Traitement',
    definition:
      'Temps pendant lequel une conversation fermée était attribuée à un agent, sans les reports ni le silence du client au-delà de 10 minutes.',
  },
  assigned: {
    name: 'Attribuées',
    definition: 'Nombre de fois que des conversations ont été attribuées à un agent.',
  },
  calls: { name: 'Appels', definition: 'Appels terminés, selon leur début.' },
  calls_answered: {
    name: 'Appels pris',
    definition: 'Appels terminés dans lesquels un agent a été connecté.',
  },
  calls_missed: {
    name: 'Appels manqués',
    definition: 'Appels terminés dans lesquels aucun agent n’a été connecté.',
  },
  call_wait: { name: 'Attente avant la réponse', definition: 'Du début d’un appel à sa prise.' },
  call_missed_wait: {
    name: 'Attente sans réponse',
    definition: 'Du début à la fin d’un appel que personne n’a pris.',
  },
  call_talk: { name: 'Durée de l’échange', definition: 'De la prise d’un appel à sa fin.' },
  rating: {
    name: 'Note',
    definition: 'Moyenne des dernières notes des clients, de 1 à 5, selon le moment de la première note.',
  },
  rating_1: { name: 'Note 1', definition: 'Évaluations avec 1, la plus mauvaise.' },
  rating_2: { name: 'Note 2', definition: 'Évaluations avec 2.' },
  rating_3: { name: 'Note 3', definition: 'Évaluations avec 3.' },
  rating_4: { name: 'Note 4', definition: 'Évaluations avec 4.' },
  rating_5: { name: 'Note 5', definition: 'Évaluations avec 5, la meilleure.' },
  wait: {
    name: 'Attente du client',
    definition:
      'Du premier message sans réponse du client à une réponse ou à la fermeture, selon le début de l’attente.',
  },
  backlog_open: {
    name: 'Encours ouvert',
    definition:
      'Conversations ouvertes sauf reportées, relevées à chaque heure pleine. Médiane des heures ; les heures sans relevé sont des lacunes.',
  },
  backlog_unassigned: {
    name: 'Encours non attribué',
    definition: 'Parmi les conversations ouvertes, celles sans agent, à chaque heure pleine.',
  },
  backlog_waiting: {
    name: 'Encours en attente',
    definition:
      'Parmi les conversations ouvertes, celles dont le client attendait une réponse, à chaque heure pleine.',
  },
  online: {
    name: 'Temps en ligne',
    definition:
      'Temps pendant lequel les agents étaient connectés au panneau, relevé toutes les quelques secondes.',
  },
  occupancy: {
    name: 'Taux d’occupation',
    definition:
      'Part du temps en ligne pendant laquelle l’agent travaillait sur une conversation désormais fermée ou était en appel.',
  },
}
