import type { Messages } from '../en.ts'

export const callsFr: Messages['calls'] = {
  title: 'Appels',

  openCall: 'Ouvrir l’appel',
  missed: (count) =>
    count < 2
      ? `${count} appel manqué`
      : count > 99
        ? 'Plus de 99 appels manqués'
        : `${count} appels manqués`,

  now: {
    queue: 'Appels en cours',
    waiting: (count) =>
      count < 2
        ? `${count} appel attend`
        : count > 99
          ? 'Plus de 99 appels attendent'
          : `${count} appels attendent`,
    none: 'Aucun appel en ce moment.',
    off: 'Les appels sont désactivés dans tous les widgets.',
    turnOn: 'Activer les appels',
    noneYetTitle: 'Pas encore d’appel',
    noneYetText: 'Les appels de vos widgets apparaissent ici avec leur issue.',
    pending: (position) => (position === null ? 'En attente' : `En attente, position ${position}`),
    ringing: (agent) => `Sonne chez ${agent}`,
    ringingNobody: 'Sonne',
    connecting: (agent) => `Connexion avec ${agent}`,
    active: (agent) => `Parle avec ${agent}`,
    desks: 'Agents',
    desksNone: 'Personne n’est connecté.',
    you: 'vous',
    states: {
      offline: 'Hors ligne',
      away: 'Absent',
      idle: 'Disponible',
      offered: 'Sonne',
      in_call: 'En appel',
      wrap_up: 'Après appel',
    },
    noMicrophone: 'Micro indisponible',
  },

  callBacks: {
    title: 'Demandes de rappel',
    count: (count) =>
      count < 2
        ? `${count} demande ouverte`
        : count > 99
          ? '100+ demandes ouvertes'
          : `${count} demandes ouvertes`,
    callBack: 'Rappeler',
    done: 'Marquer comme traitée',
  },

  history: {
    title: 'Historique',
    list: 'Appels, les plus récents d’abord',
    shown: (count) => (count < 2 ? `${count} appel affiché` : `${count} appels affichés`),
    filters: 'Filtres',
    all: 'Tous',
    outcome: 'Issue',
    agent: 'Agent',
    anyAgent: 'Tous les agents',
    leftAgent: 'Ancien agent',
    ofCustomer: (name) => `Appels de ${name}`,
    removeFilter: 'Afficher les appels de tous',
    clear: 'Retirer les filtres',
    customer: 'Client',
    waited: 'Attente',
    talked: 'Durée',
    when: 'Début',
    kept: 'Extras',
    recordings: (count) => (count < 2 ? `${count} enregistrement` : `${count} enregistrements`),
    hasNote: 'Avec une note',
    nobody: 'Personne',
    noMatchTitle: 'Aucun appel ne correspond',
    noMatchText: 'Aucun appel ne correspond à ces filtres.',
  },

  outcomes: {
    ended: 'Répondu',
    missed: 'Manqué',
    rejected: 'Refusé',
    failed: 'Non connecté',
  },
  reasons: {
    cancelled: 'Le client a raccroché avant qu’on réponde.',
    timeout: 'Aucun agent n’a répondu.',
    queue_timeout: 'L’attente maximale du client était atteinte.',
    visitor_disconnected: 'Le client a perdu la connexion et n’est pas revenu.',
    agent_disconnected: 'L’agent a perdu la connexion et n’est pas revenu.',
    declined: 'Tous les agents ont refusé.',
    nobody_available: 'Personne n’était disponible.',
    media_failed:
      'La connexion audio n’a pas pu s’établir. Lancez le test de connexion pour en trouver la cause.',
    permission_denied: 'L’accès au microphone a été refusé.',
    max_duration: 'L’appel a atteint la durée maximale.',
    not_allowed: 'Le client a été bloqué ou a fermé son compte.',
  },
  shortReasons: {
    cancelled: 'Le client a raccroché',
    timeout: 'Sans réponse',
    queue_timeout: 'Attente maximale',
    visitor_disconnected: 'Client déconnecté',
    agent_disconnected: 'Agent déconnecté',
    declined: 'Refusé par tous',
    nobody_available: 'Personne de disponible',
    media_failed: 'Pas de connexion audio',
    permission_denied: 'Microphone refusé',
    max_duration: 'Durée maximale',
    not_allowed: 'Bloqué ou compte fermé',
  },
  endedBy: {
    customer: 'Le client a raccroché.',
    agent: 'L’agent a raccroché.',
    system: 'L’appel s’est terminé automatiquement.',
  },

  sheet: {
    title: 'Appel',
    live: 'Cet appel est en cours.',
    customer: 'Client',
    conversation: 'Conversation',
    openConversation: 'Ouvrir la conversation',
    lastConversation: (date) => `Dernière conversation, ${date}`,
    agent: 'Agent',
    widget: 'Widget',
    began: 'Début',
    answered: 'Réponse',
    ended: 'Fin',
    waited: 'Attente',
    talked: 'Durée',
    kind: 'Genre',
    voice: 'Voix',
    video: 'Voix et vidéo',
    id: 'Identifiant de l’appel',
    copyId: 'Copier l’identifiant de l’appel',
    offers: 'Agents appelés',
    noOffers: 'Aucun agent n’a été appelé.',
    offerOutcomes: {
      ringing: 'sonne',
      accepted: 'a répondu',
      declined: 'a refusé',
      expired: 'n’a pas répondu',
      disconnected: 'Déconnecté',
      withdrawn: 'retiré',
    },
    after: (time) => `après ${time}`,
    quality: 'Qualité',
    qualityLead: 'Ce que chaque côté a mesuré sur les médias reçus.',
    noQuality: 'Aucune mesure.',
    sides: { customer: 'Client', agent: 'Agent' },
    figures: {
      round_trip: 'Temps d’aller-retour',
      jitter: 'Gigue',
      loss: 'Paquets perdus',
      path: 'Connexion',
      restarts: 'Reconnexions',
    },
    paths: { direct: 'Directe', relay: 'Par le relais' },
    times: (count) => (count === 1 ? 'une fois' : `${count} fois`),
    never: 'jamais',
    recordings: 'Enregistrements',
    recordingOff: 'L’enregistrement était désactivé pour ce widget.',
    consentDeclined: 'Le client n’a pas voulu être enregistré.',
    consentGranted: 'Le client a accepté d’être enregistré.',
    recordingPending: 'L’enregistrement est en cours de traitement.',
    noRecording: 'Il n’y a pas d’enregistrement.',
    play: (name) => `Écouter ${name}`,
    download: 'Télécharger',
    downloadNamed: (name) => `Télécharger ${name}`,
    playFailed: 'Cet enregistrement ne peut pas être lu. Rechargez-le ou téléchargez le fichier.',
    reload: 'Recharger',
    note: 'Note',
  },

  note: {
    label: 'Note sur cet appel',
    placeholder: 'Note sur cet appel, visible uniquement par votre équipe',
    saving: 'Enregistrement …',
    saved: 'Enregistré',
    failed: 'Non enregistré.',
    merged: 'Enregistré. Cette note a aussi été modifiée ailleurs. Les deux textes sont conservés.',
    tooLong:
      'Non enregistré : cette note est trop longue avec le texte enregistré ailleurs. Raccourcissez-la à 4 000 caractères.',
    unsaved:
      'Une note d’appel n’est pas encore enregistrée. Cette fenêtre la conserve et réessaie automatiquement.',
    leaving: {
      title: 'Quitter avant l’enregistrement de la note ?',
      text: 'Une note d’appel n’est pas encore enregistrée. Cette fenêtre la conserve et réessaiera quand vous reviendrez ici dans cette organisation.',
      leave: 'Quitter quand même',
      stay: 'Rester ici',
    },
    leavingTooLong:
      'Une note d’appel est trop longue pour être enregistrée. Cette fenêtre la conserve jusqu’à ce que vous la raccourcissiez à 4 000 caractères.',
  },

  customer: {
    title: 'Appels',
    none: 'Pas encore d’appel',
    all: 'Tous les appels',
  },

  line: {
    ended: (duration) => `Appel, ${duration}`,
    endedWith: (agent, duration) => `Appel avec ${agent}, ${duration}`,
    missed: (waited) => `Appel manqué après ${waited} d’attente`,
    rejected: 'Appel refusé',
    failed: 'L’appel n’a pas pu s’établir',
    open: 'Détails',
  },
}
