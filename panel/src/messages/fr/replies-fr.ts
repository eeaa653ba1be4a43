import type { Messages } from '../en.ts'

export const repliesFr: Messages['inbox']['replies'] = {
  open: 'Réponses types',
  list: 'Réponses types',
  loading: 'Chargement des réponses types…',
  failed: 'Les réponses types n’ont pas pu être chargées.',
  none: 'Pas encore de réponses types',
  noMatch: 'Aucune réponse type ne correspond.',
  held: 'Aucune réponse type ne correspond. Appuyez encore sur Entrée pour l’envoyer comme texte.',
  heldUnloaded:
    'Les réponses types n’ont pas pu être chargées. Appuyez encore sur Entrée pour l’envoyer comme texte.',
  create: 'Créer une réponse type',
  personalMark: 'Vous seul',
  attachments: (count) => (count < 2 ? `${count} pièce jointe` : `${count} pièces jointes`),
  attachmentFailed: (name) => `« ${name} » n’a pas pu être joint. Joignez le fichier vous-même.`,
  attachmentsFailed:
    'Les pièces jointes de cette réponse n’ont pas pu être chargées. Joignez les fichiers vous-même.',
  actions: { assign_to_me: 'M’attribuer', close: 'Fermer la conversation' },
  after: 'Après l’envoi :',
  removeAction: (action) => `Ne pas exécuter « ${action} »`,
  unresolved: (count) =>
    count < 2
      ? 'Cette variable n’a pas été remplie. Remplacez-la ou supprimez-la pour envoyer :'
      : `${count} variables n’ont pas été remplies. Remplacez-les ou supprimez-les pour envoyer :`,
  goTo: (variable) => `Sélectionner ${variable} dans le message`,

  page: {
    title: 'Réponses types',
    lead: 'Des réponses préparées. Tapez / dans un message pour en insérer une.',
    listTitle: 'Réponses',
    search: 'Rechercher des réponses',
    noneText: 'Enregistrez les réponses fréquentes et insérez-les avec / et leur raccourci.',
    edit: (shortcut) => `Modifier /${shortcut}`,
    remove: (shortcut) => `Supprimer /${shortcut}`,
    removeTitle: (shortcut) => `Supprimer /${shortcut} ?`,
    removeShared:
      'Votre organisation ne pourra plus utiliser cette réponse. Les messages envoyés ne changent pas.',
    removePersonal: 'Vous ne pourrez plus utiliser cette réponse. Les messages envoyés ne changent pas.',
    removeAction: 'Supprimer la réponse',
    removed: (shortcut) => `/${shortcut} supprimée`,
    uses: (count) =>
      count < 2 ? 'Utilisée une fois ces 30 derniers jours' : `Utilisée ${count} fois ces 30 derniers jours`,
    createTitle: 'Nouvelle réponse type',
    editTitle: 'Modifier la réponse type',
    shortcut: 'Raccourci',
    shortcutHint: 'Un seul mot : lettres, chiffres, - et _. Insérez la réponse avec / et ce mot.',
    shortcutInvalid: 'Utilisez un seul mot composé de lettres, chiffres, - et _.',
    content: 'Texte',
    contentMissing: 'Écrivez un texte ou joignez un fichier.',
    insertVariable: 'Insérer une variable',
    fallbackHint: 'Ajoutez une valeur de repli après |, par exemple {{customer.first_name|à vous}}.',
    unknown: (variable) => `${variable} n’existe pas. Choisissez une variable dans la liste.`,
    visibility: 'Qui peut l’utiliser',
    visibilities: { organization: 'Toute l’organisation', personal: 'Moi uniquement' },
    actions: 'Après l’envoi',
    files: 'Pièces jointes',
    attach: 'Joindre un fichier',
    uploading: (name) => `Envoi de ${name}…`,
    removeFile: (name) => `Retirer ${name}`,
    save: 'Enregistrer la réponse',
    saved: (shortcut) => `/${shortcut} enregistrée`,
    variables: {
      'customer.name': 'Client : nom complet',
      'customer.first_name': 'Client : prénom',
      'customer.last_name': 'Client : nom',
      'customer.email': 'Client : e-mail',
      'agent.name': 'Agent : nom complet',
      'agent.first_name': 'Agent : prénom',
      'organization.name': 'Organisation : nom',
      'widget.name': 'Widget : nom',
      'conversation.id': 'Conversation : identifiant',
    },
    problems: {
      canned_reply_shortcut_taken: 'Une autre réponse a ce raccourci. Choisissez-en un autre.',
      canned_reply_limit:
        'Le maximum de 500 réponses partagées ou 200 personnelles est atteint. Supprimez-en une d’abord.',
      canned_reply_empty: 'Écrivez un texte ou joignez un fichier.',
      canned_reply_variable_unknown:
        'Le texte contient une variable qui n’existe pas. Choisissez-en une dans la liste.',
      media_unknown: 'Une pièce jointe n’existe plus. Retirez-la et joignez de nouveau le fichier.',
      forbidden: 'Seuls l’auteur et les administrateurs peuvent modifier cette réponse.',
      not_found: 'Cette réponse n’existe plus.',
    },
  },

  transfer: {
    title: 'Import et export',
    lead: 'CSV avec les colonnes shortcut, content, visibility, actions et team. Sans les pièces jointes.',
    export: 'Exporter en CSV',
    import: 'Importer un CSV',
    importTitle: 'Importer des réponses types',
    tooLarge: 'Le fichier dépasse 500 000 caractères. Divisez-le.',
    checking: 'Vérification du fichier…',
    summary: (created, updated, unchanged) =>
      `Nouvelles : ${created}. Modifiées : ${updated}. Inchangées : ${unchanged}.`,
    columnsMissing: (count, names) =>
      count < 2
        ? `La colonne ${names} manque dans le fichier.`
        : `Les colonnes ${names} manquent dans le fichier.`,
    skipped: (count) =>
      count < 2
        ? `${count} ligne pose problème et sera ignorée :`
        : `${count} lignes posent problème et seront ignorées :`,
    more: (count) => `et ${count} de plus`,
    line: (line) => `Ligne ${line}`,
    run: (count) => (count < 2 ? `Importer ${count} réponse` : `Importer ${count} réponses`),
    nothing: 'Il n’y a rien à importer.',
    done: (count) => (count < 2 ? `${count} réponse importée` : `${count} réponses importées`),
    problems: {
      csv_malformed: 'Cette ligne n’est pas un CSV valide. Vérifiez les guillemets.',
      too_many_rows: 'Un fichier peut compter 1 000 lignes au plus.',
      shortcut_invalid: 'Le raccourci doit être un seul mot composé de lettres, chiffres, - et _.',
      shortcut_repeated: 'Ce raccourci figure déjà plus haut.',
      content_empty: 'Le texte est vide.',
      content_too_long: 'Le texte dépasse 8 000 caractères.',
      variable_unknown: 'Cette variable n’existe pas.',
      visibility_unknown: 'La visibilité doit être organization, team ou personal.',
      action_unknown: 'Cette action n’existe pas.',
      personal_needs_agent: 'Une clé d’API ne peut pas importer de réponses personnelles.',
      not_yours: 'Seuls son auteur et les administrateurs peuvent modifier cette réponse.',
      limit_reached: 'Le nombre maximal de réponses est atteint.',
    },
  },
}
