import type { Messages } from '../en.ts'

export const holidaysFr: Messages['holidays'] = {
  title: 'Calendrier des jours fériés',
  lead: 'Vous êtes fermé aux dates des événements d’une journée entière de ce calendrier. Pour ouvrir à l’une de ces dates, ajoutez une exception pour cette date.',
  address: 'Adresse iCal',
  addressHint:
    'Adresse d’un fichier .ics, par exemple avec les jours fériés de votre région. Parley le lit chaque jour.',
  readNow: 'Lire maintenant',
  remove: 'Retirer le calendrier',
  lastRead: 'Lu',
  coming: (count) => (count < 2 ? `${count} jour férié à venir` : `${count} jours fériés à venir`),
  none: 'Le calendrier n’a aucun événement d’une journée entière à venir.',
  kept: 'Les jours fériés précédents restent valables.',
  replaced: 'Remplacé par votre exception',
  unnamed: 'Jour férié',
  showAll: (count) => `Afficher les ${count}`,
  problems: {
    url_invalid:
      'Saisissez une adresse complète qui commence par https:// ou webcal://, sans nom d’utilisateur.',
    refused:
      'Cette adresse n’est pas sur l’internet public. Utilisez une adresse publique ou demandez à l’exploitant de l’autoriser.',
    unreachable: 'Le serveur du calendrier ne répond pas. Vérifiez l’adresse et réessayez.',
    redirected:
      'Cette adresse redirige vers une autre. Ouvrez-la dans un navigateur et saisissez l’adresse finale.',
    bad_status:
      'Le serveur du calendrier a refusé la requête. Vérifiez que le calendrier est toujours partagé à cette adresse.',
    too_large: 'Ce calendrier est trop grand. Utilisez-en un qui ne contient que des jours fériés.',
    not_calendar:
      'Il n’y a pas de calendrier à cette adresse. Utilisez l’adresse du fichier .ics, pas celle d’une page web.',
    url_unreadable:
      'L’adresse enregistrée ne peut pas être déchiffrée, car le secret de Parley a changé. Saisissez-la à nouveau.',
  },
}
