/** Words of a rule's condition on the text. Without TypeBox, which the panel does not bundle. */
export const maxRuleWords = 20
export const maxRuleWordLength = 100
